package dev.weft.benchmarks.measure;

import dev.weft.cli.workload.Pinning;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures a step of arithmetic that keeps several units of a processor busy. A step takes about
 * one and a half times as long while another thread runs on the same core, which in a virtual
 * machine may be one of another machine; all figures change with it.
 */
final class StepCost {
  private static final int PROCESSORS = 2;
  private static final int WORDS = 2048;
  private static final int ROUNDS = 20;
  private static final int MEASUREMENTS = 2_000;

  private final int[] words = new int[WORDS];
  private final double[] costs = new double[MEASUREMENTS];

  /** Uses the sums, so that they are computed. */
  private final AtomicLong sums = new AtomicLong();

  private StepCost() {}

  /** Nanoseconds, on the slower one of processors 0 and 1. */
  static double measure() throws InterruptedException {
    double slowest = 0;
    for (int processor = 0; processor < PROCESSORS; processor++) {
      slowest = Math.max(slowest, measureOn(processor));
    }
    return slowest;
  }

  private static double measureOn(int processor) throws InterruptedException {
    StepCost cost = new StepCost();
    Thread.ofPlatform().start(() -> cost.run(processor)).join();
    return Median.ofSecondHalf(cost.costs);
  }

  private void run(int processor) {
    Pinning.pinTo(processor);
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
