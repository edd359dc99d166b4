package dev.weft.benchmarks;

import dev.weft.benchmarks.report.Conditions;
import dev.weft.benchmarks.report.Figure;
import dev.weft.benchmarks.report.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * The result of a comparison.
 *
 * @param figures one for each contender, the medians of the comparable runs
 * @param conditions likewise
 * @param even whether the conditions were the same in these runs of all contenders
 */
record Outcome(
    Comparison comparison,
    List<Double> figures,
    List<Conditions> conditions,
    boolean even,
    int runs) {

  static Outcome of(Comparison comparison, List<List<Sample>> samples) {
    List<List<Sample>> alike = comparison.isCounted() ? samples : Sample.alike(samples);
    boolean even = !alike.isEmpty();
    List<List<Sample>> counted = even ? alike : samples;
    return new Outcome(
        comparison,
        counted.stream().map(Sample::medianFigure).toList(),
        counted.stream().map(Sample::medianConditions).toList(),
        even,
        counted.stream().mapToInt(List::size).min().orElse(0));
  }

  /** Index of the best peer, 0 if there is none. */
  private int best() {
    int best = Math.min(1, figures.size() - 1);
    for (int i = 2; i < figures.size(); i++) {
      boolean more = figures.get(i) > figures.get(best);
      if (more == comparison.target().bound().moreIsBetter()) {
        best = i;
      }
    }
    return best;
  }

  /** The row of the table. */
  Row row() {
    int best = best();
    double ratio = figures.getFirst() / figures.get(best);
    Target target = comparison.target();
    return new Row(
        comparison.section(),
        comparison.what(),
        target.unit(),
        figure(0),
        best == 0 ? null : figure(best),
        best == 0 ? null : ratio,
        target.bound(),
        even ? target.bound().metBy(figures.getFirst(), ratio) : null,
        runs,
        comparison.absent(),
        null);
  }

  private Figure figure(int contender) {
    String name = comparison.contenders().get(contender).name();
    Conditions under = conditions.get(contender);
    Double bounce = comparison.twoProcessors() ? under.bounce() : null;
    Double step = comparison.isCounted() ? null : under.step();
    return new Figure(name, figures.get(contender), bounce, step);
  }

  /** All contenders in one line. */
  @Override
  public String toString() {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < figures.size(); i++) {
      String figure = Figure.text(figures.get(i), comparison.target().unit());
      words.add(comparison.contenders().get(i).name() + " " + figure);
    }
    return comparison.section() + ": " + comparison.what() + ": " + String.join(" | ", words);
  }

  /** The bounces of all contenders. */
  DoubleStream allBounces() {
    return comparison.twoProcessors()
        ? conditions.stream().mapToDouble(Conditions::bounce)
        : DoubleStream.empty();
  }

  /** The steps of all contenders. */
  DoubleStream allSteps() {
    return conditions.stream().mapToDouble(Conditions::step);
  }
}
