package dev.weft.conformance;

import dev.weft.conformance.fabric.FabricClauses;
import dev.weft.conformance.verbs.VerbsClauses;
import dev.weft.fabric.FabricInfo;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.InfoResult;
import java.util.List;

/** The words that a clause is about. A provider may have those of both, or of one only. */
public enum Vocabulary {

  /** Those of libfabric, {@code dev.weft.fabric}. */
  FABRIC,

  /** Those of verbs, {@code dev.weft.verbs}. */
  VERBS;

  /** The vocabulary of a group of clauses. */
  static Vocabulary of(String group) {
    return VerbsClauses.GROUPS.contains(group) ? VERBS : FABRIC;
  }

  /** Every clause about these words, in the order of the catalogue's groups. */
  public List<Clause> clauses() {
    return switch (this) {
      case FABRIC -> FabricClauses.all();
      case VERBS -> VerbsClauses.all();
    };
  }

  /** Whether a provider has these words. */
  public boolean isOffered(String provider) {
    return switch (this) {
      case FABRIC ->
          Fabrics.explain(FabricInfo.builder().provider(provider).build()).stream()
              .anyMatch(InfoResult::matches);
      case VERBS -> VerbsClauses.isOffered(provider);
    };
  }

  /** A check that passes where two processes reach each other by these words. */
  Clause.Body meeting() {
    return switch (this) {
      case FABRIC -> FabricClauses.MEETING;
      case VERBS -> VerbsClauses.MEETING;
    };
  }
}
