package dev.weft.cli.perf;

/** Ends a wait for completions that do not come, instead of hanging for ever. */
final class Patience {
  private static final long LIMIT_NANOS = 10_000_000_000L;

  private final long start = System.nanoTime();

  /**
   * To be called now and then while nothing comes.
   *
   * @throws PerfFailure where the wait is hopeless
   */
  void check(Side side) {
    if (Thread.currentThread().isInterrupted()) {
      throw new PerfFailure("Stopped because the other end failed.");
    }
    if (System.nanoTime() - start > LIMIT_NANOS) {
      throw new PerfFailure(
          "Nothing completed for %d s while %d operations were under way."
              .formatted(LIMIT_NANOS / 1_000_000_000, side.posted() - side.seen()));
    }
  }
}
