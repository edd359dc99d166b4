package dev.weft.ffm.post;

import dev.weft.argument.Require;
import dev.weft.fabric.AtomicOperations;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.message.AtomicMessage;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.AtomicTarget;
import dev.weft.fabric.message.DataType;
import dev.weft.fabric.message.IoVector;
import dev.weft.ffm.fid.Checks;
import dev.weft.ffm.layout.OpsLayouts;
import dev.weft.ffm.linker.Downcalls;
import dev.weft.ffm.operation.Operation;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/**
 * {@code fi_atomic(3)} of libfabric. C's functions for single buffers and vectors take up to 14
 * arguments; all forms but {@code fi_inject_atomic} are posted as {@code fi_atomicmsg} and its
 * variants.
 */
public abstract class AtomicOps extends AtomicChecks implements AtomicOperations {
  private static final long INJECT = OpsLayouts.ATOMIC.offset("inject");
  private static final IoVector NOTHING = new IoVector();

  private final AtomicArguments arguments = new AtomicArguments(this);

  /** An endpoint, an alias of one, or a context of a scalable one. */
  protected AtomicOps(ObjectClass objectClass, EndpointState state, long fid, Object context) {
    super(objectClass, state, fid, context);
  }

  @Override
  public int atomic(
      MemorySegment buffer, AtomicTarget target, AtomicOperation operation, long context) {
    return post(AtomicFunctions.PLAIN, buffer, null, null, target, operation, context);
  }

  @Override
  public int atomicv(
      IoVector vector, AtomicTarget target, AtomicOperation operation, long context) {
    return post(AtomicFunctions.PLAIN, vector, NOTHING, NOTHING, target, operation, context);
  }

  @Override
  public int atomicMsg(AtomicMessage message, long flags) {
    return post(AtomicFunctions.PLAIN, message, NOTHING, NOTHING, flags);
  }

  @Override
  public int injectAtomic(MemorySegment buffer, AtomicTarget target, AtomicOperation operation) {
    long length = Require.notNull("target", target).length();
    long start = Checks.buffer(buffer, length);
    Require.notNull("operation", operation);
    enter();
    try {
      AtomicFunctions functions = AtomicFunctions.PLAIN;
      int refused = refuse(functions, target.type(), operation, target.count());
      refused = refused == 0 ? refuseSend(target, injectSize) : refused;
      return reported(ATOMIC, refused != 0 ? refused : inject(start, target, operation));
    } finally {
      leave();
      Reference.reachabilityFence(buffer);
    }
  }

  private int inject(long start, AtomicTarget target, AtomicOperation operation) {
    return (int)
        Downcalls.call(
            function(ATOMIC, INJECT),
            fid(),
            start,
            target.count(),
            target.destination(),
            target.address(),
            target.key(),
            target.type().value(),
            operation.value());
  }

  @Override
  public int fetchAtomic(
      MemorySegment buffer,
      MemorySegment result,
      AtomicTarget target,
      AtomicOperation operation,
      long context) {
    return post(AtomicFunctions.FETCH, buffer, null, result, target, operation, context);
  }

  @Override
  public int fetchAtomicv(
      IoVector vector,
      IoVector result,
      AtomicTarget target,
      AtomicOperation operation,
      long context) {
    return post(AtomicFunctions.FETCH, vector, NOTHING, result, target, operation, context);
  }

  @Override
  public int fetchAtomicMsg(AtomicMessage message, IoVector result, long flags) {
    return post(AtomicFunctions.FETCH, message, NOTHING, result, flags);
  }

  @Override
  public int compareAtomic(
      MemorySegment buffer,
      MemorySegment compare,
      MemorySegment result,
      AtomicTarget target,
      AtomicOperation operation,
      long context) {
    return post(AtomicFunctions.COMPARE, buffer, compare, result, target, operation, context);
  }

  @Override
  public int compareAtomicv(
      IoVector vector,
      IoVector compare,
      IoVector result,
      AtomicTarget target,
      AtomicOperation operation,
      long context) {
    return post(AtomicFunctions.COMPARE, vector, compare, result, target, operation, context);
  }

  @Override
  public int compareAtomicMsg(
      AtomicMessage message, IoVector compare, IoVector result, long flags) {
    return post(AtomicFunctions.COMPARE, message, compare, result, flags);
  }

  @Override
  public long atomicValid(DataType type, AtomicOperation operation) {
    return valid(AtomicFunctions.PLAIN, type, operation);
  }

  @Override
  public long fetchAtomicValid(DataType type, AtomicOperation operation) {
    return valid(AtomicFunctions.FETCH, type, operation);
  }

  @Override
  public long compareAtomicValid(DataType type, AtomicOperation operation) {
    return valid(AtomicFunctions.COMPARE, type, operation);
  }

  // Posts: single buffers, vectors, messages.

  private int post(
      AtomicFunctions functions,
      MemorySegment buffer,
      MemorySegment compare,
      MemorySegment result,
      AtomicTarget target,
      AtomicOperation operation,
      long context) {
    Require.notNull("operation", operation);
    MemorySegment operands = functions.onlyReads(operation) ? result : buffer;
    long length = Require.notNull("target", target).length();
    Checks.buffer(operands, length);
    Checks.buffer(compare, functions.compares() ? length : 0);
    Checks.writableBuffer(result, functions.returns() ? length : 0);
    enter();
    try {
      int refused = refuse(functions, target.type(), operation, target.count());
      refused = refused == 0 ? refuseSend(target, sendLimit(sendFlags)) : refused;
      if (refused != 0) {
        return reported(ATOMIC, refused);
      }
      Operation post = send(context, sendFlags);
      arguments.operands(post, operands, target.count());
      if (functions.compares()) {
        arguments.compares(post, compare, target.count());
      }
      if (functions.returns()) {
        arguments.results(post, result, target.count());
      }
      return call(functions, post, target, operation, 1, 1);
    } finally {
      leave();
    }
  }

  private int post(
      AtomicFunctions functions,
      IoVector vector,
      IoVector compare,
      IoVector result,
      AtomicTarget target,
      AtomicOperation operation,
      long context) {
    Require.notNull("operation", operation);
    IoVector operands = functions.onlyReads(operation) ? result : vector;
    long length = Require.notNull("target", target).length();
    check(operands, compare, result);
    enter();
    try {
      DataType type = target.type();
      int refused = refuse(functions, type, operation, target.count());
      refused = refused == 0 ? refuseSend(target, sendLimit(sendFlags)) : refused;
      refused = refused == 0 ? refuse(functions, operands, compare, result, type, length) : refused;
      if (refused != 0) {
        return reported(ATOMIC, refused);
      }
      Operation post = send(context, sendFlags);
      write(post, operands, compare, result, type);
      return call(functions, post, target, operation, compare.count(), result.count());
    } finally {
      leave();
    }
  }

  private int post(
      AtomicFunctions functions,
      AtomicMessage message,
      IoVector compare,
      IoVector result,
      long flags) {
    AtomicOperation operation = Require.notNull("message", message).operation();
    IoVector operands = functions.onlyReads(operation) ? result : message.vector();
    check(operands, compare, result);
    enter();
    try {
      DataType type = message.type();
      int refused = refuse(functions, message, flags);
      refused =
          refused == 0
              ? refuse(functions, operands, compare, result, type, message.remote().totalLength())
              : refused;
      if (refused != 0) {
        return reported(ATOMIC, refused);
      }
      Operation post = send(message.context(), flags);
      write(post, operands, compare, result, type);
      arguments.remote(post, message.remote(), type);
      arguments.message(post, message.address(), type, operation);
      return call(functions, post, compare.count(), result.count(), flags);
    } finally {
      leave();
    }
  }

  private void check(IoVector operands, IoVector compare, IoVector result) {
    requireUsable(operands, false);
    requireUsable(compare, false);
    requireUsable(result, true);
  }

  private void write(
      Operation post, IoVector operands, IoVector compare, IoVector result, DataType type) {
    arguments.operands(post, operands, type);
    arguments.compares(post, compare, type);
    arguments.results(post, result, type);
  }

  private int call(
      AtomicFunctions functions,
      Operation post,
      AtomicTarget target,
      AtomicOperation operation,
      int compares,
      int results) {
    arguments.remote(post, target);
    arguments.message(post, target.destination(), target.type(), operation);
    return call(functions, post, compares, results, sendFlags);
  }
}
