package dev.weft.nic.queuepair;

import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;

/**
 * Whether somebody polls: then the doorbells stay quiet, because the poller looks anyway, and a
 * peer pays nothing for them. A timer sees when nobody has polled any more.
 *
 * <p>A poller that is itself the one who rings is no reason to be quiet: it serves at once.
 */
final class PollLease {
  /** Polls for nothing, one after the other, that make a poller. */
  private static final int PATIENCE = 16;

  private static final long TERM = TimeUnit.MILLISECONDS.toNanos(1);

  private final Runnable serve;
  private volatile boolean held;
  private volatile boolean closed;

  // Written by pollers without order: whatever is lost only delays.
  private boolean polled;
  private int polls;
  private long poller;

  /** The end of a term; the timer's thread calls it. */
  final Timer.Alarm alarm =
      new Timer.Alarm() {
        @Override
        void ring() {
          lookAgain();
        }
      };

  /** {@code serve} takes what there is, and arms doorbells, as often as it is called. */
  PollLease(Runnable serve) {
    this.serve = serve;
  }

  boolean isHeld() {
    return held;
  }

  /** Whether another thread than the caller polls, or did a moment ago. */
  boolean isHeldByAnother() {
    return held && poller != Thread.currentThread().threadId();
  }

  /** After publishing: whether another thread than the caller polls, and will find it. */
  boolean willBeFound() {
    if (!isHeldByAnother()) {
      return false;
    }
    VarHandle.fullFence(); // partner: the end of the lease, before it has what is there served
    return held;
  }

  /** Somebody found nothing to poll. */
  void polled() {
    if (!polled) {
      polled = true;
    }
    long me = Thread.currentThread().threadId();
    if (poller != me) {
      poller = me;
    }
    if (!held && ++polls > PATIENCE && !closed) {
      held = true;
      lookAtTheEndOfTheTerm();
    }
  }

  /** Terms of all leases end at the same time, so that the timer wakes once for all of them. */
  private void lookAtTheEndOfTheTerm() {
    Timer.PROCESS.set(alarm, TERM - Math.floorMod(System.nanoTime(), TERM));
  }

  /** Has the timer's thread serve, after this time. */
  void serveIn(long nanos) {
    if (!closed) {
      Timer.PROCESS.set(alarm, nanos);
    }
  }

  /** Whoever polls may not do so again. */
  void giveUp() {
    polls = 0;
    held = false;
  }

  private void lookAgain() {
    if (held && polled && !closed) {
      polled = false;
      lookAtTheEndOfTheTerm();
    } else {
      end();
    }
  }

  /** Nobody polls: doorbells are armed again. */
  private void end() {
    giveUp();
    serve.run();
  }

  void close() {
    closed = true;
    Timer.PROCESS.cancel(alarm);
  }
}
