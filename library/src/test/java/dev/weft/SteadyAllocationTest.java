package dev.weft;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What counts as the allocation of a piece of work. */
class SteadyAllocationTest {
  private final AtomicLong attempts = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();

  /** An attempt of one round, which allocates if its number is from {@code from} to {@code to}. */
  private long measure(long from, long to) {
    Runnable round =
        () -> {
          long number = attempts.incrementAndGet();
          bytes.addAndGet(number >= from && number <= to ? 88 : 0);
        };
    return SteadyAllocation.ofRounds(1, round, bytes::get);
  }

  @Test
  void shouldIgnoreTheWarmUp() {
    assertEquals(0, measure(1, 20));
  }

  /** The four that end the warm-up are clean. */
  @Test
  void shouldIgnoreSomeAttemptsInARow() {
    assertEquals(0, measure(6, 9));
  }

  @Test
  void shouldFindWhatMostAttemptsAllocate() {
    assertEquals(88, measure(1, Long.MAX_VALUE));
    attempts.set(0);
    assertEquals(88, measure(6, Long.MAX_VALUE));
  }
}
