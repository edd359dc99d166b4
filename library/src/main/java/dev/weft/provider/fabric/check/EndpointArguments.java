package dev.weft.provider.fabric.check;

import dev.weft.argument.Require;
import dev.weft.fabric.Errno;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.RmaIoVector;
import dev.weft.nic.message.BufferList;
import dev.weft.nic.message.RmaRanges;

/** Checks vectors of buffers and copies them to a {@link BufferList}. */
public final class EndpointArguments {
  private EndpointArguments() {}

  /** 0, or -EINVAL for more buffers than an operation can have. */
  public static int refuse(IoVector vector, boolean writable) {
    return refuse("vector", vector, writable);
  }

  /** {@link #refuse(IoVector, boolean)} for an argument of this name. */
  static int refuse(String name, IoVector vector, boolean writable) {
    int count = Require.notNull(name, vector).count();
    if (count > EndpointLimits.BUFFERS) {
      return -Errno.EINVAL;
    }
    for (int i = 0; i < count; i++) {
      if (writable) {
        Arguments.writableBuffer(vector.segment(i), vector.length(i));
      } else {
        Arguments.buffer(vector.segment(i), vector.length(i));
      }
    }
    return 0;
  }

  /** Fills a list with a vector's buffers, without the first {@code prefix} bytes. */
  public static void fill(BufferList buffers, IoVector vector, long prefix) {
    buffers.clear();
    long skip = prefix;
    for (int i = 0; i < vector.count(); i++) {
      long skipped = Math.min(skip, vector.length(i));
      buffers.add(vector.segment(i), vector.offset(i) + skipped, vector.length(i) - skipped);
      skip -= skipped;
    }
  }

  /** Fills a list with the ranges of the peer's memory. */
  public static void fill(RmaRanges ranges, RmaIoVector vector) {
    ranges.clear();
    for (int i = 0; i < vector.count(); i++) {
      ranges.add(vector.key(i), vector.address(i), vector.length(i));
    }
  }
}
