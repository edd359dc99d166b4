package dev.weft.provider.fabric.post;

import dev.weft.argument.Require;
import dev.weft.fabric.Errno;
import dev.weft.fabric.RmaOperations;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.RmaIoVector;
import dev.weft.fabric.message.RmaMessage;
import dev.weft.nic.message.RmaWork;
import dev.weft.provider.fabric.check.Arguments;
import dev.weft.provider.fabric.check.EndpointArguments;
import dev.weft.provider.fabric.check.EndpointLimits;
import dev.weft.provider.fabric.check.PostFlags;
import dev.weft.provider.fabric.endpoint.DelayedPost;
import dev.weft.provider.fabric.endpoint.EndpointState;
import java.lang.foreign.MemorySegment;

/**
 * Implements {@code fi_rma(3)}: check, enter the machine, fill in the work, access, exit. {@code
 * FI_MSG_PREFIX} does not apply.
 */
public abstract class RmaOps extends TaggedOps implements RmaOperations {
  private static final long READING = CompletionFlags.RMA | CompletionFlags.READ;
  private static final long WRITING = CompletionFlags.RMA | CompletionFlags.WRITE;
  public static final DelayedPost.Kind READ = new DelayedPost.Kind(false, READING);
  public static final DelayedPost.Kind WRITTEN = new DelayedPost.Kind(false, WRITING);

  RmaOps(EndpointState state, Object context) {
    super(state, context);
  }

  @Override
  public int read(
      MemorySegment buffer, long length, long destination, long address, long key, long context) {
    Arguments.writableBuffer(buffer, length);
    int refused = enterToAccess(READ, length, Long.MAX_VALUE);
    if (refused != 0) {
      return refused;
    }
    try {
      RmaWork work = remote(local(buffer, length), address, length, key);
      return post(reading(work), destination, context, 0, sendFlags);
    } finally {
      machine().exit();
    }
  }

  @Override
  public int readv(IoVector vector, long destination, long address, long key, long context) {
    int refused = enterToAccess(READ, vector, Long.MAX_VALUE);
    if (refused != 0) {
      return refused;
    }
    try {
      RmaWork work = remote(local(vector), address, vector.totalLength(), key);
      return post(reading(work), destination, context, 0, sendFlags);
    } finally {
      machine().exit();
    }
  }

  @Override
  public int readMsg(RmaMessage message, long flags) {
    if ((flags & PostFlags.LATER) != 0) {
      RmaMessage copy = Require.notNull("message", message).copy();
      DelayedPost operation = later(READ, copy.context(), flags, rest -> readMsg(copy, rest));
      return sendLater(operation, copy.trigger(), copy.address(), flags);
    }
    int refused = refuse(READ, message, flags & ~OperationFlags.REMOTE_CQ_DATA);
    if (refused != 0) {
      return refused;
    }
    try {
      RmaWork work = remote(local(message.vector()), message.remote());
      return post(reading(work), message.address(), message.context(), 0, flags);
    } finally {
      machine().exit();
    }
  }

  @Override
  public int write(
      MemorySegment buffer, long length, long destination, long address, long key, long context) {
    int refused = enterToWrite(buffer, length, writeLimit(sendFlags));
    if (refused != 0) {
      return refused;
    }
    try {
      RmaWork work = remote(local(buffer, length), address, length, key);
      return post(writing(work), destination, context, 0, sendFlags);
    } finally {
      machine().exit();
    }
  }

  @Override
  public int writeData(
      MemorySegment buffer,
      long length,
      long data,
      long destination,
      long address,
      long key,
      long context) {
    int refused = enterToWrite(buffer, length, writeLimit(sendFlags));
    if (refused != 0) {
      return refused;
    }
    try {
      RmaWork work = remote(local(buffer, length), address, length, key);
      long flags = sendFlags | OperationFlags.REMOTE_CQ_DATA;
      return post(writing(work), destination, context, data, flags);
    } finally {
      machine().exit();
    }
  }

  @Override
  public int writev(IoVector vector, long destination, long address, long key, long context) {
    int refused = enterToAccess(WRITTEN, vector, writeLimit(sendFlags));
    if (refused != 0) {
      return refused;
    }
    try {
      RmaWork work = remote(local(vector), address, vector.totalLength(), key);
      return post(writing(work), destination, context, 0, sendFlags);
    } finally {
      machine().exit();
    }
  }

  @Override
  public int writeMsg(RmaMessage message, long flags) {
    if ((flags & PostFlags.LATER) != 0) {
      RmaMessage copy = Require.notNull("message", message).copy();
      DelayedPost operation = later(WRITTEN, copy.context(), flags, rest -> writeMsg(copy, rest));
      return sendLater(operation, copy.trigger(), copy.address(), flags);
    }
    int refused = refuse(WRITTEN, message, flags);
    if (refused != 0) {
      return refused;
    }
    try {
      RmaWork work = writing(remote(local(message.vector()), message.remote()));
      return post(work, message.address(), message.context(), message.data(), flags);
    } finally {
      machine().exit();
    }
  }

  @Override
  public int injectWrite(
      MemorySegment buffer, long length, long destination, long address, long key) {
    return inject(buffer, length, 0, destination, address, key, 0);
  }

  @Override
  public int injectWriteData(
      MemorySegment buffer, long length, long data, long destination, long address, long key) {
    long flags = OperationFlags.REMOTE_CQ_DATA;
    return inject(buffer, length, data, destination, address, key, flags);
  }

  private int inject(
      MemorySegment buffer,
      long length,
      long data,
      long destination,
      long address,
      long key,
      long flags) {
    int refused = enterToWrite(buffer, length, injectSize());
    if (refused != 0) {
      return refused;
    }
    try {
      RmaWork work = writing(remote(local(buffer, length), address, length, key));
      work.failAtOnce = true;
      return post(work, destination, 0, data, flags);
    } finally {
      machine().exit();
    }
  }

  private int post(RmaWork work, long destination, long context, long data, long flags) {
    work.link = state.link(destination);
    int refused = state.refuseAccess(work.link);
    if (refused != 0) {
      return reported(work.completionFlags, refused);
    }
    work.signaled =
        !work.failAtOnce && (!state.selectiveSends || (flags & OperationFlags.COMPLETION) != 0);
    work.context = context;
    work.hasData = work.write && (flags & OperationFlags.REMOTE_CQ_DATA) != 0;
    work.data = work.hasData ? data : 0;
    return reported(work.completionFlags, machine().initiator().rma().access(work));
  }

  private int refuse(DelayedPost.Kind kind, RmaMessage message, long flags) {
    int refusedFlags = refuseSendFlags(kind, flags);
    if (refusedFlags != 0) {
      return refusedFlags;
    }
    RmaIoVector remote = Require.notNull("message", message).remote();
    boolean fits = remote.totalLength() == message.vector().totalLength();
    if (!fits || remote.count() > EndpointLimits.BUFFERS) {
      requireOpen();
      return reported(kind, -Errno.EINVAL);
    }
    return enterToAccess(kind, message.vector(), writeLimit(flags));
  }

  /** The maximum length. Injected data is copied at once and limited by the room for it. */
  final long writeLimit(long flags) {
    return (flags & OperationFlags.INJECT) != 0 ? injectSize() : Long.MAX_VALUE;
  }

  private int enterToWrite(MemorySegment buffer, long length, long limit) {
    Arguments.buffer(buffer, length);
    return enterToAccess(WRITTEN, length, limit);
  }

  private int enterToAccess(DelayedPost.Kind kind, IoVector vector, long limit) {
    int refused = EndpointArguments.refuse(vector, kind.equals(READ));
    return refused != 0
        ? reported(kind, refused)
        : enterToAccess(kind, vector.totalLength(), limit);
  }

  private int enterToAccess(DelayedPost.Kind kind, long length, long limit) {
    requireOpen();
    return length > limit && allows(kind) ? reported(kind, -Errno.EMSGSIZE) : enterToStart(kind);
  }

  private RmaWork local(MemorySegment buffer, long length) {
    RmaWork work = work();
    work.buffers.clear();
    work.buffers.add(buffer, 0, length);
    return work;
  }

  private RmaWork local(IoVector vector) {
    RmaWork work = work();
    EndpointArguments.fill(work.buffers, vector, 0);
    return work;
  }

  private RmaWork work() {
    RmaWork work = machine().initiator().remoteWork();
    work.failAtOnce = false;
    return work;
  }

  private static RmaWork remote(RmaWork work, long address, long length, long key) {
    work.remote.clear();
    work.remote.add(key, address, length);
    return work;
  }

  private static RmaWork remote(RmaWork work, RmaIoVector vector) {
    EndpointArguments.fill(work.remote, vector);
    return work;
  }

  private static RmaWork reading(RmaWork work) {
    work.write = false;
    work.completionFlags = READING;
    return work;
  }

  private static RmaWork writing(RmaWork work) {
    work.write = true;
    work.completionFlags = WRITING;
    return work;
  }
}
