package dev.weft.benchmarks.report;

import java.util.List;

/**
 * One row of the result; null is what a row does not have.
 *
 * @param peer the best one
 * @param ratio ours divided by the peer's
 * @param met null if there is no target, or the runs were at unequal distances of the processors
 * @param runs how many runs are in the median, at least, for each contender
 * @param without peers that could not run
 */
public record Row(
    String section,
    String name,
    String unit,
    Figure ours,
    Figure peer,
    Double ratio,
    Bound target,
    Boolean met,
    int runs,
    List<String> without) {

  /** Whether the runs were at unequal distances of the processors. */
  boolean unequal() {
    return target != null && met == null;
  }

  String figure() {
    return Figure.text(ours.figure(), unit);
  }
}
