package dev.weft.verbs;

/**
 * {@code struct ibv_async_event}: an event of the device or of one of its objects. Reusable. One
 * thread at a time may use it.
 */
public final class AsyncEvent {

  private AsyncEventType type;
  private VerbsObject element;
  private int port;

  /** Creates an empty event. */
  public AsyncEvent() {}

  /** {@code event_type}; null before the first event. */
  public AsyncEventType type() {
    return type;
  }

  /** {@code element}: the object that the event is about; null for port events. */
  public VerbsObject element() {
    return element;
  }

  /** {@code element.cq}, or null. */
  public CompletionQueue completionQueue() {
    return element instanceof CompletionQueue queue ? queue : null;
  }

  /** {@code element.qp}, or null. */
  public QueuePair queuePair() {
    return element instanceof QueuePair pair ? pair : null;
  }

  /** {@code element.srq}, or null. */
  public SharedReceiveQueue sharedReceiveQueue() {
    return element instanceof SharedReceiveQueue queue ? queue : null;
  }

  /** The end-to-end context that the event is about, or null; an extension (VE-20). */
  public EndToEndContext endToEndContext() {
    return element instanceof EndToEndContext context ? context : null;
  }

  /** {@code element.port_num}; 0 unless the event is about a port. */
  public int port() {
    return port;
  }

  /** Sets all fields. Called by the context. */
  public void set(AsyncEventType type, VerbsObject element, int port) {
    this.type = type;
    this.element = element;
    this.port = port;
  }

  @Override
  public String toString() {
    return "AsyncEvent[type=" + type + ", element=" + element + ", port=" + port + "]";
  }
}
