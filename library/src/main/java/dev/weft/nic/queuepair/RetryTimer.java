package dev.weft.nic.queuepair;

import dev.weft.wire.Link;
import java.util.concurrent.TimeUnit;

/**
 * Two alarms of a queue pair: for answers that do not come, and for a peer that was not ready. The
 * first is not set anew for each message; it only looks from time to time whether there were any
 * answers. A peer that has not taken the requests out of its ring is slow, not silent, until it has
 * let them lie for longer than the device waits.
 *
 * <p>The timer's thread, which is there for all queue pairs, waits for none: an alarm only says
 * that it rang, and has the machine served, by whoever is inside where somebody is. All else is for
 * who is inside the machine.
 */
final class RetryTimer {
  /** A shorter wait would be for the scheduler, not for the peer. */
  private static final long SHORTEST = TimeUnit.MILLISECONDS.toNanos(1);

  /** How long the device waits for a peer that is there and takes nothing. */
  private static final long RESPONSE_LIMIT = TimeUnit.SECONDS.toNanos(60);

  private final QueuePairMachine machine;
  private final Requester requester;
  private final QueuePairProgress progress;
  final Timer.Alarm noAnswer;
  private final Timer.Alarm notReady;
  private volatile boolean answersRang;
  private volatile boolean readyRang;
  private boolean watching;
  private long answersBefore;

  /** When the alarms ring; one that rings before was set for what is over. */
  private long answersDue;

  private long readyDue;

  /** Since when the peer takes nothing, in nanoseconds; only while it does not. */
  private long untakenSince;

  private boolean untaken;

  /** {@link #RESPONSE_LIMIT}, unless a test cannot wait for it. */
  long responseLimit = RESPONSE_LIMIT;

  RetryTimer(QueuePairMachine machine, Requester requesterOrNull, QueuePairProgress progress) {
    this.machine = machine;
    this.requester = requesterOrNull;
    this.progress = progress;
    noAnswer =
        new Timer.Alarm() {
          @Override
          void ring() {
            answersRang = true;
            progress.doorbell();
          }
        };
    notReady =
        new Timer.Alarm() {
          @Override
          void ring() {
            readyRang = true;
            progress.doorbell();
          }
        };
  }

  /** In a turn, after frames were taken, which may be answers: does what alarms have rung for. */
  void serve() {
    if (readyRang) {
      readyRang = false;
      peerMayBeReady();
    }
    if (answersRang) {
      answersRang = false;
      lookForAnswers();
    }
  }

  /** A request is to be answered for, or else tried again. */
  void watch() {
    if (watching || requester == null || !requester.isOutstanding()) {
      return;
    }
    long nanos = machine.attributes.timeoutNanos();
    if (nanos != 0) {
      watching = true;
      answersBefore = requester.answers;
      answersDue = System.nanoTime() + Math.max(SHORTEST, nanos);
      Timer.PROCESS.set(noAnswer, Math.max(SHORTEST, nanos));
    }
  }

  /** The time is over for which the peer was left alone. */
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

  /** Whether the peer has answered anything meanwhile, or has not even looked yet. */
  private void judge() {
    if (!machine.canSend() || !requester.isOutstanding()) {
      untaken = false;
      return;
    }
    progress.peers().mayCallAgain();
    Link link = progress.peers().peer();
    boolean silent = requester.answers == answersBefore;
    boolean taken = link == null || link.out().isDrained();
    if (silent && !taken && isOverdue()) {
      machine.fail(WcStatus.RESPONSE_TIMEOUT);
      return;
    }
    untaken = silent && !taken;
    if (silent && taken) {
      requester.tryAgain();
    } else if (link != null) {
      progress.ringLater(link);
    }
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

  void cancel() {
    watching = false;
    untaken = false;
    Timer.PROCESS.cancel(noAnswer);
    Timer.PROCESS.cancel(notReady);
  }
}
