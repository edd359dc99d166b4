package dev.weft.cli.perf;

/** Ends a wait for completions that do not come, instead of hanging for ever. */
final class Patience {
  private static final long LIMIT_NANOS = 10_000_000_000L;
  private static final int LOOKS_BETWEEN_CLOCKS = 1 << 12;

  private int looks;
  private long start;

  /** A wait begins. */
  void begin() {
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
      throw new PerfFailure("Stopped because the other end failed.");
    }
    long now = System.nanoTime();
    start = start == 0 ? now : start;
    if (now - start > LIMIT_NANOS) {
      throw new PerfFailure(
          "Nothing completed for %d s while %d operations were under way."
              .formatted(LIMIT_NANOS / 1_000_000_000, side.posted() - side.seen()));
    }
  }
}
