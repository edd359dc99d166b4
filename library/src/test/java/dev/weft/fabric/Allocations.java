package dev.weft.fabric;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What a piece of work allocates once it is compiled. */
final class Allocations {

  private static final int ATTEMPTS = 20;
  private static final int ROUNDS = 20_000;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Allocations() {}

  /** Bytes of {@value #ROUNDS} rounds, the fewest of several attempts. */
  static long inSteadyState(Runnable work) {
    long fewest = Long.MAX_VALUE;
    for (int attempt = 0; attempt < ATTEMPTS && fewest != 0; attempt++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      for (int round = 0; round < ROUNDS; round++) {
        work.run();
      }
      fewest = Math.min(fewest, THREADS.getCurrentThreadAllocatedBytes() - before);
    }
    return fewest;
  }
}
