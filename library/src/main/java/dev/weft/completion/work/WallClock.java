package dev.weft.completion.work;

import java.time.Instant;

/**
 * Turns {@link System#nanoTime} into the time of day. Both clocks are compared exactly at the start
 * and whenever the result has left the millisecond that {@link System#currentTimeMillis} shows,
 * because somebody has set the clock or it runs at another rate. In between nothing is allocated.
 *
 * <p>One thread at a time may call it.
 */
final class WallClock {
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final long NANOS_PER_MILLISECOND = 1_000_000;

  /** How far the time of day may leave its millisecond. */
  private static final long TOLERANCE_NANOS = 100_000;

  private static final int COMPARISONS = 5;

  /** The time of day at {@link System#nanoTime} 0. */
  private long origin;

  WallClock() {
    this(compareClocks());
  }

  WallClock(long origin) {
    this.origin = origin;
  }

  /** Looks whether the clock was set. Between two calls, times have the order of their stamps. */
  void follow() {
    long millis = System.currentTimeMillis();
    long now = at(System.nanoTime());
    if (System.currentTimeMillis() == millis && hasLeft(millis, now)) {
      origin = compareClocks();
    }
  }

  /** The time of day in nanoseconds since 1970 when {@link System#nanoTime} had this value. */
  long at(long nanoTime) {
    return nanoTime + origin;
  }

  private static boolean hasLeft(long millis, long timeOfDay) {
    long inside = timeOfDay - millis * NANOS_PER_MILLISECOND;
    return inside < -TOLERANCE_NANOS || inside > NANOS_PER_MILLISECOND + TOLERANCE_NANOS;
  }

  /** The comparison whose clocks were read within the shortest time. */
  private static long compareClocks() {
    long best = 0;
    long shortest = Long.MAX_VALUE;
    for (int i = 0; i < COMPARISONS; i++) {
      long before = System.nanoTime();
      Instant now = Instant.now();
      long taken = System.nanoTime() - before;
      if (taken < shortest) {
        shortest = taken;
        best = now.getEpochSecond() * NANOS_PER_SECOND + now.getNano() - before - taken / 2;
      }
    }
    return best;
  }
}
