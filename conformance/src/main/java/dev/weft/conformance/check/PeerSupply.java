package dev.weft.conformance.check;

import dev.weft.conformance.process.PeerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Owns the peer process of a run. Starts it when a check first needs it, and replaces it after a
 * check that may have left it in an undefined state.
 */
public final class PeerSupply implements AutoCloseable {
  private PeerProcess process;
  private boolean reachable = true;
  private volatile boolean needsProgressOfPeers;

  /** Sets whether a message arrives only if the sender makes progress, too. */
  public void setNeedsProgressOfPeers(boolean needed) {
    needsProgressOfPeers = needed;
  }

  /** Whether a message arrives only if the sender makes progress, too. */
  public boolean needsProgressOfPeers() {
    return needsProgressOfPeers;
  }

  /** Whether endpoints in two processes of this provider reach each other at all. */
  public synchronized boolean isReachable() {
    return reachable;
  }

  /** Disables the peer process, because the provider's endpoints do not reach other processes. */
  public synchronized void markUnusable() {
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
