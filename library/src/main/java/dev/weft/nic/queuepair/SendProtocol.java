package dev.weft.nic.queuepair;

/** The requester side of a queue pair. The caller holds the machine's lock. */
public interface SendProtocol {
  /** Sets the number of the first message, if the service has numbers. */
  default void start(int number) {}

  /** Resets all state. */
  void clear();

  /** Sends what may be sent now and fits into the ring. */
  void pump();

  /** Begins no more requests. */
  void drain();

  /** Ends a {@link #drain}. */
  void resume();

  boolean isDraining();

  /** Whether the queue pair fails when a request ends with this status. */
  default boolean isFatal(int status) {
    return true;
  }

  /** Whether no request is outstanding. */
  boolean isDrained();

  /**
   * Completes the oldest request with this status and flushes all others.
   *
   * @return false if completions were lost
   */
  boolean flush(int culprit);
}
