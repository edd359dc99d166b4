package dev.weft.futures.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.futures.LeasedBuffer;
import dev.weft.provider.fabric.Numbers;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A buffer, with bytes before and behind it that nobody may touch.
 *
 * @param pooled whether it belongs to a pool
 */
record Room(LeasedBuffer buffer, MemorySegment whole, long at, long bytes, boolean pooled) {
  static final long MARGIN = 8;
  private static final byte UNTOUCHED = 0x5A;

  /** Fills all of it with the mark of what was not touched. */
  void mark() {
    whole.fill(UNTOUCHED);
  }

  MemorySegment inside() {
    return whole.asSlice(at, bytes);
  }

  /** Requires the first bytes of this number, and that nothing else was touched. */
  void require(long number, long length) {
    long wrong = Numbers.wrongAt(whole, at, length, number);
    assertEquals(-1, wrong, () -> "first wrong byte of the message " + number);
    requireUntouched(length);
  }

  /** Requires these first bytes, and that nothing else was touched. */
  void require(byte[] content) {
    long wrong =
        MemorySegment.mismatch(
            whole, at, at + content.length, MemorySegment.ofArray(content), 0, content.length);
    assertEquals(-1, wrong, "first wrong byte of a read");
    requireUntouched(content.length);
  }

  void requireUntouched(long length) {
    for (long i = 0; i < whole.byteSize(); i++) {
      if (i < at || i >= at + length) {
        long offset = i - at;
        byte found = whole.get(ValueLayout.JAVA_BYTE, i);
        assertEquals(UNTOUCHED, found, () -> "touched at " + offset + " of " + bytes + " bytes");
      }
    }
  }
}
