package dev.weft.conformance;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The page of Markdown with every clause: docs/clauses.md. A clause has its number as an anchor,
 * such as {@code #cq-014}.
 */
public final class ClausePage {

  /** A mistake of the page of edge cases. */
  private static final Pattern EDGE_CASE = Pattern.compile("\\bX-\\d+\\b");

  private static final Map<String, String> TITLES =
      Map.ofEntries(
          Map.entry("CQ", "Completion queues"),
          Map.entry("ER", "Error completions"),
          Map.entry("WO", "Wait objects"),
          Map.entry("TW", "Trywait"),
          Map.entry("PS", "Poll sets"),
          Map.entry("WS", "Wait sets"),
          Map.entry("CN", "Counters"),
          Map.entry("FL", "Flags and fields of completions"),
          Map.entry("EP", "Operations and bindings of endpoints"),
          Map.entry("EQ", "Event queues"),
          Map.entry("CM", "Connections"),
          Map.entry("SX", "Shared contexts and scalable endpoints"),
          Map.entry("GI", "Capabilities"),
          Map.entry("PE", "The end of peers"),
          Map.entry("VC", "Creation, resize and destruction of queues"),
          Map.entry("VX", "Extended queues and parent domains"),
          Map.entry("VP", "Polling"),
          Map.entry("VN", "Notification"),
          Map.entry("VH", "Completion event handlers"),
          Map.entry("VA", "Queue pairs and their queues"),
          Map.entry("VE", "Contents of completions"),
          Map.entry("VS", "Solicited events"),
          Map.entry("VQ", "Work queues"),
          Map.entry("VT", "Time stamps"),
          Map.entry("T1", "Statuses of reliable datagrams"),
          Map.entry("X", "Edge cases beyond the other groups"));

  private ClausePage() {}

  /** The page, generated from the clauses. */
  public static String markdown() {
    StringBuilder text = new StringBuilder(introduction());
    for (Vocabulary vocabulary : Vocabulary.values()) {
      text.append("\n## ").append(title(vocabulary)).append('\n');
      groups(vocabulary).forEach((group, clauses) -> appendGroup(text, group, clauses));
    }
    return text.toString();
  }

  private static String introduction() {
    String levels =
        Arrays.stream(Level.values())
            .map(level -> "- *%s*: %s".formatted(name(level), level.meaning()))
            .collect(Collectors.joining("\n"));
    return """
    # The clauses

    Written by `./weft conformance --clauses FILE` from the checks of the module `conformance`.
    Numbers such as CQ-014 in the Javadoc, in comments and in the documents are those of this
    page. The titles are this project's; what is binding is the document in the third column.
    `./weft conformance --clause CQ-014` checks one clause. X-1 to X-46 are
    [edge cases](edge-cases.md).

    How binding a clause is:

    %s
    """
        .formatted(levels);
  }

  private static String title(Vocabulary vocabulary) {
    return switch (vocabulary) {
      case FABRIC -> "libfabric";
      case VERBS -> "verbs";
    };
  }

  private static Map<String, List<Clause>> groups(Vocabulary vocabulary) {
    Map<String, List<Clause>> groups = new LinkedHashMap<>();
    for (Clause clause : vocabulary.clauses()) {
      groups.computeIfAbsent(clause.group(), key -> new ArrayList<>()).add(clause);
    }
    return groups;
  }

  private static void appendGroup(StringBuilder text, String group, List<Clause> clauses) {
    text.append("\n### %s: %s\n\n".formatted(group, TITLES.get(group)));
    MarkdownTable.appendHead(text, List.of("clause", "title", "document", "level"));
    for (Clause clause : clauses) {
      MarkdownTable.appendRow(
          text,
          Stream.of(
              anchored(clause.id()),
              linked(clause.sentence()),
              escaped(clause.source()),
              name(clause.level())));
    }
  }

  private static String anchored(String id) {
    return "<a id=\"%s\"></a>%s".formatted(id.toLowerCase(Locale.ROOT), id);
  }

  /** The sentence with links to edge cases. */
  private static String linked(String sentence) {
    return EDGE_CASE
        .matcher(escaped(sentence))
        .replaceAll(
            found ->
                "[%s](edge-cases.md#%s)"
                    .formatted(found.group(), found.group().toLowerCase(Locale.ROOT)));
  }

  private static String escaped(String text) {
    return text.replaceAll("[\\\\*`<\\[\\]]", "\\\\$0");
  }

  private static String name(Level level) {
    return level.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
