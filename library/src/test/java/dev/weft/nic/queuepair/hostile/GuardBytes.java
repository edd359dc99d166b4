package dev.weft.nic.queuepair.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;

/** Fills memory with a fixed byte, and checks that parts of it still hold it. */
final class GuardBytes {
  private static final byte GUARD = 0x55;

  private final MemorySegment memory;
  private final MemorySegment expected;

  GuardBytes(MemorySegment memory) {
    this.memory = memory;
    this.expected = MemorySegment.ofArray(new byte[Math.toIntExact(memory.byteSize())]);
    expected.fill(GUARD);
    memory.fill(GUARD);
  }

  void requireUntouched(long from, long size) {
    long at = MemorySegment.mismatch(memory, from, from + size, expected, 0, size);
    assertEquals(-1, at, "memory that was not granted");
  }
}
