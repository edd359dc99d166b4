package dev.weft.benchmarks.measure;

import java.util.Arrays;

/** Percentiles of short slices of a measurement, so that a few disturbed slices have no effect. */
final class Percentile {
  private Percentile() {}

  static double median(double[] values) {
    return of(values, values.length, 50);
  }

  /**
   * The percentile of the first {@code count} slices without their first half, which is warm-up.
   */
  static double ofSecondHalf(double[] values, int count, int percent) {
    double[] half = Arrays.copyOfRange(values, count / 2, count);
    return of(half, half.length, percent);
  }

  private static double of(double[] values, int count, int percent) {
    if (count == 0) {
      throw new IllegalStateException("slices=0, allowed 1 or more: measure for longer");
    }
    double[] sorted = Arrays.copyOf(values, count);
    Arrays.sort(sorted);
    return sorted[(count - 1) * percent / 100];
  }
}
