package dev.weft.completion;

/**
 * What a queue is armed for, and how far its events are held back. Touched with the queue's writing
 * lock held only: an arming comes before or after a completion, never beside it, so that no
 * completion falls between the arming and the look that follows it.
 */
final class Arming {
  /** What the completion just added calls for. */
  enum Answer {
    NOTHING,
    EVENT,
    HOLD_BACK
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

  Answer added(boolean solicited) {
    if (armed == NOT || (armed == SOLICITED && !solicited)) {
      return Answer.NOTHING;
    }
    heldBack++;
    if (heldBack >= countForEvent) {
      return fire();
    }
    return heldBack == 1 && nanosForEvent > 0 ? Answer.HOLD_BACK : Answer.NOTHING;
  }

  /** The time for the event has come, if it is still held back. */
  Answer release() {
    return heldBack > 0 ? fire() : Answer.NOTHING;
  }

  private Answer fire() {
    armed = NOT;
    heldBack = 0;
    return Answer.EVENT;
  }
}
