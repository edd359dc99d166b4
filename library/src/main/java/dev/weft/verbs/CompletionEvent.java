package dev.weft.verbs;

/**
 * What {@code ibv_get_cq_event(3)} answers: the queue that got a completion, and its context; made
 * to be reused. One thread at a time may use it.
 */
public final class CompletionEvent {

  private CompletionQueue queue;
  private Object context;

  /** No event yet. */
  public CompletionEvent() {}

  /** {@code cq}: whose completion it was; null before the first event. */
  public CompletionQueue queue() {
    return queue;
  }

  /** {@code cq_context}: what the queue was created with (VC-08). */
  public Object context() {
    return context;
  }

  /** Sets both; called by the channel. */
  public void set(CompletionQueue queue, Object context) {
    this.queue = queue;
    this.context = context;
  }

  @Override
  public String toString() {
    return "CompletionEvent[queue=" + queue + ", context=" + context + "]";
  }
}
