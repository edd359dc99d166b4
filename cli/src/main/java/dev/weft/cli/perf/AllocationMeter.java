package dev.weft.cli.perf;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * Counts the heap bytes that a measuring thread allocates. A virtual thread has no counter of its
 * own: there the whole process is counted, so that nothing is missed.
 */
final class AllocationMeter {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final boolean wholeProcess;
  private final long start;

  private AllocationMeter(boolean wholeProcess) {
    this.wholeProcess = wholeProcess;
    this.start = counter();
  }

  /** Starts to count what the calling thread allocates. */
  static AllocationMeter start() {
    return new AllocationMeter(Thread.currentThread().isVirtual());
  }

  /** Bytes since the start; to be asked by the thread that started it. */
  long bytes() {
    return counter() - start;
  }

  /** Whether other threads' allocations are in it too. */
  boolean wholeProcess() {
    return wholeProcess;
  }

  private long counter() {
    return wholeProcess
        ? THREADS.getTotalThreadAllocatedBytes()
        : THREADS.getCurrentThreadAllocatedBytes();
  }
}
