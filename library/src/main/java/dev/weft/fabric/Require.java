package dev.weft.fabric;

import java.lang.foreign.MemorySegment;

/** Checks arguments of this package. Messages have the form {@code name=value, allowed ...}. */
final class Require {

  private Require() {}

  static <T> T notNull(String name, T value) {
    if (value == null) {
      throw new IllegalArgumentException(name + "=null, a value is required");
    }
    return value;
  }

  static long notNegative(String name, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(name + "=" + value + ", allowed 0.." + Long.MAX_VALUE);
    }
    return value;
  }

  static int notNegative(String name, int value) {
    if (value < 0) {
      throw new IllegalArgumentException(name + "=" + value + ", allowed 0.." + Integer.MAX_VALUE);
    }
    return value;
  }

  static int index(String name, int index, int length) {
    if (index < 0 || index >= length) {
      throw new IndexOutOfBoundsException(name + "=" + index + ", allowed 0.." + (length - 1));
    }
    return index;
  }

  static MemorySegment nativeMemory(String name, MemorySegment segment) {
    if (!notNull(name, segment).isNative()) {
      throw new IllegalArgumentException(
          name + "=" + segment + ", allowed memory outside the heap (Arena.allocate)");
    }
    return segment;
  }

  /** The part [offset, offset + length) lies inside {@code segment}. */
  static void range(String name, MemorySegment segment, long offset, long length) {
    if (offset < 0 || length < 0 || offset > segment.byteSize() - length) {
      throw new IllegalArgumentException(
          "%s=[offset=%d, length=%d], allowed inside 0..%d"
              .formatted(name, offset, length, segment.byteSize()));
    }
  }
}
