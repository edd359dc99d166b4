package dev.weft.conformance;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.fabric.FabricClauses;
import dev.weft.conformance.verbs.VerbsClauses;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.InfoResult;
import java.util.List;

/** The API that a clause is about. A provider may implement both, or one only. */
public enum Vocabulary {

  /** The libfabric API, {@code dev.weft.fabric}. */
  FABRIC,

  /** The verbs API, {@code dev.weft.verbs}. */
  VERBS;

  /** The API that a clause is about. */
  public static Vocabulary of(Clause clause) {
    return VerbsClauses.GROUPS.contains(clause.group()) ? VERBS : FABRIC;
  }

  /** Every clause of this API, in the order of the catalogue's groups. */
  public List<Clause> clauses() {
    return switch (this) {
      case FABRIC -> FabricClauses.all();
      case VERBS -> VerbsClauses.all();
    };
  }

  /** Whether a provider implements this API. */
  public boolean isOffered(String provider) {
    return switch (this) {
      case FABRIC ->
          Fabrics.explain(FabricInfo.builder().provider(provider).build()).stream()
              .anyMatch(InfoResult::matches);
      case VERBS -> VerbsClauses.isOffered(provider);
    };
  }

  /** A check that passes if a message arrives while only its receiver makes progress. */
  Clause.Body arriving() {
    return switch (this) {
      case FABRIC -> FabricClauses.ARRIVING;
      case VERBS -> trial -> {};
    };
  }

  /** A check that passes if two processes can exchange a message by this API. */
  Clause.Body meeting() {
    return switch (this) {
      case FABRIC -> FabricClauses.MEETING;
      case VERBS -> VerbsClauses.MEETING;
    };
  }
}
