package dev.weft.conformance;

import dev.weft.conformance.check.Clause;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** All verdicts of one run against one provider, with their totals as text. */
public record ConformanceReport(String provider, List<ClauseResult> results) {

  private static final List<String> WHERE = List.of("one process   ", "two processes ");

  /** How many checks ended with this verdict. */
  public long count(Verdict verdict) {
    return results.stream().filter(result -> result.verdict() == verdict).count();
  }

  /** Whether some check had a peer in another process. */
  public boolean isAcrossProcesses() {
    return results.stream().anyMatch(result -> result.processes() > 1);
  }

  /** The indent of a clause's sentence in {@link #toText}. */
  public String indent() {
    return " ".repeat(isAcrossProcesses() ? 31 : 17);
  }

  /** Whether nothing failed. */
  public boolean conforms() {
    return count(Verdict.FAILED) == 0;
  }

  /** A table of clause, verdict, and reason (or the clause's sentence), then totals per group. */
  public String toText() {
    StringBuilder text = new StringBuilder();
    byClause().forEach((clause, verdicts) -> appendClause(text, clause, verdicts));
    text.append('\n').append(totals());
    return text.toString();
  }

  private Map<Clause, List<ClauseResult>> byClause() {
    return results.stream()
        .collect(
            Collectors.groupingBy(
                ClauseResult::clause, LinkedHashMap::new, Collectors.toUnmodifiableList()));
  }

  private void appendClause(StringBuilder text, Clause clause, List<ClauseResult> verdicts) {
    boolean same = verdicts.stream().allMatch(result -> sameFinding(result, verdicts.getFirst()));
    if (same) {
      text.append(line(verdicts.getFirst(), ""));
    } else {
      verdicts.forEach(
          result ->
              text.append(line(result, result.threading().name().toLowerCase(Locale.ROOT) + ": ")));
    }
    if (verdicts.stream().anyMatch(ClauseResult::failed)) {
      text.append("%s%s%n".formatted(indent(), clause.sentence()));
      text.append("%ssource: %s%n".formatted(indent(), clause.source()));
      text.append("%slook at: %s%n".formatted(indent(), clause.advice()));
    }
  }

  private static boolean sameFinding(ClauseResult one, ClauseResult other) {
    return one.processes() == other.processes()
        && one.verdict() == other.verdict()
        && one.reason().equals(other.reason());
  }

  private String line(ClauseResult result, String prefix) {
    String words = result.reason().isEmpty() ? result.clause().sentence() : result.reason();
    return "%-7s %-8s %s%s%s%n"
        .formatted(result.clause().id(), result.verdict().word(), place(result), prefix, words);
  }

  /** The number of processes of the check; empty if no check used another process. */
  private String place(ClauseResult result) {
    return isAcrossProcesses() ? WHERE.get(result.processes() - 1) : "";
  }

  /** Passed, chosen, skipped and failed checks of each group and of all. */
  public String totals() {
    StringBuilder text = new StringBuilder("group   passed  chosen skipped  failed\n");
    Map<String, List<ClauseResult>> groups =
        results.stream()
            .collect(
                Collectors.groupingBy(
                    result -> result.clause().group(), LinkedHashMap::new, Collectors.toList()));
    groups.forEach((group, members) -> text.append(totalsLine(group, members)));
    return text.append(totalsLine("all", results)).toString();
  }

  private static String totalsLine(String name, List<ClauseResult> members) {
    String counts =
        Arrays.stream(Verdict.values())
            .sorted(Comparator.naturalOrder())
            .map(verdict -> members.stream().filter(r -> r.verdict() == verdict).count())
            .map("%8d"::formatted)
            .collect(Collectors.joining());
    return "%-6s%s%n".formatted(name, counts);
  }
}
