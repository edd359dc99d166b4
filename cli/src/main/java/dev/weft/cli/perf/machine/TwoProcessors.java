package dev.weft.cli.perf.machine;

import dev.weft.cli.workload.Pinning;

/**
 * The first two processors that this process may use, one for each thread of a measurement that
 * polls. {@code taskset} chooses others.
 */
public final class TwoProcessors {
  private static final int[] CHOSEN = Pinning.allowed().stream().limit(2).toArray();

  private TwoProcessors() {}

  /** Whether the process may use two, and may pin its threads. */
  public static boolean areAvailable() {
    return CHOSEN.length == 2;
  }

  /** Keeps the calling thread on the first, where there are two. */
  public static void pinToFirst() {
    pinTo(0);
  }

  /** Keeps the calling thread on the second, where there are two. */
  public static void pinToSecond() {
    pinTo(1);
  }

  private static void pinTo(int index) {
    if (areAvailable()) {
      Pinning.pinTo(CHOSEN[index]);
    }
  }
}
