package dev.weft.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * The result of a comparison.
 *
 * @param figures one for each contender, the medians of the comparable runs
 * @param bounces likewise
 * @param even whether the processors had the same distance in these runs of all contenders
 */
record Outcome(
    Comparison comparison, List<Double> figures, List<Double> bounces, boolean even, int runs) {

  static Outcome of(Comparison comparison, List<List<Sample>> samples) {
    List<List<Sample>> alike = Sample.alike(samples);
    boolean even = !alike.isEmpty();
    List<List<Sample>> counted = even ? alike : samples;
    return new Outcome(
        comparison,
        counted.stream().map(Sample::medianFigure).toList(),
        counted.stream().map(Sample::medianBounce).toList(),
        even,
        counted.stream().mapToInt(List::size).min().orElse(0));
  }

  private double ours() {
    return figures.getFirst();
  }

  /** Index of the best peer, 0 if there is none. */
  private int best() {
    int best = Math.min(1, figures.size() - 1);
    for (int i = 2; i < figures.size(); i++) {
      boolean more = figures.get(i) > figures.get(best);
      if (more == comparison.target().moreIsBetter()) {
        best = i;
      }
    }
    return best;
  }

  private double ratio() {
    return ours() / figures.get(best());
  }

  /** The cells of the table: what, ours, best peer, ratio, target, met, bounce, runs, without. */
  List<String> cells() {
    boolean peers = figures.size() > 1;
    int best = best();
    return List.of(
        comparison.what(),
        figure(ours()),
        peers ? figure(figures.get(best)) + " " + comparison.contenders().get(best).name() : "",
        peers ? String.format(Locale.ROOT, "%.2f", ratio()) : "",
        comparison.target().toString(),
        met(),
        comparison.twoProcessors() ? bounceCell(best) : "",
        Integer.toString(runs),
        String.join("; ", comparison.absent()));
  }

  private String met() {
    if (!even) {
      return "?";
    }
    return comparison.target().metBy(ours(), ratio()) ? "yes" : "NO";
  }

  private String bounceCell(int best) {
    String sign = even ? "" : " UNEQUAL";
    return String.format(Locale.ROOT, "%.0f, %.0f%s", bounces.getFirst(), bounces.get(best), sign);
  }

  private String figure(double value) {
    String unit = comparison.target().unit();
    boolean whole = value >= 1_000 || Target.tenths(value) == 0;
    return String.format(Locale.ROOT, whole ? "%,.0f %s" : "%.1f %s", value, unit);
  }

  /** All contenders in one line. */
  @Override
  public String toString() {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < figures.size(); i++) {
      words.add(comparison.contenders().get(i).name() + " " + figure(figures.get(i)));
    }
    return comparison.section() + ": " + comparison.what() + ": " + String.join(" | ", words);
  }

  /** The smallest and the greatest bounce of all contenders. */
  DoubleStream allBounces() {
    return comparison.twoProcessors()
        ? bounces.stream().mapToDouble(Double::doubleValue)
        : DoubleStream.empty();
  }
}
