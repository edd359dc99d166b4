package dev.weft.verbs;

/**
 * The result of {@code ibv_get_cq_event(3)}: a completion queue and its context. Reusable. One
 * thread at a time may use it.
 */
public final class CompletionEvent {

  private CompletionQueue queue;
  private Object context;

  /** Creates an empty event. */
  public CompletionEvent() {}

  /** {@code cq}: the queue that received a completion; null before the first event. */
  public CompletionQueue queue() {
    return queue;
  }

  /** {@code cq_context}: the context given when the queue was created (VC-08). */
  public Object context() {
    return context;
  }

  /** Sets both fields. Called by the channel. */
  public void set(CompletionQueue queue, Object context) {
    this.queue = queue;
    this.context = context;
  }

  @Override
  public String toString() {
    return "CompletionEvent[queue=" + queue + ", context=" + context + "]";
  }
}
