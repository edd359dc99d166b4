package dev.weft.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Copies between segments: few words one by one, which costs less than setting up a bulk copy, and
 * all else in bulk.
 */
public final class ShortCopy {
  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final long FEW = 64;

  private ShortCopy() {}

  /** Copies {@code size} bytes; the ranges may overlap. */
  public static void copy(MemorySegment from, long at, MemorySegment to, long toOffset, long size) {
    if (size > FEW || size % Long.BYTES != 0 || mayOverlap(from, at, to, toOffset, size)) {
      MemorySegment.copy(from, at, to, toOffset, size);
      return;
    }
    for (long done = 0; done < size; done += Long.BYTES) {
      to.set(WORD, toOffset + done, from.get(WORD, at + done));
    }
  }

  /** Whether a later word may be read after an earlier one was stored over it. */
  private static boolean mayOverlap(
      MemorySegment from, long at, MemorySegment to, long toOffset, long size) {
    long distance = size == Long.BYTES ? 0 : to.address() + toOffset - from.address() - at;
    return distance > 0 && distance < size;
  }
}
