package dev.weft.cli.report;

import java.util.stream.Collectors;

/** Breaks lines that are longer than {@link Terminal#lineWidth}. */
public final class LineWrap {
  private LineWrap() {}

  /** Breaks every overlong line between words and indents its continuation. */
  public static String wrap(String text, String indent) {
    return text.lines()
        .map(line -> wrapLine(line, indent))
        .collect(Collectors.joining(System.lineSeparator()));
  }

  /**
   * Breaks an overlong row of a table at a column, where output goes to a terminal; what follows
   * goes below what ends there.
   */
  public static String fold(String row, int column) {
    return !Terminal.isTerminal() || row.length() <= Terminal.lineWidth()
        ? row
        : row.substring(0, column).stripTrailing()
            + System.lineSeparator()
            + " ".repeat(Math.max(2, column - row.length() + column))
            + row.substring(column);
  }

  private static String wrapLine(String line, String indent) {
    StringBuilder wrapped = new StringBuilder();
    int width = Terminal.lineWidth();
    int column = 0;
    for (String word : line.split("(?<= )", -1)) {
      if (column > 0 && column + word.stripTrailing().length() > width) {
        wrapped.append(System.lineSeparator()).append(indent);
        column = indent.length();
      }
      wrapped.append(word);
      column += word.length();
    }
    return wrapped.toString().replaceAll(" +(\\R|$)", "$1");
  }
}
