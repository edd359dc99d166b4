package dev.weft.benchmarks.measure;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Measures the copy rate of the machine: one thread copies between two buffers in its cache. */
final class CopyRate {
  private static final int MOST_COPIES = 1_000_000;

  private CopyRate() {}

  /** Gigabytes a second, the median copy. */
  static double measure(int bytes, long nanos) {
    Pinning.pinTo(1);
    MemorySegment from = Arena.ofAuto().allocate(bytes, 64);
    MemorySegment to = Arena.ofAuto().allocate(bytes, 64);
    double[] rates = new double[MOST_COPIES];
    int copies = 0;
    long end = System.nanoTime() + nanos;
    while (copies < 2 || (System.nanoTime() < end && copies < MOST_COPIES)) {
      long start = System.nanoTime();
      MemorySegment.copy(from, 0, to, 0, bytes);
      rates[copies++] = bytes / (double) (System.nanoTime() - start);
    }
    return Percentile.ofSecondHalf(rates, copies, 50);
  }
}
