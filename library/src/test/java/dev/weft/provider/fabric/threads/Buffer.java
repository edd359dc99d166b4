package dev.weft.provider.fabric.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.message.IoVector;
import dev.weft.provider.fabric.Numbers;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;

/** Memory of an operation, at any address, between bytes that nothing may change. */
final class Buffer {
  private static final int GUARD = 64;
  private static final byte MARK = 0x5A;
  private static final int LONGEST = 1 << 18;
  private static final ThreadLocal<MemorySegment> WANTED =
      ThreadLocal.withInitial(() -> MemorySegment.ofArray(new byte[LONGEST]));

  final MemorySegment memory;
  final long length;
  private final MemorySegment whole;

  Buffer(Arena arena, Random random, long length) {
    this(arena.allocate(length + 2 * GUARD), random.nextInt(GUARD), length);
  }

  private Buffer(MemorySegment whole, int shift, long length) {
    this.whole = whole.fill(MARK);
    this.length = length;
    memory = whole.asSlice(GUARD - shift / 2L, length);
  }

  /** Fills it with the bytes of a number, the number itself first. */
  Buffer fill(long number) {
    Numbers.fill(memory, length, number);
    if (length >= Long.BYTES) {
      memory.set(Numbers.LONG, 0, number);
    }
    return this;
  }

  /** The number that it was filled with; it has at least 8 bytes. */
  long number() {
    return memory.get(Numbers.LONG, 0);
  }

  /** Compares its first bytes with those of a number, and all behind them with the mark. */
  void assertHolds(long number, long bytes, long filled, Object about) {
    assertGuards(bytes, about);
    long wrong = wrongAt(memory.asSlice(0, bytes), number, filled);
    assertEquals(-1, wrong, () -> "first wrong byte of " + about);
  }

  /** The first position that does not hold what {@link #fill} puts there, or -1. */
  static long wrongAt(MemorySegment memory, long number, long filled) {
    MemorySegment wanted = WANTED.get();
    Numbers.fill(wanted, memory.byteSize(), number);
    if (filled >= Long.BYTES) {
      wanted.set(Numbers.LONG, 0, number);
    }
    return wanted.asSlice(0, memory.byteSize()).mismatch(memory);
  }

  /** Requires that nothing but its first bytes was changed. */
  void assertGuards(long bytes, Object about) {
    long start = memory.address() - whole.address();
    assertMarks(whole.asSlice(0, start), about);
    assertMarks(whole.asSlice(start + bytes), about);
  }

  private static void assertMarks(MemorySegment memory, Object about) {
    for (long i = 0; i < memory.byteSize(); i++) {
      if (memory.get(ValueLayout.JAVA_BYTE, i) != MARK) {
        long at = i;
        assertEquals(-1, at, () -> "byte outside the buffer of " + about);
      }
    }
  }

  /** It in up to four parts. */
  IoVector split(Random random) {
    IoVector vector = new IoVector();
    long done = 0;
    for (int parts = random.nextInt(4); parts > 0; parts--) {
      long here = (long) (random.nextDouble() * (length - done + 1));
      vector.add(memory, done, here);
      done += here;
    }
    return vector.add(memory, done, length - done);
  }
}
