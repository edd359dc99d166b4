package dev.weft.benchmarks.report;

import java.util.Arrays;

/** The distance of two processors, by the bounce of a cache line between them. */
public final class Distance {
  private static final double SAME = 1.4;

  private Distance() {}

  /** Whether these bounces, in nanoseconds, are those of one distance. */
  public static boolean isSame(double... bounces) {
    double[] sorted = bounces.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length - 1] <= SAME * sorted[0];
  }
}
