package dev.weft.cli.perf;

import java.time.Duration;

/** Ends a wait for completions that do not come, instead of hanging for ever. */
final class Patience {
  /** Why an end stopped that did not fail itself. */
  static final String STOPPED = "Stopped because the other end failed.";

  private static final int LOOKS_BETWEEN_CLOCKS = 1 << 9;

  private final Duration limit;
  private int looks;
  private long start;

  Patience(Duration limit) {
    this.limit = limit;
  }

  /** Something has come. */
  void reset() {
    looks = 0;
    start = 0;
  }

  /**
   * Nothing has come, once more. Now and then looks at the clock and lets others use the core,
   * among whom may be the one that is waited for.
   *
   * @throws PerfFailure where the wait is hopeless
   */
  void spin(Side side) {
    if ((++looks & (LOOKS_BETWEEN_CLOCKS - 1)) == 0) {
      check(side);
      Thread.yield();
    }
  }

  /**
   * Nothing has come for long enough to look at the clock.
   *
   * @throws PerfFailure where the wait is hopeless
   */
  void check(Side side) {
    if (Thread.currentThread().isInterrupted()) {
      throw new PerfFailure(STOPPED);
    }
    long now = System.nanoTime();
    start = start == 0 ? now : start;
    if (now - start > limit.toNanos()) {
      throw new PerfFailure(
          "Nothing completed for %d ms while %d operations were under way."
              .formatted(limit.toMillis(), side.posted() - side.seen()));
    }
  }
}
