package dev.weft.provider.verbs.event;

import dev.weft.verbs.AsyncEvent;
import dev.weft.verbs.AsyncEventType;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsObject;
import java.nio.channels.SelectableChannel;

/** The queue of asynchronous events of a context and its objects: {@code ibv_get_async_event}. */
public final class AsyncEvents {

  /** An object that raises such events. Destroying it waits until its events are acknowledged. */
  public interface Subject extends VerbsObject {
    /** The events of this object that were taken. */
    EventAcks asyncAcks();

    /** Whether events of this object may still be queued. */
    boolean tellsEvents();
  }

  /** An event; without a subject it is about a port, or about the device with port 0. */
  private record Happening(AsyncEventType type, Subject subject, int port) {}

  private final EventFifo<Happening, AsyncEvent> events =
      new EventFifo<>("ibv_get_async_event") {
        @Override
        public boolean accepts(Happening event) {
          return event.subject == null || event.subject.tellsEvents();
        }

        @Override
        public void deliver(Happening event, AsyncEvent target) {
          if (event.subject != null) {
            event.subject.asyncAcks().got();
          }
          target.set(event.type, event.subject, event.port);
        }

        @Override
        public boolean isAbout(Happening event, Object subject) {
          return subject.equals(event.subject);
        }
      };

  private final VerbsContext context;

  public AsyncEvents(VerbsContext context) {
    this.context = context;
  }

  /** Queues an event of an object. */
  public void raise(AsyncEventType type, Subject subject) {
    events.offer(new Happening(type, subject, 0));
  }

  /** Queues an event of a port, or of the device with port 0. */
  public void raise(AsyncEventType type, int port) {
    events.offer(new Happening(type, null, port));
  }

  public int get(AsyncEvent event) {
    if (event == null) {
      throw new IllegalArgumentException("event=null, allowed: one to be filled");
    }
    return events.get(event);
  }

  public void ack(AsyncEvent event) {
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

  public void blocking(boolean blocking) {
    events.blocking(blocking);
  }

  public SelectableChannel channel() {
    return events.channel();
  }

  public int descriptor() {
    return events.descriptor();
  }

  /**
   * Ends the events of an object that raises no more: drops queued ones and waits until taken ones
   * are acknowledged.
   */
  public void end(Subject subject) {
    events.forget(subject);
    subject.asyncAcks().awaitAll(subject);
  }

  /** Closes the queue with the context. */
  public void close() {
    events.close();
  }
}
