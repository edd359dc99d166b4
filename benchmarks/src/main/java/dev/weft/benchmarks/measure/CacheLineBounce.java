package dev.weft.benchmarks.measure;

import dev.weft.cli.workload.Pinning;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Measures half a round trip of one cache line between processors 0 and 1. It bounds every figure
 * of two threads from below. In a virtual machine it changes over time, and these figures change
 * with it.
 */
final class CacheLineBounce {
  private static final int ROUND_TRIPS = 30_000;
  private static final int MEASUREMENTS = 6;
  private static final int WORD = 64;

  private final AtomicLongArray line = new AtomicLongArray(2 * WORD);

  private final double[] halves = new double[ROUND_TRIPS];

  private CacheLineBounce() {}

  /**
   * Nanoseconds; the last of several measurements, because the first ones are not yet compiled. The
   * calling thread, whose children would inherit it, is not pinned.
   */
  static double measure() throws InterruptedException {
    double half = 0;
    for (int i = 0; i < MEASUREMENTS; i++) {
      half = measureOnce();
    }
    return half;
  }

  private static double measureOnce() throws InterruptedException {
    CacheLineBounce bounce = new CacheLineBounce();
    Thread answering = Thread.ofPlatform().daemon().start(bounce::answer);
    Thread asking = Thread.ofPlatform().daemon().start(bounce::ask);
    answering.join();
    asking.join();
    return Median.of(bounce.halves);
  }

  private void ask() {
    Pinning.pinTo(1);
    for (int i = 0; i < ROUND_TRIPS; i++) {
      long start = System.nanoTime();
      line.setRelease(WORD, 2L * i + 1);
      awaitTurn(2L * i + 2);
      halves[i] = (System.nanoTime() - start) / 2.0;
    }
  }

  private void answer() {
    Pinning.pinTo(0);
    for (long turn = 1; turn < 2L * ROUND_TRIPS; turn += 2) {
      awaitTurn(turn);
      line.setRelease(WORD, turn + 1);
    }
  }

  private void awaitTurn(long turn) {
    while (line.getAcquire(WORD) != turn) {
      // the accesses must move the cache line
    }
  }
}
