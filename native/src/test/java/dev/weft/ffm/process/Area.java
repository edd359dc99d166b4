package dev.weft.ffm.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;

/** A buffer with bytes around it that nobody may write. */
final class Area {
  /** Bytes that are added to the length of a buffer at most. */
  static final int EXTRA = 256;

  private static final byte UNTOUCHED = 0x5A;
  private static final int LONGEST = 26 << 20;
  private static final MemorySegment ALL_UNTOUCHED = untouched();

  private final MemorySegment whole;
  private final MemorySegment inner;

  /**
   * Fills the whole memory with bytes that {@link #check} expects.
   *
   * @param shift how far the buffer is from an aligned address
   */
  Area(MemorySegment whole, long length, int shift) {
    this.whole = whole.fill(UNTOUCHED);
    inner = whole.asSlice(EXTRA / 4 + shift, length);
  }

  private static MemorySegment untouched() {
    return MemorySegment.ofArray(new byte[LONGEST]).fill(UNTOUCHED).asReadOnly();
  }

  MemorySegment buffer() {
    return inner;
  }

  long length() {
    return inner.byteSize();
  }

  /** The first bytes of the buffer are of the pattern, and all others untouched. */
  void check(long start, long written) {
    Pattern.check(start, inner.asSlice(0, written));
    checkUntouched(0, inner.address() - whole.address());
    checkUntouchedFrom(written);
  }

  /** All bytes outside of the buffer are untouched. */
  void checkAround() {
    checkUntouched(0, inner.address() - whole.address());
    checkUntouchedFrom(inner.byteSize());
  }

  /** All bytes from this one of the buffer on are untouched, also those behind it. */
  void checkUntouchedFrom(long offset) {
    checkUntouched(inner.address() - whole.address() + offset, whole.byteSize());
  }

  private void checkUntouched(long from, long to) {
    MemorySegment part = whole.asSlice(from, to - from);
    long found = part.mismatch(ALL_UNTOUCHED.asSlice(0, part.byteSize()));
    assertEquals(-1, found, "first byte of %d behind %d that was written".formatted(to, from));
  }
}
