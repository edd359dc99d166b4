package dev.weft.benchmarks;

import dev.weft.benchmarks.report.Conditions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The figure of one run of one contender, with the conditions before and after it. */
record Sample(double figure, Conditions before, Conditions after) {
  double bounce() {
    return (before.bounce() + after.bounce()) / 2;
  }

  double step() {
    return (before.step() + after.step()) / 2;
  }

  /** Whether the conditions were the same during both runs. */
  boolean comparableWith(Sample other) {
    return Conditions.areSame(before, after, other.before, other.after);
  }

  static double medianFigure(List<Sample> samples) {
    return median(samples.stream().mapToDouble(Sample::figure).toArray());
  }

  static Conditions medianConditions(List<Sample> samples) {
    return new Conditions(
        median(samples.stream().mapToDouble(Sample::bounce).toArray()),
        median(samples.stream().mapToDouble(Sample::step).toArray()));
  }

  private static double median(double[] sorted) {
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /**
   * Selects the runs of all contenders that were made under the same conditions. Takes those under
   * which the contender with the fewest runs has the most. Empty if there are none.
   */
  static List<List<Sample>> alike(List<List<Sample>> contenders) {
    List<List<Sample>> best = List.of();
    int most = 0;
    for (Sample reference : contenders.getFirst()) {
      List<List<Sample>> alike = likeThis(reference, contenders);
      int fewest = alike.stream().mapToInt(List::size).min().orElseThrow();
      if (fewest > most) {
        best = alike;
        most = fewest;
      }
    }
    return best;
  }

  private static List<List<Sample>> likeThis(Sample reference, List<List<Sample>> contenders) {
    List<List<Sample>> alike = new ArrayList<>();
    for (List<Sample> samples : contenders) {
      alike.add(samples.stream().filter(reference::comparableWith).toList());
    }
    return alike;
  }
}
