package dev.weft.benchmarks;

import dev.weft.benchmarks.report.Distance;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The figure of one run of one contender, with the cache-line bounce before and after it; 0 if only
 * one processor took part.
 */
record Sample(double figure, double before, double after) {
  double bounce() {
    return (before + after) / 2;
  }

  /** Whether the processors had the same distance during both runs. */
  boolean comparableWith(Sample other) {
    return Distance.isSame(before, after, other.before, other.after);
  }

  static double medianFigure(List<Sample> samples) {
    return median(samples.stream().mapToDouble(Sample::figure).toArray());
  }

  static double medianBounce(List<Sample> samples) {
    return median(samples.stream().mapToDouble(Sample::bounce).toArray());
  }

  private static double median(double[] sorted) {
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /**
   * Selects the runs of all contenders that were made under the same bounce. Takes the bounce under
   * which the contender with the fewest runs has the most. Empty if there is none.
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
