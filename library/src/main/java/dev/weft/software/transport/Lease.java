package dev.weft.software.transport;

import java.util.concurrent.TimeUnit;

/**
 * Whether somebody polls: then the doorbells stay quiet, because the poller looks anyway, and a
 * peer pays nothing for them. A timer sees when nobody has polled any more.
 */
final class Lease {
  /** Polls for nothing, one after the other, that make a poller. */
  private static final int PATIENCE = 16;

  private static final long TERM = TimeUnit.MILLISECONDS.toNanos(1);

  private final Serving serving;
  private volatile boolean held;
  private volatile boolean closed;

  // Written by pollers without order: whatever is lost only delays.
  private boolean polled;
  private int polls;

  private final Timer.Alarm alarm =
      new Timer.Alarm() {
        @Override
        void ring() {
          lookAgain();
        }
      };

  Lease(Serving serving) {
    this.serving = serving;
  }

  boolean isHeld() {
    return held;
  }

  /** Somebody found nothing to poll. */
  void polled() {
    if (!polled) {
      polled = true;
    }
    if (!held && ++polls > PATIENCE && !closed) {
      held = true;
      Timer.PROCESS.set(alarm, TERM);
    }
  }

  /** Has the timer's thread serve. */
  void serveSoon() {
    if (!closed) {
      Timer.PROCESS.set(alarm, 0);
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
      Timer.PROCESS.set(alarm, TERM);
    } else {
      end();
    }
  }

  /** Nobody polls: doorbells are armed again. */
  private void end() {
    giveUp();
    serving.ring();
  }

  void close() {
    closed = true;
    Timer.PROCESS.cancel(alarm);
  }
}
