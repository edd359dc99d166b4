package dev.weft.conformance.check;

import java.time.Duration;

/**
 * Counts the rounds of a check that provokes a race. They end early on a slow machine: fewer rounds
 * are a weaker check, but no failure.
 *
 * <p>One thread begins rounds. Any thread may read the counts.
 */
public final class Rounds {
  /** Rounds that always take place, however long they take. */
  private static final int LEAST = 200;

  private final int most;
  private final long nanos;
  private final long started = System.nanoTime();
  private volatile int begun;
  private volatile boolean over;

  Rounds(int most, Duration time) {
    this.most = most;
    this.nanos = time.toNanos();
  }

  /** Begins the next round; false if there is none. */
  public boolean next() {
    return next(1) == 1;
  }

  /** Begins up to this many rounds at once and returns how many; 0 if none are left. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // written by one thread only
  public int next(int wanted) {
    boolean hasTime = System.nanoTime() - started < nanos || begun < LEAST;
    int now = hasTime ? Math.min(wanted, most - begun) : 0;
    begun += now;
    over = now == 0;
    return now;
  }

  /** The maximum number of rounds. */
  public int most() {
    return most;
  }

  /** How many have begun. */
  public int begun() {
    return begun;
  }

  /** Whether all have begun. */
  public boolean isOver() {
    return over;
  }

  /** The number of rounds; while more may begin, the maximum. */
  public int total() {
    return over ? begun : most;
  }
}
