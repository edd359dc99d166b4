package dev.weft.conformance;

import dev.weft.conformance.check.Clause;
import dev.weft.fabric.info.Threading;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Selects clauses, and the threading models of the domain in which they run.
 *
 * @param names clauses ({@code CQ-014}) and groups ({@code ER}); empty means all
 * @param threadings the models; a clause runs in those of them that it supports
 * @param vocabularies the APIs whose clauses run
 */
public record ClauseFilter(
    List<String> names, Set<Threading> threadings, Set<Vocabulary> vocabularies) {

  /** Every clause in thread-safe and in one-thread-at-a-time domains. */
  public static ClauseFilter all() {
    return new ClauseFilter(
        List.of(), EnumSet.of(Threading.SAFE, Threading.DOMAIN), EnumSet.allOf(Vocabulary.class));
  }

  /** {@code "CQ-014,ER"}: these clauses and groups; null or blank means all. */
  public static ClauseFilter of(String names) {
    if (names == null || names.isBlank()) {
      return all();
    }
    List<String> wanted =
        Arrays.stream(names.split(",")).map(name -> name.strip().toUpperCase(Locale.ROOT)).toList();
    return new ClauseFilter(wanted, all().threadings(), all().vocabularies());
  }

  /** The same clauses in one threading model only. */
  public ClauseFilter in(Threading threading) {
    return new ClauseFilter(names, EnumSet.of(threading), vocabularies);
  }

  /** The same clauses of one API only. */
  public ClauseFilter of(Vocabulary vocabulary) {
    return new ClauseFilter(names, threadings, EnumSet.of(vocabulary));
  }

  /** Whether the filter selects the clause. */
  public boolean accepts(Clause clause) {
    return vocabularies.contains(Vocabulary.of(clause))
        && (names.isEmpty() || names.stream().anyMatch(name -> matches(name).test(clause)));
  }

  /** The names of the filter that match none of these clauses. */
  public List<String> unknown(List<Clause> clauses) {
    return names.stream().filter(name -> clauses.stream().noneMatch(matches(name))).toList();
  }

  /** The clauses that the filter selects. */
  public List<Clause> clauses() {
    return vocabularies.stream()
        .sorted()
        .flatMap(vocabulary -> vocabulary.clauses().stream())
        .filter(this::accepts)
        .toList();
  }

  Stream<Threading> threadingsFor(Clause clause) {
    return threadings.stream().filter(clause.threadings()::contains).sorted();
  }

  private static Predicate<Clause> matches(String name) {
    return clause -> clause.id().equalsIgnoreCase(name) || clause.group().equals(name);
  }
}
