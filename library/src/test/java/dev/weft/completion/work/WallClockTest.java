package dev.weft.completion.work;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The time of day that completions are stamped with, while somebody may set the clock. */
class WallClockTest {
  private static final Duration TOLERANCE = Duration.ofMillis(2);

  private static void assertThatItIsNow(WallClock clock) {
    Instant before = Instant.now();
    Instant time = Instant.EPOCH.plusNanos(clock.at(System.nanoTime()));
    Instant after = Instant.now();
    assertTrue(time.isAfter(before.minus(TOLERANCE)), () -> time + " before " + before);
    assertTrue(time.isBefore(after.plus(TOLERANCE)), () -> time + " after " + after);
  }

  @Test
  void shouldTellTheTimeOfDay() {
    assertThatItIsNow(new WallClock());
  }

  /** As if the clock had been set: the next comparison within one millisecond notices. */
  @ParameterizedTest
  @ValueSource(longs = {0, 3_600_000_000_000L, -3_600_000_000_000L, 3_000_000, -3_000_000})
  void shouldFollowAClockThatWasSet(long difference) {
    long wrong = difference == 0 ? 0 : new WallClock().at(0) + difference;
    WallClock clock = new WallClock(wrong);
    while (clock.at(0) == wrong) {
      clock.follow();
    }
    assertThatItIsNow(clock);
  }
}
