package dev.weft.benchmarks.report;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rows beside the best peers. */
public final class RatioTable {
  private static final List<String> HEAD =
      List.of(
          "what",
          "ours",
          "best peer",
          "ratio",
          "target",
          "met",
          "bounce ns",
          "step ns",
          "runs",
          "without");

  private RatioTable() {}

  /** A line for each row. */
  public static String of(List<Row> rows) {
    Columns columns = new Columns(HEAD);
    rows.forEach(row -> columns.add(row.section(), cells(row)));
    return columns.toString();
  }

  private static List<String> cells(Row row) {
    return List.of(
        row.name(),
        row.figure(),
        row.peer() == null ? "" : peer(row),
        row.ratio() == null ? "" : String.format(Locale.ROOT, "%.2f", row.ratio()),
        row.target().text(row.unit()),
        row.unequal() ? "UNEQUAL" : row.met() ? "yes" : "NO",
        both(row, "%.0f", Figure::bounce),
        both(row, "%.2f", Figure::step),
        Integer.toString(row.runs()),
        String.join("; ", row.without()));
  }

  private static String peer(Row row) {
    return Figure.text(row.peer().figure(), row.unit()) + " " + row.peer().name();
  }

  /** A condition of both contenders; empty if it does not matter. */
  private static String both(Row row, String format, Function<Figure, Double> condition) {
    Figure other = row.peer() == null ? row.ours() : row.peer();
    return Stream.of(row.ours(), other)
        .map(condition)
        .filter(Objects::nonNull)
        .map(value -> String.format(Locale.ROOT, format, value))
        .collect(Collectors.joining(", "));
  }
}
