package dev.weft;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Checks that the library's process-wide threads use no CPU time while nothing is due. */
public final class ServiceThreads {
  private static final Set<String> NAMES = Set.of("weft-timer", "weft-shm");
  private static final int LAPS = 40;
  private static final long LAP = TimeUnit.MILLISECONDS.toNanos(10);

  /**
   * CPU time that a spinning thread exceeds on any machine, and a thread that polls at intervals
   * does not.
   */
  private static final long MAX = TimeUnit.MILLISECONDS.toNanos(20);

  private ServiceThreads() {}

  private static long processorNanos() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long sum = 0;
    for (ThreadInfo each : threads.dumpAllThreads(false, false, 0)) {
      sum +=
          NAMES.contains(each.getThreadName()) ? threads.getThreadCpuTime(each.getThreadId()) : 0;
    }
    return sum;
  }

  /** Waits until the thread of this name has ended; it does with the last object that uses it. */
  public static void awaitEnd(String name) {
    while (isAlive(name)) {
      LockSupport.parkNanos(LAP);
    }
  }

  public static boolean isAlive(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals(name));
  }

  /** Fails if they use CPU time while this thread waits. */
  public static void requireAtRest() {
    long before = processorNanos();
    for (int lap = 0; lap < LAPS; lap++) {
      LockSupport.parkNanos(LAP);
    }
    long used = processorNanos() - before;
    assertTrue(used < MAX, () -> "the library's threads used " + used + " ns while idle");
  }
}
