package dev.weft.provider.fabric.post;

import dev.weft.argument.Require;
import dev.weft.fabric.AtomicOperations;
import dev.weft.fabric.Errno;
import dev.weft.fabric.attributes.AtomicAttributes;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.message.AtomicMessage;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.AtomicTarget;
import dev.weft.fabric.message.DataType;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.nic.message.AtomicWork;
import dev.weft.provider.fabric.check.Arguments;
import dev.weft.provider.fabric.check.AtomicArguments;
import dev.weft.provider.fabric.check.AtomicLimits;
import dev.weft.provider.fabric.check.EndpointArguments;
import dev.weft.provider.fabric.check.PostFlags;
import dev.weft.provider.fabric.endpoint.DelayedPost;
import dev.weft.provider.fabric.endpoint.EndpointState;
import java.lang.foreign.MemorySegment;

/** Implements {@code fi_atomic(3)}: check, enter the machine, fill in the work, change, exit. */
public abstract class AtomicOps extends RmaOps implements AtomicOperations {
  public static final DelayedPost.Kind CHANGED =
      new DelayedPost.Kind(false, CompletionFlags.ATOMIC | CompletionFlags.WRITE);
  public static final DelayedPost.Kind FETCHED =
      new DelayedPost.Kind(false, CompletionFlags.ATOMIC | CompletionFlags.READ);
  private static final long PLAIN = 0;
  private static final long FETCH = AtomicAttributes.FETCH_ATOMIC;
  private static final long COMPARE = AtomicAttributes.COMPARE_ATOMIC;
  private static final IoVector NOTHING = new IoVector();

  public AtomicOps(EndpointState state, Object context) {
    super(state, context);
  }

  @Override
  public int atomic(
      MemorySegment buffer, AtomicTarget target, AtomicOperation operation, long context) {
    int refused = enterToChange(PLAIN, target, operation, buffer, writeLimit(sendFlags));
    if (refused != 0) {
      return refused;
    }
    try {
      AtomicWork work = work(PLAIN, target, operation);
      work.buffers.add(buffer, 0, target.length());
      return post(work, target.destination(), context, sendFlags);
    } finally {
      machine().exit();
    }
  }

  @Override
  public int atomicv(
      IoVector vector, AtomicTarget target, AtomicOperation operation, long context) {
    return vectors(PLAIN, vector, NOTHING, NOTHING, target, operation, context);
  }

  @Override
  public int atomicMsg(AtomicMessage message, long flags) {
    return message(PLAIN, message, NOTHING, NOTHING, flags);
  }

  @Override
  public int injectAtomic(MemorySegment buffer, AtomicTarget target, AtomicOperation operation) {
    int refused = enterToChange(PLAIN, target, operation, buffer, injectSize());
    if (refused != 0) {
      return refused;
    }
    try {
      AtomicWork work = work(PLAIN, target, operation);
      work.buffers.add(buffer, 0, target.length());
      work.failAtOnce = true;
      return post(work, target.destination(), 0, 0);
    } finally {
      machine().exit();
    }
  }

  @Override
  public int fetchAtomic(
      MemorySegment buffer,
      MemorySegment result,
      AtomicTarget target,
      AtomicOperation operation,
      long context) {
    boolean reads = operation == AtomicOperation.ATOMIC_READ;
    Arguments.writableElements("result", result, Require.notNull("target", target).length());
    int refused =
        enterToChange(FETCH, target, operation, reads ? result : buffer, writeLimit(sendFlags));
    if (refused != 0) {
      return refused;
    }
    try {
      AtomicWork work = work(FETCH, target, operation);
      work.buffers.add(buffer, 0, reads ? 0 : target.length());
      work.results.add(result, 0, target.length());
      return post(work, target.destination(), context, sendFlags);
    } finally {
      machine().exit();
    }
  }

  @Override
  public int fetchAtomicv(
      IoVector vector,
      IoVector result,
      AtomicTarget target,
      AtomicOperation operation,
      long context) {
    return vectors(FETCH, vector, NOTHING, result, target, operation, context);
  }

  @Override
  public int fetchAtomicMsg(AtomicMessage message, IoVector result, long flags) {
    return message(FETCH, message, NOTHING, result, flags);
  }

  @Override
  public int compareAtomic(
      MemorySegment buffer,
      MemorySegment compare,
      MemorySegment result,
      AtomicTarget target,
      AtomicOperation operation,
      long context) {
    long length = Require.notNull("target", target).length();
    Arguments.elements("compare", compare, length);
    Arguments.writableElements("result", result, length);
    int refused = enterToChange(COMPARE, target, operation, buffer, writeLimit(sendFlags));
    if (refused != 0) {
      return refused;
    }
    try {
      AtomicWork work = work(COMPARE, target, operation);
      work.buffers.add(buffer, 0, length);
      work.compares.add(compare, 0, length);
      work.results.add(result, 0, length);
      return post(work, target.destination(), context, sendFlags);
    } finally {
      machine().exit();
    }
  }

  @Override
  public int compareAtomicv(
      IoVector vector,
      IoVector compare,
      IoVector result,
      AtomicTarget target,
      AtomicOperation operation,
      long context) {
    return vectors(COMPARE, vector, compare, result, target, operation, context);
  }

  @Override
  public int compareAtomicMsg(
      AtomicMessage message, IoVector compare, IoVector result, long flags) {
    return message(COMPARE, message, compare, result, flags);
  }

  @Override
  public long atomicValid(DataType type, AtomicOperation operation) {
    return valid(PLAIN, type, operation);
  }

  @Override
  public long fetchAtomicValid(DataType type, AtomicOperation operation) {
    return valid(FETCH, type, operation);
  }

  @Override
  public long compareAtomicValid(DataType type, AtomicOperation operation) {
    return valid(COMPARE, type, operation);
  }

  private long valid(long functions, DataType type, AtomicOperation operation) {
    requireOpen();
    return state.has(Capabilities.ATOMIC)
        ? AtomicLimits.most(functions, type, operation)
        : -Errno.EOPNOTSUPP;
  }

  private int vectors(
      long functions,
      IoVector vector,
      IoVector compare,
      IoVector result,
      AtomicTarget target,
      AtomicOperation operation,
      long context) {
    long length = Require.notNull("target", target).length();
    int refused =
        reported(
            kind(functions),
            AtomicArguments.refuse(functions, operation, vector, compare, result, length));
    if (refused == 0) {
      refused = enterToChange(functions, target.type(), operation, length, writeLimit(sendFlags));
    }
    if (refused != 0) {
      return refused;
    }
    try {
      AtomicWork work = work(functions, target, operation);
      AtomicArguments.fill(work, operation, vector, compare, result);
      return post(work, target.destination(), context, sendFlags);
    } finally {
      machine().exit();
    }
  }

  private int message(
      long functions, AtomicMessage message, IoVector compare, IoVector result, long flags) {
    AtomicOperation operation = Require.notNull("message", message).operation();
    if ((flags & PostFlags.LATER) != 0) {
      IoVector compared = Require.notNull("compare", compare).copy();
      IoVector fetched = Require.notNull("result", result).copy();
      return later(functions, message.copy(), compared, fetched, flags);
    }
    int refused = refuse(functions, message, compare, result, flags);
    if (refused == 0) {
      long length = message.remote().totalLength();
      refused = enterToChange(functions, message.type(), operation, length, writeLimit(flags));
    }
    if (refused != 0) {
      return refused;
    }
    try {
      AtomicWork work = work(functions, message.type(), operation);
      EndpointArguments.fill(work.remote, message.remote());
      AtomicArguments.fill(work, operation, message.vector(), compare, result);
      return post(work, message.address(), message.context(), flags);
    } finally {
      machine().exit();
    }
  }

  private int later(
      long functions, AtomicMessage message, IoVector compare, IoVector result, long flags) {
    DelayedPost operation =
        later(
            kind(functions),
            message.context(),
            flags,
            rest -> message(functions, message, compare, result, rest));
    return sendLater(operation, message.trigger(), message.address(), flags);
  }

  // Checks.

  private int refuse(
      long functions, AtomicMessage message, IoVector compare, IoVector result, long flags) {
    DelayedPost.Kind kind = kind(functions);
    int refusedFlags = refuseSendFlags(kind, flags);
    if (refusedFlags != 0) {
      return refusedFlags;
    }
    if ((flags & OperationFlags.REMOTE_CQ_DATA) != 0) {
      return reported(kind, -Errno.EOPNOTSUPP);
    }
    return reported(kind, AtomicArguments.refuse(functions, message, compare, result));
  }

  private int enterToChange(
      long functions,
      AtomicTarget target,
      AtomicOperation operation,
      MemorySegment buffer,
      long limit) {
    Arguments.elements("buffer", buffer, Require.notNull("target", target).length());
    return enterToChange(functions, target.type(), operation, target.length(), limit);
  }

  private static DelayedPost.Kind kind(long functions) {
    return functions == PLAIN ? CHANGED : FETCHED;
  }

  /** 0 with the machine's lock held, or a negative error number without it. */
  private int enterToChange(
      long functions, DataType type, AtomicOperation operation, long length, long limit) {
    DelayedPost.Kind kind = kind(functions);
    long most = valid(functions, type, operation);
    if (most < 0) {
      return reported(kind, (int) most);
    }
    boolean fits = length > 0 && length <= Math.min(most * type.size(), limit);
    return fits || !allows(kind) ? enterToStart(kind) : reported(kind, -Errno.EMSGSIZE);
  }

  // Filling in the work.

  private AtomicWork work(long functions, AtomicTarget target, AtomicOperation operation) {
    AtomicWork work = work(functions, target.type(), operation);
    work.remote.add(target.key(), target.address(), target.length());
    return work;
  }

  private AtomicWork work(long functions, DataType type, AtomicOperation operation) {
    AtomicWork work = machine().initiator().atomicWork();
    work.buffers.clear();
    work.compares.clear();
    work.results.clear();
    work.remote.clear();
    work.datatype = type.value();
    work.operation = operation.value();
    work.failAtOnce = false;
    work.write = functions == PLAIN;
    long direction = work.write ? CompletionFlags.WRITE : CompletionFlags.READ;
    work.completionFlags = CompletionFlags.ATOMIC | direction;
    return work;
  }

  private int post(AtomicWork work, long destination, long context, long flags) {
    work.link = state.link(destination);
    int refused = state.refuseAccess(work.link);
    if (refused != 0) {
      return reported(work.completionFlags, refused);
    }
    work.signaled =
        !work.failAtOnce && (!state.selectiveSends || (flags & OperationFlags.COMPLETION) != 0);
    work.context = context;
    return reported(work.completionFlags, machine().initiator().atomics().access(work));
  }
}
