package dev.weft.provider.verbs.event;

import dev.weft.nic.packet.TransportEvents;
import dev.weft.verbs.AsyncEventType;

/** Forwards events of a queue to the context, once the queue's API object exists. */
public final class EventRelay implements TransportEvents {
  private final AsyncEvents events;
  private volatile AsyncEvents.Subject subject;

  public EventRelay(AsyncEvents events) {
    this.events = events;
  }

  public void about(AsyncEvents.Subject made) {
    subject = made;
  }

  @Override
  public void happened(int event) {
    AsyncEvents.Subject about = subject;
    if (about != null) {
      events.raise(AsyncEventType.of(event), about);
    }
  }
}
