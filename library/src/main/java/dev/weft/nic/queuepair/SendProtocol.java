package dev.weft.nic.queuepair;

/** What a queue pair does with its send requests. For who is inside the machine. */
interface SendProtocol {
  /** The number of the next message. */
  void start(int number);

  /** Forgets everything. */
  void clear();

  /** Sends what may be sent now and fits into the ring. */
  void pump();

  /** Begins no request any more. */
  void drain();

  /** Ends a {@link #drain}. */
  void resume();

  boolean isDraining();

  /** Whether nothing is under way any more. */
  boolean isDrained();

  /**
   * Ends the oldest request with this status, all others as flushed.
   *
   * @return false where completions were lost
   */
  boolean flush(int culprit);
}
