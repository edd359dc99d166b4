package dev.weft.conformance;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes tables of Markdown, row by row. */
final class MarkdownTable {

  private MarkdownTable() {}

  static void appendHead(StringBuilder text, List<String> columns) {
    appendRow(text, columns.stream());
    appendRow(text, columns.stream().map(column -> "---"));
  }

  static void appendRow(StringBuilder text, Stream<String> cells) {
    text.append(
        cells
            .map(cell -> cell.replaceAll("\\s+", " ").replace("|", "\\|"))
            .collect(Collectors.joining(" | ", "| ", " |\n")));
  }
}
