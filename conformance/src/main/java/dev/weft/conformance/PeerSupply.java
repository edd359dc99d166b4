package dev.weft.conformance;

import dev.weft.conformance.process.PeerProcess;
import dev.weft.fabric.info.Threading;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Owns the peer process of a run. Starts it when a check first needs it, and replaces it after a
 * check that may have left it in an undefined state.
 */
final class PeerSupply implements AutoCloseable {
  private PeerProcess process;
  private boolean reachable = true;

  /** Creates the supply and finds out whether the provider's endpoints reach other processes. */
  static PeerSupply of(String provider, Vocabulary vocabulary) {
    PeerSupply peers = new PeerSupply();
    Clause meeting =
        Clause.clause("XX-000", Level.REQUIRED, "none")
            .says("a message arrives from the peer process")
            .lookAt("whether processes reach each other")
            .check(vocabulary.meeting());
    ConformanceRun probe = new ConformanceRun(provider, result -> {}, peers);
    if (probe.judge(meeting, Threading.SAFE).verdict() != Verdict.PASSED) {
      peers.giveUp();
    }
    return peers;
  }

  /** Whether endpoints in two processes of this provider reach each other at all. */
  synchronized boolean isReachable() {
    return reachable;
  }

  /** Disables the peer process, because the provider's endpoints do not reach other processes. */
  synchronized void giveUp() {
    reachable = false;
    close();
  }

  /** A peer process that can be used. */
  synchronized PeerProcess take() {
    if (process != null && !process.isUsable()) {
      close();
    }
    if (process == null) {
      try {
        process = PeerProcess.start();
      } catch (IOException e) {
        throw new UncheckedIOException("the peer process does not start", e);
      }
    }
    return process;
  }

  /** Ends the process, if there is one. */
  @Override
  public synchronized void close() {
    if (process != null) {
      process.close();
      process = null;
    }
  }
}
