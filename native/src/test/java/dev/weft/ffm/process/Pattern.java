package dev.weft.ffm.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.util.Random;

/** Random bytes, parts of which are the contents of messages; the same in every process. */
final class Pattern {
  /** Contents begin before this byte. */
  static final int STARTS = 1 << 20;

  private static final int LONGEST = 26 << 20;
  private static final MemorySegment BYTES = bytes();

  private Pattern() {}

  private static MemorySegment bytes() {
    byte[] bytes = new byte[STARTS + LONGEST];
    new Random(1).nextBytes(bytes);
    return MemorySegment.ofArray(bytes).asReadOnly();
  }

  /** The content that begins at a byte. */
  static MemorySegment at(long start, long length) {
    return BYTES.asSlice(start, length);
  }

  static void write(long start, MemorySegment to) {
    to.copyFrom(at(start, to.byteSize()));
  }

  static boolean isAt(long start, MemorySegment found) {
    return found.mismatch(at(start, found.byteSize())) == -1;
  }

  /** Fails with the first byte that differs. */
  static void check(long start, MemorySegment found) {
    assertEquals(-1, found.mismatch(at(start, found.byteSize())), "first wrong byte");
  }
}
