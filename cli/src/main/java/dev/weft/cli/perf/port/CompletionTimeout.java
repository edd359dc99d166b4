package dev.weft.cli.perf.port;

import com.sun.management.OperatingSystemMXBean;
import dev.weft.cli.perf.plan.PerfFailure;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * Ends a wait for completions that do not arrive.
 *
 * <p>On a busy machine the other end may not have been scheduled. A wait therefore ends only after
 * its limit, and only if this process has used half of the limit as CPU time in the second half of
 * the wait, during which the thread polls: the scheduler then gave the other end as much.
 */
public final class CompletionTimeout {
  /** The failure of an end that stopped because the other one failed. */
  public static final String STOPPED = "Stopped because the other end failed.";

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

  /** A completion has arrived. */
  void reset() {
    looks = 0;
    start = 0;
    usedBefore = UNKNOWN;
  }

  /** Whether half of the limit is over, so that the thread must poll from now on. */
  boolean isShort() {
    return usedBefore != UNKNOWN;
  }

  /**
   * Counts an unsuccessful poll. Occasionally checks the clock and yields the core, which the other
   * end may need.
   *
   * @throws PerfFailure if the wait has timed out
   */
  void spin(Port port) {
    if ((++looks & (LOOKS_BETWEEN_CLOCKS - 1)) == 0) {
      check(port);
      Thread.yield();
    }
  }

  /**
   * Checks the clock after an unsuccessful wait.
   *
   * @throws PerfFailure if the wait has timed out
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
