package dev.weft.conformance.fabric.bench;

import dev.weft.conformance.check.Check;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Byte patterns that identify a message and the position within it. */
public final class Pattern {

  private Pattern() {}

  /** Fills the segment with the bytes of this message. */
  public static MemorySegment fill(MemorySegment segment, long message) {
    for (long i = 0; i < segment.byteSize(); i++) {
      segment.set(ValueLayout.JAVA_BYTE, i, expected(message, i));
    }
    return segment;
  }

  /** Fails unless the segment holds the first bytes of this message. */
  public static void expect(MemorySegment segment, long message, String what, Object... arguments) {
    long wrong = firstWrong(segment, message);
    if (wrong >= 0) {
      byte seen = segment.get(ValueLayout.JAVA_BYTE, wrong);
      String where = "byte %d of %d of ".formatted(wrong, segment.byteSize());
      Check.equal(expected(message, wrong), seen, where + what, arguments);
    }
  }

  private static long firstWrong(MemorySegment segment, long message) {
    for (long i = 0; i < segment.byteSize(); i++) {
      if (segment.get(ValueLayout.JAVA_BYTE, i) != expected(message, i)) {
        return i;
      }
    }
    return -1;
  }

  private static byte expected(long message, long offset) {
    return (byte) (message * 31 + offset * 7 + (offset >>> 8));
  }
}
