package dev.weft.provider.fabric;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Distinguishable payloads. */
public final class Numbers {
  public static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  private Numbers() {}

  /** Fills memory with the byte pattern of a number. */
  public static void fill(MemorySegment memory, long length, long number) {
    for (long i = 0; i < length; i++) {
      memory.set(ValueLayout.JAVA_BYTE, i, at(number, i));
    }
  }

  /** The first position that does not hold what {@link #fill} puts there, or -1. */
  public static long wrongAt(MemorySegment memory, long offset, long length, long number) {
    for (long i = 0; i < length; i++) {
      if (memory.get(ValueLayout.JAVA_BYTE, offset + i) != at(number, i)) {
        return i;
      }
    }
    return -1;
  }

  private static byte at(long number, long position) {
    long mixed = (number + 1) * 0x9E3779B97F4A7C15L;
    return (byte) ((mixed >>> (position % 7 * 8)) ^ position);
  }
}
