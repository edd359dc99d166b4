package dev.weft.provider.verbs;

/** An object that asynchronous events can be about: its end waits for those that were got. */
abstract class AsyncEventSource extends SoftwareObject implements AsyncEvents.Subject {
  private final EventAcks asyncAcks = new EventAcks("ibv_ack_async_event");
  private volatile boolean tells = true;

  /** {@link SoftwareObject#SoftwareObject}. */
  AsyncEventSource(SoftwareContext context, Quota quota, String creatingCall, String endingCall) {
    super(context, quota, creatingCall, endingCall);
  }

  @Override
  public final EventAcks asyncAcks() {
    return asyncAcks;
  }

  @Override
  public final boolean tellsEvents() {
    return tells;
  }

  /** No event is queued from now on. */
  final void tellNoMore() {
    tells = false;
  }

  /** After {@link #tellNoMore}: forgets what was not got, and waits for what was. */
  final void endEvents() {
    owner().asyncEvents().end(this);
  }
}
