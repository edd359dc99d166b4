package dev.weft.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ShortCopyTest {
  private static final int SIZE = 300;

  /** Off-heap and heap memory, which copies differently. */
  private static Stream<MemorySegment> memories() {
    return Stream.of(
        Arena.ofAuto().allocate(SIZE),
        MemorySegment.ofArray(new byte[SIZE]),
        Arena.ofAuto().allocate(SIZE + 3).asSlice(3, SIZE));
  }

  @ParameterizedTest
  @MethodSource("memories")
  void copiesAnySizeAtAnyPlaceOnceAndNothingElse(MemorySegment memory) {
    Random random = new Random(1);
    for (int run = 0; run < 20_000; run++) {
      byte[] expected = new byte[SIZE];
      random.nextBytes(expected);
      MemorySegment.copy(expected, 0, memory, ValueLayout.JAVA_BYTE, 0, SIZE);
      int size = random.nextInt(run % 2 == 0 ? 12 : 130);
      int at = random.nextInt(SIZE - size);
      int to = random.nextInt(SIZE - size); // the ranges often overlap

      System.arraycopy(expected, at, expected, to, size);
      ShortCopy.copy(memory, at, memory, to, size);

      assertArrayEquals(expected, memory.toArray(ValueLayout.JAVA_BYTE), at + " " + to);
    }
  }

  @Test
  void refusesTooMuchWithoutAStore() {
    MemorySegment from = MemorySegment.ofArray(new byte[] {1, 1, 1, 1, 1, 1, 1, 1});
    MemorySegment to = MemorySegment.ofArray(new byte[7]);

    assertThrows(IndexOutOfBoundsException.class, () -> ShortCopy.copy(from, 0, to, 0, 8));

    assertArrayEquals(new byte[7], to.toArray(ValueLayout.JAVA_BYTE));
  }
}
