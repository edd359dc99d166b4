package dev.weft.cli.perf.machine;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * Counts the heap bytes that a measuring thread allocates. A virtual thread has no counter, so
 * there the whole process is counted.
 */
public final class AllocationMeter {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final boolean wholeProcess;
  private final long start;

  private AllocationMeter(boolean wholeProcess) {
    this.wholeProcess = wholeProcess;
    this.start = counter();
  }

  /** Starts to count the calling thread's allocations. */
  public static AllocationMeter start() {
    return new AllocationMeter(Thread.currentThread().isVirtual());
  }

  /** Bytes since the start; called by the thread that started it. */
  public long bytes() {
    return counter() - start;
  }

  /** Whether other threads' allocations are included. */
  public boolean wholeProcess() {
    return wholeProcess;
  }

  private long counter() {
    return wholeProcess
        ? THREADS.getTotalThreadAllocatedBytes()
        : THREADS.getCurrentThreadAllocatedBytes();
  }
}
