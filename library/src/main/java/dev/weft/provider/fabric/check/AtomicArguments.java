package dev.weft.provider.fabric.check;

import dev.weft.fabric.Errno;
import dev.weft.fabric.attributes.AtomicAttributes;
import dev.weft.fabric.message.AtomicMessage;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.RmaIoVector;
import dev.weft.nic.message.AtomicWork;

/**
 * Checks the vectors of an atomic operation and copies them to an {@link AtomicWork}. An operation
 * that only reads has no operands; {@code functions} as for {@link AtomicLimits#most}.
 */
public final class AtomicArguments {
  private AtomicArguments() {}

  /** 0, or why the vectors of a message are refused. */
  public static int refuse(
      long functions, AtomicMessage message, IoVector compare, IoVector result) {
    RmaIoVector remote = message.remote();
    int size = Math.max(1, message.type().size());
    boolean fits = remote.count() <= EndpointLimits.BUFFERS;
    for (int i = 0; i < remote.count(); i++) {
      fits &= remote.length(i) % size == 0;
    }
    long length = remote.totalLength();
    return fits
        ? refuse(functions, message.operation(), message.vector(), compare, result, length)
        : -Errno.EINVAL;
  }

  /** 0, or why the vectors are refused: too many, or not as long as the peer's elements. */
  public static int refuse(
      long functions,
      AtomicOperation operation,
      IoVector vector,
      IoVector compare,
      IoVector result,
      long length) {
    boolean reads = operation == AtomicOperation.ATOMIC_READ;
    int refused = reads ? 0 : refuse("vector", vector, false, length);
    if (refused == 0 && functions == AtomicAttributes.COMPARE_ATOMIC) {
      refused = refuse("compare", compare, false, length);
    }
    return refused == 0 && functions != 0 ? refuse("result", result, true, length) : refused;
  }

  private static int refuse(String name, IoVector vector, boolean writable, long length) {
    int refused = EndpointArguments.refuse(name, vector, writable);
    return refused == 0 && vector.totalLength() != length ? -Errno.EINVAL : refused;
  }

  /** Fills in the buffers of this side. */
  public static void fill(
      AtomicWork work,
      AtomicOperation operation,
      IoVector vector,
      IoVector compare,
      IoVector result) {
    if (operation != AtomicOperation.ATOMIC_READ) {
      EndpointArguments.fill(work.buffers, vector, 0);
    }
    EndpointArguments.fill(work.compares, compare, 0);
    EndpointArguments.fill(work.results, result, 0);
  }
}
