package dev.weft.benchmarks.report;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/**
 * What figures depend on besides the programs: in a virtual machine both change over time.
 *
 * @param bounce half a round trip of a cache line between two processors, in nanoseconds; 0 if only
 *     one takes part
 * @param step a step of arithmetic in nanoseconds, which takes longer while another machine's
 *     thread shares the processor's core
 */
public record Conditions(double bounce, double step) {
  private static final double SAME_BOUNCE = 1.4;
  private static final double SAME_STEP = 1.3;

  /** Whether figures that were measured under these conditions can be compared. */
  public static boolean areSame(Conditions... all) {
    return isSameBounce(Arrays.stream(all).mapToDouble(Conditions::bounce).toArray())
        && isSameStep(Arrays.stream(all).mapToDouble(Conditions::step).toArray());
  }

  /** Whether these bounces are those of one distance of the processors. */
  static boolean isSameBounce(double... bounces) {
    return isWithin(SAME_BOUNCE, bounces);
  }

  /** Whether these steps are those of processors that were shared alike. */
  static boolean isSameStep(double... steps) {
    return isWithin(SAME_STEP, steps);
  }

  private static boolean isWithin(double factor, double... values) {
    var range = DoubleStream.of(values).summaryStatistics();
    return range.getMax() <= factor * range.getMin();
  }
}
