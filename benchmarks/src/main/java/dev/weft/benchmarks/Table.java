package dev.weft.benchmarks;

import java.util.ArrayList;
import java.util.List;

/** Formats aligned columns, with a heading for each section. */
final class Table {
  private static final List<String> HEAD =
      List.of(
          "what", "ours", "best peer", "ratio", "target", "met", "bounce ns", "runs", "without");

  private Table() {}

  static String of(List<Outcome> outcomes) {
    List<List<String>> rows = new ArrayList<>(List.of(HEAD));
    outcomes.forEach(outcome -> rows.add(outcome.cells()));
    int[] widths = widths(rows);
    StringBuilder text = new StringBuilder();
    append(text, HEAD, widths);
    String section = "";
    for (Outcome outcome : outcomes) {
      if (!section.equals(outcome.comparison().section())) {
        section = outcome.comparison().section();
        text.append(section).append('\n');
      }
      append(text, outcome.cells(), widths);
    }
    return text.toString();
  }

  private static int[] widths(List<List<String>> rows) {
    int[] widths = new int[HEAD.size()];
    for (List<String> row : rows) {
      for (int column = 0; column < widths.length; column++) {
        widths[column] = Math.max(widths[column], row.get(column).length());
      }
    }
    return widths;
  }

  private static void append(StringBuilder text, List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < widths.length; column++) {
      line.append("  ").append(cells.get(column));
      line.append(" ".repeat(widths[column] - cells.get(column).length()));
    }
    text.append(line.toString().stripTrailing()).append('\n');
  }
}
