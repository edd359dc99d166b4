package dev.weft.provider.verbs;

import dev.weft.provider.verbs.event.AsyncEvents;
import dev.weft.provider.verbs.event.EventAcks;

/** An object that raises asynchronous events. Its destruction waits for acknowledgements. */
abstract class AsyncEventSource extends SoftwareObject implements AsyncEvents.Subject {
  private final EventAcks asyncAcks = new EventAcks("ibv_ack_async_event", "events");
  private volatile boolean tells = true;

  /** {@link SoftwareObject#SoftwareObject}. */
  AsyncEventSource(ObjectUses uses, String endingCall) {
    super(uses, endingCall);
  }

  @Override
  public final EventAcks asyncAcks() {
    return asyncAcks;
  }

  @Override
  public final boolean tellsEvents() {
    return tells;
  }

  /** Stops queueing events. */
  final void tellNoMore() {
    tells = false;
  }

  /**
   * Called after {@link #tellNoMore}: drops queued events and waits until taken ones are
   * acknowledged.
   */
  final void endEvents() {
    owner().asyncEvents().end(this);
  }
}
