package dev.weft.provider.verbs;

import dev.weft.verbs.AsyncEvent;
import dev.weft.verbs.AsyncEventType;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsObject;
import java.nio.channels.SelectableChannel;

/** The queue of asynchronous events of a context and its objects: {@code ibv_get_async_event}. */
final class AsyncEvents {

  /** An object that raises such events. Destroying it waits until its events are acknowledged. */
  interface Subject extends VerbsObject {
    /** The events of this object that were taken. */
    EventAcks asyncAcks();

    /** Whether events of this object may still be queued. */
    boolean tellsEvents();
  }

  private record Happening(AsyncEventType type, Subject subject, int port) {}

  private final EventFifo<Happening, AsyncEvent> events =
      new EventFifo<>("ibv_get_async_event") {
        @Override
        boolean accepts(Happening event) {
          return event.subject == null || event.subject.tellsEvents();
        }

        @Override
        void deliver(Happening event, AsyncEvent target) {
          if (event.subject != null) {
            event.subject.asyncAcks().got();
          }
          target.set(event.type, event.subject, event.port);
        }

        @Override
        boolean isAbout(Happening event, Object subject) {
          return subject.equals(event.subject);
        }
      };

  private final VerbsContext context;

  AsyncEvents(VerbsContext context) {
    this.context = context;
  }

  /** Queues an event of an object. */
  void raise(AsyncEventType type, Subject subject) {
    events.offer(new Happening(type, subject, 0));
  }

  /** Queues an event of a port. */
  void raise(AsyncEventType type, int port) {
    events.offer(new Happening(type, null, port));
  }

  int get(AsyncEvent event) {
    if (event == null) {
      throw new IllegalArgumentException("event=null, allowed: one to be filled");
    }
    return events.get(event);
  }

  void ack(AsyncEvent event) {
    if (event == null || event.type() == null) {
      throw new IllegalArgumentException("event=" + event + ", allowed: one that was got");
    }
    if (event.element() instanceof Subject subject) {
      requireOwn(event);
      subject.asyncAcks().ack(1);
    }
  }

  private void requireOwn(AsyncEvent event) {
    if (!event.element().verbs().equals(context)) {
      throw new IllegalArgumentException(
          "event=" + event + ", allowed: one that was got from " + context);
    }
  }

  void blocking(boolean blocking) {
    events.blocking(blocking);
  }

  SelectableChannel channel() {
    return events.channel();
  }

  /**
   * Ends the events of an object that raises no more: drops queued ones and waits until taken ones
   * are acknowledged.
   */
  void end(Subject subject) {
    events.forget(subject);
    subject.asyncAcks().awaitAll(subject);
  }

  /** Closes the queue with the context. */
  void close() {
    events.close();
  }
}
