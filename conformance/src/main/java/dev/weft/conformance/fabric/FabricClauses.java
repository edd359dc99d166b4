package dev.weft.conformance.fabric;

import dev.weft.conformance.Clause;
import java.util.List;
import java.util.stream.Stream;

/** All clauses about libfabric's words, in the order of the catalogue. */
public final class FabricClauses {

  private FabricClauses() {}

  /** Every clause. A class of clauses is in the kit once it stands here. */
  public static List<Clause> all() {
    return Stream.of(
            CompletionQueueOpenClauses.clauses(),
            CompletionFormatClauses.clauses(),
            CompletionQueueReadClauses.clauses(),
            SourceAddressClauses.clauses())
        .flatMap(List::stream)
        .toList();
  }
}
