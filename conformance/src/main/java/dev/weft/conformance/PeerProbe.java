package dev.weft.conformance;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.PeerSupply;
import dev.weft.fabric.info.Threading;

/** Finds out how the endpoints of a provider reach each other, by checks of its own. */
final class PeerProbe {
  private final ConformanceRun run;

  private PeerProbe(ConformanceRun run) {
    this.run = run;
  }

  /**
   * The peers of a run. Finds out whether the provider's endpoints reach other processes, and
   * whether their messages arrive by the progress of the receiver alone.
   */
  static PeerSupply peersOf(String provider, Vocabulary vocabulary) {
    PeerSupply peers = new PeerSupply();
    PeerProbe probe = new PeerProbe(new ConformanceRun(provider, result -> {}, peers));
    peers.setNeedsProgressOfPeers(!probe.holds("a message arrives", vocabulary.arriving()));
    if (!probe.holds("a message arrives from the peer process", vocabulary.meeting())) {
      peers.markUnusable();
    }
    return peers;
  }

  private boolean holds(String sentence, Clause.Body body) {
    Clause clause =
        Clause.clause("XX-000", Level.REQUIRED, "none")
            .says(sentence)
            .lookAt("how peers reach each other")
            .check(body);
    return run.judge(clause, Threading.SAFE).verdict() == Verdict.PASSED;
  }
}
