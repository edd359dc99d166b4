package dev.weft.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks docs/clauses.md, and that every number of a clause in the project leads to it. */
class ClausePageTest {

  private static final Path ROOT = Path.of("..");
  private static final Path PAGE = ROOT.resolve("docs/clauses.md");
  private static final Path EDGE_CASES = ROOT.resolve("docs/edge-cases.md");
  private static final List<String> FOLDERS =
      List.of(
          "library", "native", "conformance", "cli", "benchmarks", "stress", "examples", "docs");
  private static final Pattern TEXTS = Pattern.compile(".*\\.(java|md|txt)");

  /** A clause such as VQ-03a, or an edge case such as X-7; not the IBA's own C9-88. */
  private static final Pattern NUMBER =
      Pattern.compile("(?<![\\w-])(?!C\\d)(?:[A-Z][A-Z0-9]-\\d+[A-Za-z]?|X-\\d+)\\b");

  /** A section or table of a document that is not part of the project. */
  private static final Pattern PLACE =
      Pattern.compile("\\bofi \\d+(\\.\\d+)?\\b|\\b(table|matrix) T\\d\\b|[(,] ?T\\d\\)");

  private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\"></a>");

  /** Numbers that tests use because no clause has them. */
  private static final Set<String> NO_CLAUSES = Set.of("CQ-999", "XX-000", "XX-001");

  @Test
  void shouldHaveThePageOfTheseClauses() throws IOException {
    assertEquals(
        ClausePage.markdown(),
        Files.readString(PAGE),
        "docs/clauses.md is out of date; write it anew: ./weft conformance --clauses"
            + " docs/clauses.md");
  }

  @Test
  void shouldHaveAnAnchorForEachClause() throws IOException {
    Set<String> anchors = anchors(PAGE);
    assertEquals(
        ConformanceKit.clauses().stream()
            .map(clause -> clause.id().toLowerCase(Locale.ROOT))
            .collect(Collectors.toCollection(TreeSet::new)),
        anchors);
  }

  @Test
  void shouldNameEachGroup() {
    assertFalse(ClausePage.markdown().contains(": null"));
  }

  @Test
  void shouldUseOnlyNumbersThatLeadToAClause() throws IOException {
    Set<String> known = anchors(PAGE);
    known.addAll(anchors(EDGE_CASES));
    List<String> lost = new ArrayList<>();
    int found = 0;
    for (Path file : texts()) {
      for (MatchResult number : NUMBER.matcher(Files.readString(file)).results().toList()) {
        found++;
        if (!NO_CLAUSES.contains(number.group())
            && !known.contains(number.group().toLowerCase(Locale.ROOT))) {
          lost.add(file + ": " + number.group());
        }
      }
    }
    assertEquals(List.of(), lost, "no clause has this number");
    assertTrue(found > 3_000, "only " + found + " numbers were found");
  }

  @Test
  void shouldNameNoPlaceInADocumentThatIsElsewhere() throws IOException {
    List<String> lost = new ArrayList<>();
    for (Path file : texts()) {
      PLACE
          .matcher(Files.readString(file))
          .results()
          .forEach(place -> lost.add(file + ": " + place.group()));
    }
    assertEquals(List.of(), lost);
  }

  private static Set<String> anchors(Path page) throws IOException {
    return ANCHOR
        .matcher(Files.readString(page))
        .results()
        .map(anchor -> anchor.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The sources, resources and documents of the project. */
  private static List<Path> texts() throws IOException {
    List<Path> texts = new ArrayList<>();
    try (Stream<Path> top = Files.list(ROOT)) {
      top.filter(Files::isRegularFile).forEach(texts::add);
    }
    for (String folder : FOLDERS) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
        files.filter(Files::isRegularFile).forEach(texts::add);
      }
    }
    texts.removeIf(file -> !TEXTS.matcher(file.toString()).matches());
    texts.removeIf(file -> file.toString().contains("/target/"));
    return texts;
  }
}
