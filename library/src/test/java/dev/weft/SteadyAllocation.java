package dev.weft;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * Measures the allocation of a piece of work in steady state: the median of several attempts after
 * those in which it is compiled, or of more if that is not 0. On a busy machine some attempts in a
 * row may run code that is being compiled again. One clean attempt alone proves nothing.
 */
public final class SteadyAllocation {
  private static final int MAX_WARM_UPS = 60;

  /** Clean attempts in a row that end the warm-up: the JVM links code late on a busy machine. */
  private static final int CLEAN = 4;

  private static final int MEASURED = 5;

  /** Attempts of a closer look, if the first ones are not clean. */
  private static final int MEASURED_AGAIN = 25;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private SteadyAllocation() {}

  /** Bytes that the calling thread allocates in this many rounds. */
  public static long ofRounds(int rounds, Runnable round) {
    return ofRounds(rounds, round, THREADS::getCurrentThreadAllocatedBytes);
  }

  /**
   * Bytes of this many rounds.
   *
   * @param allocated bytes so far, of all measured threads; allocates nothing itself
   */
  public static long ofRounds(int rounds, Runnable round, LongSupplier allocated) {
    int clean = 0;
    for (int i = 0; i < MAX_WARM_UPS && clean < CLEAN; i++) {
      clean = attempt(rounds, round, allocated) == 0 ? clean + 1 : 0;
    }
    long first = median(MEASURED, rounds, round, allocated);
    return first == 0 ? 0 : median(MEASURED_AGAIN, rounds, round, allocated);
  }

  private static long median(int attempts, int rounds, Runnable round, LongSupplier allocated) {
    long[] bytes = new long[attempts];
    for (int i = 0; i < attempts; i++) {
      bytes[i] = attempt(rounds, round, allocated);
    }
    Arrays.sort(bytes);
    return bytes[attempts / 2];
  }

  private static long attempt(int rounds, Runnable round, LongSupplier allocated) {
    long before = allocated.getAsLong();
    for (int i = 0; i < rounds; i++) {
      round.run();
    }
    return allocated.getAsLong() - before;
  }
}
