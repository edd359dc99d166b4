package dev.weft.provider.verbs.event;

import dev.weft.verbs.CompletionEvent;
import dev.weft.verbs.CompletionQueue;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The events of a completion channel: each is a queue that has notified.
 *
 * @param <Q> type of the queues
 */
public final class CompletionEventFifo<Q extends CompletionQueue>
    extends EventFifo<Q, CompletionEvent> {
  private final Predicate<Q> tellsEvents;
  private final Consumer<Q> eventGot;

  /**
   * Creates an empty FIFO.
   *
   * @param tellsEvents whether events of a queue are still wanted
   * @param eventGot records that a thread has taken an event of a queue, to be acknowledged
   */
  public CompletionEventFifo(Predicate<Q> tellsEvents, Consumer<Q> eventGot) {
    super("ibv_get_cq_event");
    this.tellsEvents = tellsEvents;
    this.eventGot = eventGot;
  }

  @Override
  public boolean accepts(Q queue) {
    return tellsEvents.test(queue);
  }

  @Override
  public void deliver(Q queue, CompletionEvent event) {
    eventGot.accept(queue);
    event.set(queue, queue.context());
  }

  @Override
  public boolean isAbout(Q queue, Object subject) {
    return queue.equals(subject);
  }
}
