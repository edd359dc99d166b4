package dev.weft.completion;

/**
 * What a queue is armed for, and how far its events are held back. Touched with the queue's writing
 * lock held only: an arming comes before or after a completion, never beside it, so that no
 * completion falls between the arming and the look that follows it.
 */
final class NotifyState {
  /** What is to be told, after the lock. */
  enum Notification {
    NOTHING,
    EVENT,
    EVENT_HELD_BACK,
    OVERRUN
  }

  static final int NOT = 0;
  static final int SOLICITED = 1;
  static final int NEXT = 2;

  /** The one thing that others may look at without the lock. */
  private volatile int armed = NOT;

  private int countForEvent = 1;
  private long nanosForEvent;
  private int heldBack;

  /** One shot. The wider of two armings stays. */
  void arm(int kind) {
    armed = Math.max(armed, kind);
  }

  boolean isArmed() {
    return armed != NOT;
  }

  /** Holds events back until so many completions, or so much time where that is not 0. */
  void moderate(int count, long nanos) {
    countForEvent = count;
    nanosForEvent = nanos;
  }

  Notification added(boolean solicited) {
    if (armed == NOT || (armed == SOLICITED && !solicited)) {
      return Notification.NOTHING;
    }
    heldBack++;
    if (heldBack >= countForEvent) {
      return fire();
    }
    return heldBack == 1 && nanosForEvent > 0 ? Notification.EVENT_HELD_BACK : Notification.NOTHING;
  }

  /** The time for the event has come, if it is still held back. */
  Notification release() {
    return heldBack > 0 ? fire() : Notification.NOTHING;
  }

  private Notification fire() {
    armed = NOT;
    heldBack = 0;
    return Notification.EVENT;
  }
}
