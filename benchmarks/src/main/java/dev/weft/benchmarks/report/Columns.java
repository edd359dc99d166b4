package dev.weft.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Formats aligned columns, with a heading for each section. */
final class Columns {
  private final List<Line> lines = new ArrayList<>();

  private record Line(String section, List<String> cells) {}

  Columns(List<String> head) {
    add("", head);
  }

  void add(String section, List<String> cells) {
    lines.add(new Line(section, cells));
  }

  @Override
  public String toString() {
    int[] widths = widths();
    StringBuilder text = new StringBuilder();
    String section = "";
    for (Line line : lines) {
      if (!Objects.equals(section, line.section)) {
        section = line.section;
        text.append(section).append('\n');
      }
      text.append(aligned(line.cells, widths)).append('\n');
    }
    return text.toString();
  }

  private int[] widths() {
    int[] widths = new int[lines.getFirst().cells.size()];
    for (Line line : lines) {
      for (int column = 0; column < widths.length; column++) {
        widths[column] = Math.max(widths[column], line.cells.get(column).length());
      }
    }
    return widths;
  }

  private static String aligned(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < widths.length; column++) {
      line.append("  ").append(cells.get(column));
      line.append(" ".repeat(widths[column] - cells.get(column).length()));
    }
    return line.toString().stripTrailing();
  }
}
