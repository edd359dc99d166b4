package dev.weft.nic.queuepair;

import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.progress.Timer;
import dev.weft.wire.Link;
import java.util.concurrent.TimeUnit;

/**
 * The two alarms of a queue pair: one for missing responses, one for a peer that was not ready. The
 * first is not set again for each message; it checks periodically whether any response has arrived.
 * A peer that has not read the requests in its ring is slow, not silent, until the device's
 * response limit is over.
 *
 * <p>The timer thread serves all queue pairs and never waits for a lock: an alarm only sets a flag
 * and rings the machine, which the lock holder or this thread then serves. All other methods: the
 * caller holds the machine's lock.
 */
public final class RetryTimer {
  /** Shortest timeout; below it, the scheduler dominates. */
  private static final long SHORTEST = TimeUnit.MILLISECONDS.toNanos(1);

  /** How long the device waits for a peer that is connected and reads nothing. */
  private static final long RESPONSE_LIMIT = TimeUnit.SECONDS.toNanos(60);

  private final QueuePairMachine machine;
  private final Requester requester;
  private final QueuePairProgress progress;
  private final Timer.Alarm noAnswer;
  private final Timer.Alarm notReady;
  private volatile boolean answersRang;
  private volatile boolean readyRang;
  private boolean watching;
  private long answersBefore;

  /** Whether the oldest request had been sent whole when the alarm was set. */
  private boolean sentBefore;

  /** Due times of the alarms; an alarm that rings earlier is stale. */
  private long answersDue;

  private long readyDue;

  /** When the peer stopped reading, in nanoseconds; valid while it does not read. */
  private long untakenSince;

  private boolean untaken;

  /** {@link #RESPONSE_LIMIT}; shorter in tests. */
  long responseLimit = RESPONSE_LIMIT;

  RetryTimer(QueuePairMachine machine, Requester requesterOrNull, QueuePairProgress progress) {
    this.machine = machine;
    this.requester = requesterOrNull;
    this.progress = progress;
    noAnswer = new Timer.Alarm(this::ringForAnswers);
    notReady = new Timer.Alarm(this::ringForPeer);
  }

  /** Called by the timer thread when responses may be missing. */
  void ringForAnswers() {
    answersRang = true;
    progress.doorbell();
  }

  private void ringForPeer() {
    readyRang = true;
    progress.doorbell();
  }

  /**
   * Handles expired alarms, after frames were processed, which may be responses; returns whether
   * one had expired.
   */
  boolean serve() {
    boolean rang = readyRang || answersRang;
    if (readyRang) {
      readyRang = false;
      peerMayBeReady();
    }
    if (answersRang) {
      answersRang = false;
      lookForAnswers();
    }
    return rang;
  }

  /** Starts the response timeout if a response is expected. */
  void watch() {
    if (watching || requester == null || !requester.isOutstanding()) {
      return;
    }
    long nanos = machine.attributes.timeoutNanos();
    if (nanos != 0) {
      watching = true;
      answersBefore = requester.responses().count();
      sentBefore = requester.queue.hasUnacknowledged();
      answersDue = System.nanoTime() + Math.max(SHORTEST, nanos);
      Timer.PROCESS.set(noAnswer, Math.max(SHORTEST, nanos));
    }
  }

  /** Handles the end of the RNR wait. */
  private void peerMayBeReady() {
    if (machine.canSend() && isOver(readyDue)) {
      requester.readyAgain();
      watch();
    }
  }

  private static boolean isOver(long due) {
    return System.nanoTime() - due >= 0;
  }

  private void lookForAnswers() {
    if (watching && isOver(answersDue)) {
      watching = false;
      judge();
      watch();
    }
  }

  /** Retries if the peer is silent; fails if it has read nothing for too long. */
  void judge() {
    if (!machine.canSend() || !requester.isOutstanding()) {
      untaken = false;
      return;
    }
    progress.peers().mayCallAgain();
    Link link = progress.peers().peer();
    boolean silent = requester.responses().count() == answersBefore;
    boolean taken = link == null || hasDrained(link);
    if (silent && !taken && isOverdue()) {
      machine.fail(WcStatus.RESPONSE_TIMEOUT);
      return;
    }
    untaken = silent && !taken;
    if (silent && taken && sentBefore) {
      requester.tryAgain();
    } else if (link != null) {
      progress.ringLater(link);
    }
  }

  /** Whether the peer has read all, and its responses, written before, were read. */
  private static boolean hasDrained(Link link) {
    return link.out().isDrained() && !link.in().hasFrame();
  }

  private boolean isOverdue() {
    long now = System.nanoTime();
    if (!untaken) {
      untakenSince = now;
    }
    return now - untakenSince > responseLimit;
  }

  void waitForPeer(long nanos) {
    readyDue = System.nanoTime() + nanos;
    Timer.PROCESS.set(notReady, nanos);
  }

  public void cancel() {
    watching = false;
    untaken = false;
    Timer.PROCESS.cancel(noAnswer);
    Timer.PROCESS.cancel(notReady);
  }
}
