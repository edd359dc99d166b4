package dev.weft.conformance;

import java.time.Duration;

/**
 * The rounds of a check that provokes a race. They end early on a machine that takes too long for
 * them: fewer rounds are a weaker check, but no failure.
 *
 * <p>One thread begins rounds. Any thread may ask how many there are.
 */
public final class Rounds {
  /** So many rounds take place however long they take. */
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

  /** Begins up to this many rounds at once; how many, 0 once there are no more. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // by one thread only
  public int next(int wanted) {
    boolean hasTime = System.nanoTime() - started < nanos || begun < LEAST;
    int now = hasTime ? Math.min(wanted, most - begun) : 0;
    begun += now;
    over = now == 0;
    return now;
  }

  /** The most there can be. */
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

  /** How many there are: the most there can be, while more may begin. */
  public int total() {
    return over ? begun : most;
  }
}
