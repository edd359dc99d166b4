package dev.weft.ffm.operation;

import java.lang.foreign.MemorySegment;

/** The entries that one read of a queue has stored, side by side. */
final class Entries {
  private Entries() {}

  /**
   * Copies an entry to an earlier index.
   *
   * @param stride bytes of an entry
   * @param sources addresses of the entries, or null
   */
  static void move(MemorySegment entries, int stride, int from, int to, MemorySegment sources) {
    if (from != to) {
      MemorySegment.copy(entries, (long) from * stride, entries, (long) to * stride, stride);
      if (sources != null) {
        MemorySegment.copy(
            sources, (long) from * Long.BYTES, sources, (long) to * Long.BYTES, Long.BYTES);
      }
    }
  }
}
