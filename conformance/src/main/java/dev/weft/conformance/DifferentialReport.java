package dev.weft.conformance;

import dev.weft.conformance.check.Clause;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The verdicts on several providers side by side.
 *
 * @param reports one for each provider
 * @param known what is known of failures
 */
public record DifferentialReport(List<ConformanceReport> reports, KnownDeviations known) {
  private static final String NOT_RUN = "no such API";

  /** Characters. */
  private static final int MAX_CELL = 240;

  /** The kinds of verdicts, as the table shows them. */
  private enum Cell {
    PASS("pass"),
    CHOICE("choice"),
    SKIP("skip"),
    FAIL("**FAIL**"),
    HANG("**HANG**"),
    CRASH("**CRASH**");

    final String text;

    Cell(String text) {
      this.text = text;
    }

    static Cell of(ClauseResult result) {
      return switch (result.verdict()) {
        case PASSED -> PASS;
        case CHOSEN -> CHOICE;
        case SKIPPED -> SKIP;
        case FAILED -> failed(result);
      };
    }

    private static Cell failed(ClauseResult result) {
      if (result.isCrash()) {
        return CRASH;
      }
      return result.isHang() ? HANG : FAIL;
    }
  }

  /** What was seen of a clause; addresses, queue pairs and places of one run are left out. */
  private record Finding(Clause clause, Cell kind, String seen) {

    static Finding of(ClauseResult result) {
      String seen =
          result
              .reason()
              .replaceAll("0x[0-9a-f]{9,16}\\b", "0x..")
              .replaceAll("\\bqp \\d+", "qp ..")
              .replaceAll(" at .* <- .*", "");
      return new Finding(result.clause(), Cell.of(result), seen);
    }

    /** What fits into a row of a table. */
    String shortened() {
      return seen.length() <= MAX_CELL ? seen : seen.substring(0, MAX_CELL) + " ...";
    }
  }

  /** Whether each failure is a known one. */
  public boolean isAllKnown() {
    return reports.stream()
        .allMatch(
            report ->
                report.results().stream()
                    .filter(ClauseResult::failed)
                    .allMatch(r -> known.of(r.clause(), report.provider()).isPresent()));
  }

  /** Totals, deviations, reasons of skips, and the table of clauses and providers. */
  public String toMarkdown() {
    return String.join("\n", totals(), deviations(), skips(), choices(), table());
  }

  /** The number of checks of each kind, by provider. */
  public String totals() {
    StringBuilder text = new StringBuilder("## Totals\n\n");
    List<String> kinds = Arrays.stream(Cell.values()).map(cell -> plain(cell.text)).toList();
    MarkdownTable.appendHead(text, Stream.concat(Stream.of("provider"), kinds.stream()).toList());
    for (ConformanceReport report : reports) {
      MarkdownTable.appendRow(
          text,
          Stream.concat(
              Stream.of(report.provider()),
              Arrays.stream(Cell.values()).map(cell -> String.valueOf(count(report, cell)))));
    }
    return text.toString();
  }

  private static String plain(String text) {
    return text.replace("*", "").toLowerCase(Locale.ROOT);
  }

  private static long count(ConformanceReport report, Cell cell) {
    return report.results().stream().filter(result -> Cell.of(result) == cell).count();
  }

  private String deviations() {
    StringBuilder text = new StringBuilder("## Deviations\n");
    for (ConformanceReport report : reports) {
      List<ClauseResult> failed = report.results().stream().filter(ClauseResult::failed).toList();
      if (!failed.isEmpty()) {
        text.append("\n### ").append(report.provider()).append("\n\n");
        MarkdownTable.appendHead(
            text, List.of("clause", "domain", "kind", "seen", "what is known"));
        failed.stream()
            .collect(Collectors.groupingBy(Finding::of, LinkedHashMap::new, Collectors.toList()))
            .forEach((finding, same) -> appendDeviation(text, report.provider(), finding, same));
      }
    }
    return text.toString();
  }

  /** A deviation that both kinds of domains have is one row. */
  private void appendDeviation(
      StringBuilder text, String provider, Finding finding, List<ClauseResult> same) {
    String domains =
        same.stream()
            .map(result -> result.threading().name().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(", "));
    MarkdownTable.appendRow(
        text,
        Stream.of(
            finding.clause.id(),
            domains,
            plain(finding.kind.text),
            finding.shortened(),
            known.of(finding.clause, provider).orElse("**new**")));
  }

  private String skips() {
    return reasons("Skipped", "reason", Verdict.SKIPPED);
  }

  private String choices() {
    return reasons("Choices", "what the provider chose", Verdict.CHOSEN);
  }

  /** The reasons of all verdicts of this kind, each with the clauses that have it. */
  private String reasons(String title, String column, Verdict verdict) {
    StringBuilder text = new StringBuilder("## " + title + "\n");
    for (ConformanceReport report : reports) {
      Map<String, Set<String>> clauses = new TreeMap<>();
      report.results().stream()
          .filter(result -> result.verdict() == verdict)
          .forEach(
              result ->
                  clauses
                      .computeIfAbsent(result.reason(), key -> new LinkedHashSet<>())
                      .add(result.clause().id()));
      if (!clauses.isEmpty()) {
        text.append("\n### ").append(report.provider()).append("\n\n");
        MarkdownTable.appendHead(text, List.of(column, "clauses"));
        clauses.forEach(
            (why, ids) -> MarkdownTable.appendRow(text, Stream.of(why, String.join(", ", ids))));
      }
    }
    return text.toString();
  }

  private String table() {
    StringBuilder text = new StringBuilder("## Clauses\n\n");
    MarkdownTable.appendHead(
        text,
        Stream.concat(Stream.of("clause"), reports.stream().map(ConformanceReport::provider))
            .toList());
    byClause().forEach((clause, cells) -> MarkdownTable.appendRow(text, row(clause, cells)));
    return text.toString();
  }

  private Stream<String> row(String clause, Map<String, List<ClauseResult>> cells) {
    return Stream.concat(
        Stream.of(clause),
        reports.stream().map(report -> cell(cells.getOrDefault(report.provider(), List.of()))));
  }

  /** One word if both threading models have the same verdict, else both, safe first. */
  private static String cell(List<ClauseResult> results) {
    String text =
        results.stream()
            .map(result -> Cell.of(result).text)
            .distinct()
            .collect(Collectors.joining(" / "));
    return text.isEmpty() ? NOT_RUN : text;
  }

  /** By number and provider. Each provider's results may have clause objects of their own. */
  private Map<String, Map<String, List<ClauseResult>>> byClause() {
    Map<String, Map<String, List<ClauseResult>>> rows = new LinkedHashMap<>();
    for (ConformanceReport report : reports) {
      for (ClauseResult result : report.results()) {
        rows.computeIfAbsent(result.clause().id(), key -> new LinkedHashMap<>())
            .computeIfAbsent(report.provider(), key -> new ArrayList<>())
            .add(result);
      }
    }
    return rows;
  }
}
