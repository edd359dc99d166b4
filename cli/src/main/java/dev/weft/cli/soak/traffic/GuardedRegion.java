package dev.weft.cli.soak.traffic;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A buffer whose middle is granted to a peer that may die at any moment.
 *
 * <pre>
 *   guard | sum | sum | what is written and read | guard
 * </pre>
 *
 * <p>The peer adds to one sum and then to the other; after its death they differ by at most one.
 */
final class GuardedRegion {
  /** Bytes of the sums, which the data follows. */
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

  /** Memory needed to grant this many bytes. */
  static long sizeFor(long granted) {
    return granted + 2 * GUARD;
  }

  /** Makes a region in the middle of this memory; its sums are zero. */
  static GuardedRegion within(MemorySegment memory) {
    return new GuardedRegion(memory);
  }

  /** The memory that the peer may access. */
  MemorySegment granted() {
    return granted;
  }

  /** Checks the memory after the peer's death, and resets it for the next peer. */
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
