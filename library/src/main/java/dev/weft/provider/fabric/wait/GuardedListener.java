package dev.weft.provider.fabric.wait;

import dev.weft.fabric.poll.EventListener;
import dev.weft.service.FailureLog;

/**
 * A listener of the application that throws nothing: what it throws is logged. Its caller holds
 * locks, takes frames of a peer, or closes the object.
 */
public final class GuardedListener implements EventListener {
  private static final FailureLog FAILURES = new FailureLog("A listener of events");

  private final EventListener listener;

  private GuardedListener(EventListener listener) {
    this.listener = listener;
  }

  /** Guards a listener; null for null. */
  public static EventListener of(EventListener listenerOrNull) {
    return listenerOrNull == null ? null : new GuardedListener(listenerOrNull);
  }

  @Override
  public void onEvent() {
    try {
      listener.onEvent();
    } catch (RuntimeException | Error failure) {
      FAILURES.report(failure);
    }
  }

  @Override
  public void onClose() {
    try {
      listener.onClose();
    } catch (RuntimeException | Error failure) {
      FAILURES.report(failure);
    }
  }
}
