package dev.weft.benchmarks.measure;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/** Medians of short slices of a measurement, so that a few disturbed slices have no effect. */
final class Median {
  private static final int MAX_SLICES = 1_000_000;

  private Median() {}

  /**
   * Measures slice after slice for this long, at least two; the median without the first half,
   * which is warm-up.
   *
   * @param slice measures the slice with this number
   */
  static double ofSlices(long nanos, IntToDoubleFunction slice) {
    double[] figures = new double[MAX_SLICES];
    int slices = 0;
    long end = System.nanoTime() + nanos;
    while (slices < 2 || (System.nanoTime() < end && slices < MAX_SLICES)) {
      figures[slices] = slice.applyAsDouble(slices);
      slices++;
    }
    return of(Arrays.copyOfRange(figures, slices / 2, slices));
  }

  /** The median of the values without their first half, which is warm-up. */
  static double ofSecondHalf(double[] values) {
    return of(Arrays.copyOfRange(values, values.length / 2, values.length));
  }

  static double of(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(sorted.length - 1) / 2];
  }
}
