package dev.weft.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.conformance.check.Clause;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The list of clauses has no gaps and no duplicates. */
class ClauseListTest {

  private static final List<String> IDS =
      ConformanceKit.clauses().stream().map(Clause::id).toList();

  @Test
  void shouldHaveEveryClause() {
    Set<String> missing = new TreeSet<>();
    Stream.of(
            ids("CQ", 60),
            ids("ER", 25),
            ids("WO", 22),
            ids("TW", 14),
            ids("PS", 19),
            ids("WS", 13),
            ids("CN", 24),
            ids("FL", 20),
            ids("EP", 63),
            ids("EQ", 10),
            ids("CM", 20),
            ids("SX", 16),
            ids("GI", 18),
            ids("PE", 9))
        .flatMap(stream -> stream)
        .forEach(missing::add);
    missing.removeAll(IDS);
    assertEquals(Set.of(), missing);
  }

  @Test
  void shouldHaveEveryClauseOfVerbs() {
    Set<String> missing = new TreeSet<>();
    Stream.of(
            verbs("VC", 26),
            verbs("VX", 20),
            verbs("VP", 35),
            verbs("VN", 36),
            verbs("VH", 9),
            verbs("VA", 10),
            verbs("VE", 22),
            verbs("VS", 11),
            verbs("VQ", 50),
            verbs("VT", 11))
        .flatMap(stream -> stream)
        .forEach(missing::add);
    missing.removeAll(IDS);
    assertEquals(Set.of(), missing);
  }

  @Test
  void shouldCheckEveryEdgeCaseOfVerbs() {
    Set<String> missing = new TreeSet<>();
    IntStream.rangeClosed(1, 46).mapToObj("X-%d"::formatted).forEach(missing::add);
    for (Clause clause : Vocabulary.VERBS.clauses()) {
      missing.removeIf(
          edge -> (clause.id() + " " + clause.sentence()).matches(".*\\b" + edge + "\\b.*"));
    }
    assertEquals(Set.of(), missing);
  }

  @Test
  void shouldHaveEachClauseOnce() {
    assertEquals(IDS.size(), new HashSet<>(IDS).size(), () -> "doubles in " + IDS);
  }

  @Test
  void shouldSortClausesAsTheCatalogueDoes() {
    assertTrue(IDS.indexOf("CQ-060") < IDS.indexOf("ER-001"));
    assertTrue(IDS.indexOf("WO-022") < IDS.indexOf("TW-001"));
    assertTrue(IDS.indexOf("CQ-018") < IDS.indexOf("CQ-019"));
  }

  @Test
  void shouldFindMistypedNames() {
    ClauseFilter filter = ClauseFilter.of("cq-014, XX,ER");
    assertEquals(List.of("XX"), filter.unknown(ConformanceKit.clauses()));
  }

  private static Stream<String> ids(String group, int last) {
    return IntStream.rangeClosed(1, last).mapToObj("%s-%%03d".formatted(group)::formatted);
  }

  private static Stream<String> verbs(String group, int last) {
    return IntStream.rangeClosed(1, last).mapToObj("%s-%%02d".formatted(group)::formatted);
  }
}
