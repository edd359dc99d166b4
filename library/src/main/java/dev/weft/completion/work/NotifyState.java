package dev.weft.completion.work;

/**
 * What a queue is armed for, which events are moderated, and who gets them. Guarded by the queue's
 * writing lock: arming happens before or after a completion, never concurrently, so no completion
 * is missed between arming and the check that follows it.
 */
final class NotifyState {
  /** What to notify after the lock is released. */
  enum Notification {
    NOTHING,
    EVENT,
    EVENT_HELD_BACK,
    OVERRUN
  }

  static final int NOT = 0;
  static final int SOLICITED = 1;
  static final int NEXT = 2;

  /** Written under the lock, and read without it. */
  private volatile int armed = NOT;

  private final WorkCompletionListener listener;
  private int countForEvent = 1;
  private long nanosForEvent;
  private int heldBack;

  NotifyState(WorkCompletionListener listener) {
    this.listener = listener;
  }

  /** Arms for one event. The wider of two armings stays. */
  void arm(int kind) {
    armed = Math.max(armed, kind);
  }

  boolean isArmed() {
    return armed != NOT;
  }

  /** Moderates events: until {@code count} completions, or after {@code nanos} unless that is 0. */
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

  /** Fires the event if it is still held back; its time has come. */
  Notification release() {
    return heldBack > 0 ? fire() : Notification.NOTHING;
  }

  private Notification fire() {
    armed = NOT;
    heldBack = 0;
    return Notification.EVENT;
  }

  /**
   * Notifies the listener. Called without the lock: an event is held back for the time that is set
   * by now.
   */
  void deliver(Notification notification) {
    switch (notification) {
      case NOTHING -> {}
      case EVENT -> listener.completionEvent();
      case EVENT_HELD_BACK -> listener.eventHeldBack(nanosForEvent);
      case OVERRUN -> listener.overrun();
    }
  }
}
