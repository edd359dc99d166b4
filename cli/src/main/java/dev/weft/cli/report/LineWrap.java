package dev.weft.cli.report;

import java.util.stream.Collectors;

/** Breaks long lines between words. */
public final class LineWrap {
  /** Maximum line width. */
  public static final int WIDTH = Terminal.WIDTH;

  private LineWrap() {}

  /** Breaks every overlong line and indents its continuation. */
  public static String wrap(String text, String indent) {
    return text.lines()
        .map(line -> wrapLine(line, indent))
        .collect(Collectors.joining(System.lineSeparator()));
  }

  private static String wrapLine(String line, String indent) {
    StringBuilder wrapped = new StringBuilder();
    int column = 0;
    for (String word : line.split("(?<= )", -1)) {
      if (column > 0 && column + word.stripTrailing().length() > WIDTH) {
        wrapped.append(System.lineSeparator()).append(indent);
        column = indent.length();
      }
      wrapped.append(word);
      column += word.length();
    }
    return wrapped.toString().replaceAll(" +(\\R|$)", "$1");
  }
}
