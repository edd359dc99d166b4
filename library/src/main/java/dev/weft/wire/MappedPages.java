package dev.weft.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Finds out whether memory is accessible: its file may have been truncated, its arena closed. */
public final class MappedPages {
  private static final long PAGE = 4096;

  private MappedPages() {}

  /** Whether a range of at least one byte is accessible to this thread. */
  public static boolean areThere(MemorySegment memory, long offset, long size) {
    try {
      int sum = memory.get(ValueLayout.JAVA_BYTE, offset + size - 1);
      for (long at = 0; at < size; at += PAGE) {
        sum |= memory.get(ValueLayout.JAVA_BYTE, offset + at);
      }
      DeferredMmapFault.checkFault();
      return sum <= Byte.MAX_VALUE; // always true; uses the sum
    } catch (RuntimeException | InternalError gone) {
      return false;
    }
  }
}
