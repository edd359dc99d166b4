package dev.weft.benchmarks.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Locale;

/**
 * One row of the result, as it is printed and written as JSON; null, and missing in JSON, is what a
 * row does not have.
 *
 * @param peer the best one
 * @param ratio ours divided by the peer's
 * @param met null if there is no target, or the runs were made under unequal conditions
 * @param runs how many runs are in the median, at least, for each contender
 * @param without peers that could not run
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
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
    List<String> without,
    Growth growth) {

  /**
   * The number of members with which a cost was measured.
   *
   * @param law how the cost grows over all sizes, in words
   */
  public record Growth(int size, String law) {}

  /** Whether the runs were made under unequal {@link Conditions}. */
  boolean unequal() {
    return target != null && met == null;
  }

  /** What names this row among those of a run. */
  List<Object> key() {
    return List.of(section, name, growth == null ? 0 : growth.size);
  }

  /** The name, with the size if there is one. */
  String title() {
    return growth == null ? name : String.format(Locale.ROOT, "%s: %,d", name, growth.size);
  }

  String figure() {
    return Figure.text(ours.figure(), unit);
  }
}
