package dev.weft.ffm.ibverbs.object;

import dev.weft.ffm.ibverbs.linker.Verb;
import dev.weft.provider.verbs.event.AsyncEvents;
import dev.weft.provider.verbs.event.EventAcks;
import dev.weft.verbs.AsyncEventType;

/** An object that asynchronous events are about. Its destruction waits for acknowledgements. */
abstract class IbvEventSource extends IbvObject implements AsyncEvents.Subject {
  private final EventAcks asyncAcks = new EventAcks("ibv_ack_async_event", "events");
  private final long slot;
  private volatile boolean tells = true;

  /**
   * An object that C has created.
   *
   * @param slot its number in {@link Slots}, which C knows as its context
   */
  IbvEventSource(IbvContext context, long address, Verb destruction, long slot, Holders... used) {
    super(context, address, destruction, used);
    this.slot = slot;
  }

  @Override
  public final EventAcks asyncAcks() {
    return asyncAcks;
  }

  @Override
  public final boolean tellsEvents() {
    return tells;
  }

  /** C has reported an event about the object. */
  void happened(AsyncEventType type) {}

  /** Drops queued events and waits until those that were taken are acknowledged. */
  @Override
  void ending() {
    tells = false;
    owner().asyncEvents().end(this);
  }

  @Override
  void stayed() {
    tells = true;
  }

  @Override
  void released() {
    owner().slots().set(slot, null);
  }
}
