package dev.weft.cli.soak;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Memory of which the middle is granted to a peer that may die at any moment.
 *
 * <pre>
 *   guard | sum | sum | what is written and read | guard
 * </pre>
 *
 * <p>Who adds does so to one sum and then to the other; when it has died they differ by one at
 * most.
 */
final class GuardedRegion {
  /** Bytes of the sums, behind which the rest begins. */
  static final long SUMS = 2 * Long.BYTES;

  private static final long GUARD = 4096;
  private static final byte GUARDED = 0x55;
  private static final ValueLayout.OfLong NUMBER = ValueLayout.JAVA_LONG;

  private final MemorySegment all;
  private final MemorySegment granted;

  private GuardedRegion(MemorySegment all) {
    this.all = all.fill(GUARDED);
    this.granted = all.asSlice(GUARD, all.byteSize() - 2 * GUARD);
    clearSums();
  }

  /** How much memory it takes to grant so much. */
  static long sizeFor(long granted) {
    return granted + 2 * GUARD;
  }

  /** The middle of this, whose sums are zero. */
  static GuardedRegion within(MemorySegment memory) {
    return new GuardedRegion(memory);
  }

  /** What the peer may touch. */
  MemorySegment granted() {
    return granted;
  }

  /** After the peer's end: what it has done; ready for the next. */
  void check() {
    long first = granted.get(NUMBER, 0);
    long second = granted.get(NUMBER, Long.BYTES);
    require(
        first == second || first == second + 1,
        "sums of a peer that is gone are " + first + " and " + second);
    clearSums();
    for (long at = 0; at < GUARD; at++) {
      require(
          all.get(ValueLayout.JAVA_BYTE, at) == GUARDED
              && all.get(ValueLayout.JAVA_BYTE, all.byteSize() - 1 - at) == GUARDED,
          "memory was changed that was not granted");
    }
  }

  private void clearSums() {
    granted.asSlice(0, SUMS).fill((byte) 0);
  }

  private static void require(boolean right, String otherwise) {
    if (!right) {
      throw new SoakFailure(otherwise);
    }
  }
}
