package dev.weft.wait;

import java.util.concurrent.TimeUnit;

/**
 * Points in time of {@link System#nanoTime}. A wait computes its deadline once, so spurious
 * wake-ups do not extend it.
 */
public final class Deadline {
  /** Never passes. */
  public static final long FOREVER = Long.MAX_VALUE;

  private static final long MAX = Long.MAX_VALUE >> 2;

  private Deadline() {}

  /** The time {@code duration} from now; a negative duration, as in C, means {@link #FOREVER}. */
  public static long after(long duration, TimeUnit unit) {
    if (duration < 0) {
      return FOREVER;
    }
    long deadline = System.nanoTime() + Math.min(unit.toNanos(duration), MAX);
    return deadline == FOREVER ? FOREVER - 1 : deadline;
  }

  /** Whether the deadline has passed. */
  public static boolean hasPassed(long deadline) {
    return remaining(deadline) <= 0;
  }

  /** Nanoseconds left until the deadline; 0 or less when it has passed. */
  static long remaining(long deadline) {
    return deadline == FOREVER ? FOREVER : deadline - System.nanoTime();
  }
}
