package dev.weft.conformance;

import dev.weft.conformance.fabric.FabricClauses;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.FabricInfo;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.Threading;
import java.util.List;
import java.util.function.Consumer;

/** The way into the kit, for the {@code weft conformance} command, tests and provider authors. */
public final class ConformanceKit {

  private ConformanceKit() {}

  /** Every clause, in the order of the catalogue's groups. */
  public static List<Clause> clauses() {
    return FabricClauses.all();
  }

  /**
   * Checks a provider. Where its endpoints reach another process, one peer of each check lives in a
   * process of its own, which is started by this call and ends with it.
   *
   * @param provider its name, as in {@code FabricAttributes.providerName()}
   * @param listener is told each verdict as soon as it is known
   * @throws FabricException of {@code FI_ENODATA} where there is no such provider
   */
  public static ConformanceReport run(
      String provider, ClauseFilter filter, Consumer<ClauseResult> listener) {
    Fabrics.query(FabricInfo.builder().provider(provider).build());
    try (PeerSupply peers = PeerSupply.of(provider)) {
      return new ConformanceReport(
          provider, new ConformanceRun(provider, listener, peers).run(clauses(), filter));
    }
  }

  /** Checks one clause against one provider in one threading model, in this process alone. */
  public static ClauseResult run(String provider, Clause clause, Threading threading) {
    return new ConformanceRun(provider, result -> {}).judge(clause, threading);
  }
}
