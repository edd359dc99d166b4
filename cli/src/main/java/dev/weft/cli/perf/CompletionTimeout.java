package dev.weft.cli.perf;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * Ends a wait for completions that do not come, instead of hanging for ever.
 *
 * <p>On a busy machine the other end may not have run yet. So a wait is given up once it has lasted
 * for its limit, and this process has used half of the limit as CPU time in the second half of the
 * wait, in which the thread polls: the scheduler gives the other end as much.
 */
final class CompletionTimeout {
  /** Why an end stopped that did not fail itself. */
  static final String STOPPED = "Stopped because the other end failed.";

  private static final int LOOKS_BETWEEN_CLOCKS = 1 << 9;
  private static final long UNKNOWN = -1;
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private final Duration limit;
  private int looks;
  private long start;
  private long usedBefore = UNKNOWN;

  CompletionTimeout(Duration limit) {
    this.limit = limit;
  }

  /** Something has come. */
  void reset() {
    looks = 0;
    start = 0;
    usedBefore = UNKNOWN;
  }

  /** Whether half of the limit is over, so that the thread has to poll from now on. */
  boolean isShort() {
    return usedBefore != UNKNOWN;
  }

  /**
   * Nothing has come, once more. Now and then looks at the clock and lets others use the core,
   * among whom may be the one that is waited for.
   *
   * @throws PerfFailure where the wait is hopeless
   */
  void spin(Port port) {
    if ((++looks & (LOOKS_BETWEEN_CLOCKS - 1)) == 0) {
      check(port);
      Thread.yield();
    }
  }

  /**
   * Nothing has come for long enough to look at the clock.
   *
   * @throws PerfFailure where the wait is hopeless
   */
  void check(Port port) {
    if (Thread.currentThread().isInterrupted()) {
      throw new PerfFailure(STOPPED);
    }
    long now = System.nanoTime();
    start = start == 0 ? now : start;
    long lasted = now - start;
    if (!isShort()) {
      usedBefore = lasted > limit.toNanos() / 2 ? SYSTEM.getProcessCpuTime() : UNKNOWN;
    } else if (lasted > limit.toNanos() && hasUsed(limit.toNanos() / 2)) {
      throw new PerfFailure(
          "Nothing completed for %d ms while %d operations were under way."
              .formatted(lasted / 1_000_000, port.posted() - port.seen()));
    }
  }

  private boolean hasUsed(long nanos) {
    return SYSTEM.getProcessCpuTime() - usedBefore > nanos;
  }
}
