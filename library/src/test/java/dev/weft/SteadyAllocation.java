package dev.weft;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/**
 * What the calling thread allocates for a piece of work in its steady state: after the attempts in
 * which it is being compiled, the median of several more. One clean attempt alone proves nothing.
 */
public final class SteadyAllocation {
  private static final int MOST_WARM_UPS = 30;
  private static final int MEASURED = 5;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private SteadyAllocation() {}

  /** Bytes of so many rounds. */
  public static long ofRounds(int rounds, Runnable round) {
    int warmUps = 0;
    while (warmUps < MOST_WARM_UPS && attempt(rounds, round) != 0) {
      warmUps++;
    }
    long[] bytes = new long[MEASURED];
    for (int i = 0; i < MEASURED; i++) {
      bytes[i] = attempt(rounds, round);
    }
    Arrays.sort(bytes);
    return bytes[MEASURED / 2];
  }

  private static long attempt(int rounds, Runnable round) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < rounds; i++) {
      round.run();
    }
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }
}
