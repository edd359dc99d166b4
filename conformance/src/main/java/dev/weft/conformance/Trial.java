package dev.weft.conformance;

import dev.weft.conformance.process.PeerProcess;
import dev.weft.fabric.ProgressModel;
import dev.weft.fabric.Threading;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * One clause being checked against one provider: what the check may use, and what it leaves behind.
 *
 * <p>Everything handed to {@link #closing} is closed when the check ends, last one first; every
 * thread of {@link #start} is a daemon and is interrupted then.
 */
public final class Trial {

  private final Clause clause;
  private final String provider;
  private final Threading threading;
  private final ProgressModel progress;
  private final List<String> choices = new ArrayList<>();
  private final Deque<AutoCloseable> leftovers = new ArrayDeque<>();
  private final PeerSupply peers;
  private volatile PeerProcess peerProcess;

  /**
   * @param peers where a peer process comes from, or null where both peers stay in this one
   */
  Trial(
      Clause clause,
      String provider,
      Threading threading,
      ProgressModel progress,
      PeerSupply peers) {
    this.clause = clause;
    this.provider = provider;
    this.threading = threading;
    this.progress = progress;
    this.peers = peers;
  }

  /** The clause under check. */
  public Clause clause() {
    return clause;
  }

  /** The name of the provider under check. */
  public String provider() {
    return provider;
  }

  /** The threading model that domains of this check are opened with. */
  public Threading threading() {
    return threading;
  }

  /** Who moves the data in domains of this check, unless the check says otherwise. */
  public ProgressModel progress() {
    return progress;
  }

  /** Tells which way the provider chose where the specification leaves a freedom. */
  @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency of the kit
  public void chose(String way, Object... arguments) {
    choices.add(way.formatted(arguments));
  }

  /** The process in which the other peer is to live; null where that is this one. */
  public PeerProcess peerProcess() {
    if (peers == null || !peers.isReachable()) {
      return null;
    }
    if (peerProcess == null) {
      peerProcess = peers.take();
    }
    return peerProcess;
  }

  /**
   * How often to repeat what goes wrong only now and then: less often where each message is posted
   * in another process.
   */
  public int rounds(int inOneProcess) {
    return peerProcess() == null ? inOneProcess : inOneProcess / 20;
  }

  /** {@link #rounds} that take a quarter of the check's time at most. */
  public Rounds race(int inOneProcess) {
    return new Rounds(rounds(inOneProcess), clause.limit().dividedBy(4));
  }

  /** Whether the check had a peer in another process. */
  boolean isAcrossProcesses() {
    return peerProcess != null;
  }

  /** Ends the check without a verdict where the provider does not offer what it needs. */
  public void skipUnless(boolean offered, String reason) {
    if (!offered) {
      throw new ClauseSkipped(reason);
    }
  }

  /** Closes the resource at the end of the check. */
  public synchronized <T extends AutoCloseable> T closing(T resource) {
    leftovers.push(resource);
    return resource;
  }

  /** Runs a part of the check in a thread of its own. */
  public <T> Task<T> start(Callable<T> part) {
    return closing(new Task<>(clause.id(), part));
  }

  String choices() {
    return String.join("; ", choices);
  }

  /** Closes everything, last handed over first, busy objects again after those they serve. */
  synchronized void end() throws Exception {
    int before;
    Exception first;
    do {
      before = leftovers.size();
      first = closeOnce();
    } while (!leftovers.isEmpty() && leftovers.size() < before);
    if (first != null) {
      throw first;
    }
    if (peerProcess != null) {
      peerProcess.release();
    }
  }

  /** Closes what can be closed and keeps the rest; the first problem, or null. */
  private Exception closeOnce() {
    Exception first = null;
    for (AutoCloseable resource : List.copyOf(leftovers)) {
      try {
        resource.close();
        leftovers.remove(resource);
      } catch (Exception e) {
        first = first == null ? e : first;
      }
    }
    return first;
  }
}
