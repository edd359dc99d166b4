package dev.weft.conformance.check;

import dev.weft.conformance.process.PeerProcess;
import dev.weft.fabric.info.ProgressModel;
import dev.weft.fabric.info.Threading;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;

/**
 * The context of one check: one clause, one provider, one threading model. It owns what the check
 * opens and starts.
 *
 * <p>When the check ends, everything registered with {@link #closing} is closed, last one first,
 * and the daemon threads of {@link #start} are interrupted.
 */
public final class Trial {

  private final Clause clause;
  private final String provider;
  private final Threading threading;
  private final ProgressModel progress;
  private final Set<String> choices = new LinkedHashSet<>();
  private final Deque<AutoCloseable> leftovers = new ArrayDeque<>();
  private final PeerSupply peers;
  private volatile PeerProcess peerProcess;

  /**
   * @param peers the source of a peer process, or null if both peers stay in this process
   */
  public Trial(
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

  /** The progress model of domains of this check, unless the check sets another one. */
  public ProgressModel progress() {
    return progress;
  }

  /** Reports which of several allowed behaviours the provider has; what it repeats counts once. */
  @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency of the kit
  public void chose(String way, Object... arguments) {
    choices.add(way.formatted(arguments));
  }

  /** The process of the other peer; null if it is this one. */
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
   * How often to repeat a check of a rare failure: less often if each message is posted in another
   * process.
   */
  public int rounds(int inOneProcess) {
    return peerProcess() == null ? inOneProcess : inOneProcess / 20;
  }

  /** {@link #rounds} that take at most a quarter of the check's time. */
  public Rounds race(int inOneProcess) {
    return new Rounds(rounds(inOneProcess), clause.limit().dividedBy(4));
  }

  /** Whether a message arrives only if the sender makes progress, too. */
  public boolean needsProgressOfPeers() {
    return peers != null && peers.needsProgressOfPeers();
  }

  /** Whether the check had a peer in another process. */
  public boolean isAcrossProcesses() {
    return peerProcess != null;
  }

  /** Skips the check if the provider does not offer what it needs. */
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

  public String choices() {
    return String.join("; ", choices);
  }

  /**
   * Closes everything, last registered first, and retries busy objects after their users are
   * closed.
   */
  public synchronized void end() throws Exception {
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

  /** Closes what can be closed and keeps the rest; returns the first exception, or null. */
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
