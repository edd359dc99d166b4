package dev.weft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Generators of consecutive seeds differ from the first value on, and repeat their values. */
class SeededRandomTest {
  private static final int SEEDS = 200;

  private static Set<Integer> firstValues(LongFunction<Random> source, int bound) {
    return LongStream.range(0, SEEDS)
        .mapToObj(seed -> source.apply(seed).nextInt(bound))
        .collect(Collectors.toSet());
  }

  /** The reason for the class: all first values of {@code Random} are the same. */
  @Test
  void shouldBeNeeded() {
    assertEquals(1, firstValues(Random::new, 8).size());
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 8, 12, 16})
  void shouldDifferFromTheFirstValue(int bound) {
    assertEquals(bound, firstValues(SeededRandom::of, bound).size());
    assertTrue(firstValues(SeededRandom::of, 1 << 30).size() == SEEDS);
  }

  @Test
  void shouldRepeatItsValues() {
    Random one = SeededRandom.of(5);
    Random other = SeededRandom.of(5);
    for (int i = 0; i < 100; i++) {
      assertEquals(one.nextLong(), other.nextLong());
    }
  }
}
