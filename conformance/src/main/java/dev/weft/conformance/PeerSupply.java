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
  private boolean needsProgressOfPeers;

  /**
   * Creates the supply and finds out whether the provider's endpoints reach other processes, and
   * whether their messages arrive by the progress of the receiver alone.
   */
  static PeerSupply of(String provider, Vocabulary vocabulary) {
    PeerSupply peers = new PeerSupply();
    ConformanceRun run = new ConformanceRun(provider, result -> {}, peers);
    peers.needsProgressOfPeers = !holds(run, "a message arrives", vocabulary.arriving());
    if (!holds(run, "a message arrives from the peer process", vocabulary.meeting())) {
      peers.giveUp();
    }
    return peers;
  }

  private static boolean holds(ConformanceRun run, String sentence, Clause.Body body) {
    Clause probe =
        Clause.clause("XX-000", Level.REQUIRED, "none")
            .says(sentence)
            .lookAt("how peers reach each other")
            .check(body);
    return run.judge(probe, Threading.SAFE).verdict() == Verdict.PASSED;
  }

  /** Whether a message arrives only if the sender makes progress, too. */
  boolean needsProgressOfPeers() {
    return needsProgressOfPeers;
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
