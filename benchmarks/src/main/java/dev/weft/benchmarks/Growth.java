package dev.weft.benchmarks;

import dev.weft.benchmarks.report.Figure;
import dev.weft.benchmarks.report.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The cost of one message or operation with a growing number of members.
 *
 * @param kind an argument of the measurement
 */
record Growth(String name, String kind, List<Integer> sizes) {
  /** The name on the command line. */
  static final String SECTION = "growth";

  private static final List<Integer> TO_1000 = List.of(1, 10, 100, 1_000);
  private static final List<Integer> TO_10000 = List.of(1, 10, 100, 1_000, 10_000);

  static List<Growth> all() {
    return List.of(
        new Growth("peers of an endpoint, one sends", "peers", TO_1000),
        new Growth("queue pairs of a CQ, one receives", "queue-pairs", TO_1000),
        new Growth("queue pairs of a CQ, an empty poll", "empty-poll", TO_1000),
        new Growth("posted receives, the first matches", "first", TO_10000),
        new Growth("posted receives, the last matches", "last", TO_10000),
        new Growth("posted receives, a wildcard behind them matches", "wildcard", TO_10000),
        new Growth("unexpected messages, the last is received", "unexpected", TO_10000),
        new Growth("deferred work of a counter, an empty read", "deferred", TO_10000),
        new Growth("regions, a write to the last one", "regions", TO_1000));
  }

  /** Measures all sizes; a row for each. */
  List<Row> rows(Trial trial) throws IOException, InterruptedException {
    List<List<Sample>> samples = trial.runs(sizes.stream().map(this::contender).toList());
    List<Double> nanos = samples.stream().map(Sample::medianFigure).toList();
    String law = Law.of(sizes, nanos);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < sizes.size(); i++) {
      Row.Growth growth = new Row.Growth(sizes.get(i), law);
      rows.add(row(nanos.get(i), samples.get(i).size(), growth));
    }
    return rows;
  }

  private Contender contender(int size) {
    return Contender.of("weft", "growth", kind, Integer.toString(size));
  }

  private Row row(double nanos, int runs, Row.Growth growth) {
    Figure ours = new Figure("weft", nanos, null, null);
    return new Row(SECTION, name, "ns", ours, null, null, null, null, runs, List.of(), growth);
  }
}
