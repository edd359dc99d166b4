package dev.weft.ffm;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/**
 * Measures what the calling thread allocates in steady state: the median of some rounds after those
 * in which the code is compiled.
 */
public final class SteadyBytes {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private SteadyBytes() {}

  /**
   * Bytes of one round.
   *
   * @param warmUps the most rounds until one allocates nothing
   */
  public static long of(int warmUps, Runnable round) {
    for (int i = 0; i < warmUps && once(round) > 0; i++) {
      // until it is compiled
    }
    long[] bytes = {once(round), once(round), once(round)};
    Arrays.sort(bytes);
    return bytes[1];
  }

  private static long once(Runnable round) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    round.run();
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }
}
