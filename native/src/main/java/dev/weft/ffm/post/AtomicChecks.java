package dev.weft.ffm.post;

import dev.weft.argument.Require;
import dev.weft.fabric.Errno;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.message.AtomicMessage;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.AtomicTarget;
import dev.weft.fabric.message.DataType;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.RmaIoVector;
import dev.weft.ffm.layout.ObjectLayouts;
import dev.weft.ffm.layout.OpsLayouts;
import dev.weft.ffm.linker.Downcalls;
import dev.weft.ffm.operation.Operation;
import dev.weft.provider.fabric.check.PostFlags;

/** What all calls of {@code fi_atomic(3)} have in common: the checks before C, and the call. */
abstract class AtomicChecks extends RmaOps {
  static final long ATOMIC = ObjectLayouts.ENDPOINT.offset("atomic");

  private final AtomicLimits limits = new AtomicLimits(this);
  private final boolean offered;

  AtomicChecks(ObjectClass objectClass, EndpointState state, long fid, Object context) {
    super(objectClass, state, fid, context);
    this.offered = (info.capabilities() & Capabilities.ATOMIC) != 0;
    requireTable(ATOMIC, OpsLayouts.ATOMIC);
  }

  final long valid(AtomicFunctions functions, DataType type, AtomicOperation operation) {
    Require.notNull("type", type);
    Require.notNull("operation", operation);
    enter();
    try {
      return offered ? limits.most(functions, type, operation) : -Errno.EOPNOTSUPP;
    } finally {
      leave();
    }
  }

  final int refuseSend(AtomicTarget target, long limit) {
    return isAligned(target.type(), target.address())
        ? refuseSend(ATOMIC, target.destination(), target.length(), limit)
        : -Errno.EINVAL;
  }

  /**
   * Whether the peer can access elements at an address. sockets of 1.17 ends the process of the
   * peer if an element of 16 bytes is not aligned.
   */
  private static boolean isAligned(DataType type, long address) {
    boolean complex =
        switch (type) {
          case FLOAT_COMPLEX, DOUBLE_COMPLEX, LONG_DOUBLE_COMPLEX -> true;
          default -> false;
        };
    return address % Math.max(1, complex ? type.size() / 2 : type.size()) == 0;
  }

  final int call(AtomicFunctions functions, Operation post, int compares, int results, long flags) {
    long function = function(ATOMIC, functions.message);
    long message = post.message();
    long result =
        switch (functions) {
          case PLAIN -> Downcalls.call(function, fid(), message, flags);
          case FETCH ->
              Downcalls.call(
                  function,
                  fid(),
                  message,
                  post.results(),
                  post.resultDescriptors(),
                  results,
                  flags);
          case COMPARE ->
              Downcalls.call(
                  function,
                  fid(),
                  message,
                  post.compares(),
                  post.compareDescriptors(),
                  compares,
                  post.results(),
                  post.resultDescriptors(),
                  results,
                  flags);
        };
    return posted(ATOMIC, post, result);
  }

  /** 0, or the error of an operation that is not offered, or of the number of its elements. */
  final int refuse(
      AtomicFunctions functions, DataType type, AtomicOperation operation, long count) {
    long most = offered ? limits.most(functions, type, operation) : -Errno.EOPNOTSUPP;
    if (most < 0) {
      return (int) most;
    }
    return count >= 1 && count <= most ? 0 : -Errno.EMSGSIZE;
  }

  final int refuse(AtomicFunctions functions, AtomicMessage message, long flags) {
    RmaIoVector remote = message.remote();
    if ((flags & OperationFlags.REMOTE_CQ_DATA) != 0) {
      return -Errno.EOPNOTSUPP;
    }
    int refusedFlags = PostFlags.refuse(flags, SENDING);
    if (refusedFlags != 0) {
      return refusedFlags;
    }
    int size = Math.max(1, message.type().size());
    if (refuse(remote) != 0 || !isUsable(remote, message.type(), size)) {
      return -Errno.EINVAL;
    }
    long length = remote.totalLength();
    int refused = refuse(functions, message.type(), message.operation(), length / size);
    return refused == 0 ? refuseSend(ATOMIC, message.address(), length, sendLimit(flags)) : refused;
  }

  /** Whether each range has whole elements, and is aligned. */
  private static boolean isUsable(RmaIoVector remote, DataType type, int size) {
    boolean usable = true;
    for (int i = 0; i < remote.count(); i++) {
      usable &= remote.length(i) % size == 0 && isAligned(type, remote.address(i));
    }
    return usable;
  }

  /** 0, or the error of vectors that are too many, too long or too short. */
  final int refuse(
      AtomicFunctions functions,
      IoVector operands,
      IoVector compare,
      IoVector result,
      DataType type,
      long length) {
    boolean fits = fits(operands, type, length);
    fits &= !functions.compares() || fits(compare, type, length);
    fits &= !functions.returns() || fits(result, type, length);
    return fits ? 0 : -Errno.EINVAL;
  }

  private boolean fits(IoVector vector, DataType type, long length) {
    boolean whole = refuse(vector, info.transmit().ioVectorLimit()) == 0;
    for (int i = 0; i < vector.count(); i++) {
      whole &= vector.length(i) % type.size() == 0;
    }
    return whole && vector.totalLength() == length;
  }
}
