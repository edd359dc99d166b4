package dev.weft.conformance;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.Threading;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** The way into the kit, for the {@code weft conformance} command, tests and provider authors. */
public final class ConformanceKit {

  private ConformanceKit() {}

  /** Every clause of all vocabularies, in the order of the catalogues' groups. */
  public static List<Clause> clauses() {
    return ClauseFilter.all().clauses();
  }

  /** The vocabularies that a provider has, none where there is no such provider. */
  public static List<Vocabulary> vocabularies(String provider) {
    return Arrays.stream(Vocabulary.values()).filter(v -> v.isOffered(provider)).toList();
  }

  /**
   * Checks those vocabularies of the filter that a provider has. Where its endpoints reach another
   * process, one peer of each check lives in a process of its own, which is started by this call
   * and ends with it.
   *
   * @param provider its name, as in {@code FabricAttributes.providerName()}
   * @param listener is told each verdict as soon as it is known
   * @throws FabricException of {@code FI_ENODATA} where the provider has none of them
   */
  public static ConformanceReport run(
      String provider, ClauseFilter filter, Consumer<ClauseResult> listener) {
    List<Vocabulary> offered = vocabularies(provider);
    offered = offered.stream().filter(filter.vocabularies()::contains).toList();
    if (offered.isEmpty()) {
      throw new FabricException(
          Errno.ENODATA, "conformance", "provider=" + provider + " has no such words");
    }
    List<ClauseResult> results = new ArrayList<>();
    for (Vocabulary vocabulary : offered) {
      results.addAll(run(provider, filter.of(vocabulary), vocabulary, listener));
    }
    return new ConformanceReport(provider, results);
  }

  private static List<ClauseResult> run(
      String provider,
      ClauseFilter filter,
      Vocabulary vocabulary,
      Consumer<ClauseResult> listener) {
    if (filter.clauses().isEmpty()) {
      return List.of();
    }
    try (PeerSupply peers = PeerSupply.of(provider, vocabulary)) {
      return new ConformanceRun(provider, listener, peers).run(filter);
    }
  }

  /** Checks one clause against one provider in one threading model, in this process alone. */
  public static ClauseResult run(String provider, Clause clause, Threading threading) {
    return new ConformanceRun(provider, result -> {}).judge(clause, threading);
  }
}
