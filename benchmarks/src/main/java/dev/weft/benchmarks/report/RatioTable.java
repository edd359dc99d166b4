package dev.weft.benchmarks.report;

import java.util.List;
import java.util.Locale;

/** The rows beside the best peers. */
public final class RatioTable {
  private static final List<String> HEAD =
      List.of(
          "what", "ours", "best peer", "ratio", "target", "met", "bounce ns", "runs", "without");

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
        row.unequal() ? "?" : row.met() ? "yes" : "NO",
        bounces(row),
        Integer.toString(row.runs()),
        String.join("; ", row.without()));
  }

  private static String peer(Row row) {
    return Figure.text(row.peer().figure(), row.unit()) + " " + row.peer().name();
  }

  private static String bounces(Row row) {
    if (row.ours().bounce() == null) {
      return "";
    }
    Figure other = row.peer() == null ? row.ours() : row.peer();
    String sign = row.unequal() ? " UNEQUAL" : "";
    return String.format(Locale.ROOT, "%.0f, %.0f%s", row.ours().bounce(), other.bounce(), sign);
  }
}
