package dev.weft.verbs;

import java.lang.foreign.MemorySegment;

/** Misuse of this package, told as {@code name=value} and what is allowed. */
final class Require {

  private Require() {}

  static <T> T notNull(String name, T value) {
    if (value == null) {
      throw new IllegalArgumentException(name + "=null, a value is required");
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
}
