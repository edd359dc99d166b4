package dev.weft.nic.progress;

import dev.weft.wire.CacheLinePadded;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;

/**
 * Tracks whether a thread polls. While one does, doorbells stay disarmed, because the poller finds
 * the frames, and peers are spared the cost of ringing. A timer notices when polling has stopped.
 *
 * <p>If the poller itself rings, the lease does not suppress the doorbell: it serves at once.
 */
public final class PollLease extends CacheLinePadded {
  /** Consecutive empty polls before a thread counts as a poller. */
  private static final int POLLS_TO_LEASE = 16;

  private static final long TERM = TimeUnit.MILLISECONDS.toNanos(1);

  private final Runnable serve;
  private volatile boolean held;
  private volatile boolean closed;

  // Written by pollers without ordering: a lost update only delays.
  private boolean polled;
  private int polls;
  private long poller;

  /** Ends a term. */
  private final Timer.Alarm alarm = new Timer.Alarm(this::endOfTerm);

  /** {@code serve} processes pending frames and arms the doorbells; it may run at any time. */
  public PollLease(Runnable serve) {
    this.serve = serve;
  }

  public boolean isHeld() {
    return held;
  }

  /** Whether another thread polls, or did within the last term. */
  public boolean isHeldByAnother() {
    return held && poller != Thread.currentThread().threadId();
  }

  /** Called after publishing: whether another thread polls and will find the frame. */
  public boolean willBeFound() {
    if (!isHeldByAnother()) {
      return false;
    }
    VarHandle.fullFence(); // partner: end() clears the lease before it serves
    return held;
  }

  /** Records an empty poll. */
  public void polled() {
    if (!polled) {
      polled = true;
    }
    long me = Thread.currentThread().threadId();
    if (poller != me) {
      poller = me;
    }
    if (!held && ++polls > POLLS_TO_LEASE && !closed) {
      held = true;
      scheduleEndOfTerm();
    }
  }

  /** Schedules the end of the term. All terms end together, so that the timer wakes once. */
  private void scheduleEndOfTerm() {
    Timer.PROCESS.set(alarm, TERM - Math.floorMod(System.nanoTime(), TERM));
  }

  /** Has the timer thread serve after this time. */
  public void serveIn(long nanos) {
    if (!closed) {
      Timer.PROCESS.set(alarm, nanos);
    }
  }

  /** Ends the lease, because the poller may stop polling. */
  public void release() {
    polls = 0;
    held = false;
  }

  /** Serves, and is called again after another term, unless no thread polls any more. */
  public void endOfTerm() {
    if (held && polled && !closed) {
      polled = false;
      scheduleEndOfTerm();
    } else {
      end();
    }
  }

  /** Ends the lease and arms the doorbells. */
  private void end() {
    release();
    serve.run();
  }

  public void close() {
    closed = true;
    Timer.PROCESS.cancel(alarm);
  }
}
