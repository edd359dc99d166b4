package dev.weft.cli.perf.machine;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures a step of arithmetic that keeps several units of a processor busy. A step takes about
 * one and a half times as long while another thread runs on the same core, which in a virtual
 * machine may be one of another machine; all figures change with it.
 */
public final class StepCost {
  private static final int WORDS = 2048;
  private static final int ROUNDS = 20;
  private static final int MEASUREMENTS = 1_000;

  private final int[] words = new int[WORDS];
  private final double[] costs = new double[MEASUREMENTS];

  /** Uses the sums, so that they are computed. */
  private final AtomicLong sums = new AtomicLong();

  private StepCost() {}

  /**
   * Nanoseconds; takes some milliseconds.
   *
   * @param pinned whether to measure on the processors of both threads, and take the slower one
   */
  public static double measure(boolean pinned) {
    return pinned
        ? Math.max(measure(TwoProcessors::pinToFirst), measure(TwoProcessors::pinToSecond))
        : measure(() -> {});
  }

  private static double measure(Runnable pin) {
    StepCost cost = new StepCost();
    Thread measuring =
        Thread.ofPlatform()
            .daemon()
            .name("weft step")
            .start(
                () -> {
                  pin.run();
                  cost.run();
                });
    CacheLineBounce.join(measuring);
    double[] warm = Arrays.copyOfRange(cost.costs, MEASUREMENTS / 2, MEASUREMENTS);
    Arrays.sort(warm);
    return warm[warm.length / 2];
  }

  private void run() {
    for (int i = 0; i < MEASUREMENTS; i++) {
      long start = System.nanoTime();
      for (int round = 0; round < ROUNDS; round++) {
        sums.addAndGet(sum());
      }
      costs[i] = (System.nanoTime() - start) / (double) (ROUNDS * WORDS);
    }
  }

  /** Four sums that do not depend on each other. */
  private int sum() {
    int a = 0;
    int b = 0;
    int c = 0;
    int d = 0;
    for (int i = 0; i < WORDS; i += 4) {
      a = (a ^ words[i]) * 31 + 1;
      b = (b ^ words[i + 1]) * 31 + 1;
      c = (c ^ words[i + 2]) * 31 + 1;
      d = (d ^ words[i + 3]) * 31 + 1;
    }
    return a + b + c + d;
  }
}
