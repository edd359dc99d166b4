package dev.weft.completion.work;

/**
 * The completion queue to which queue pairs add work completions. Any thread may call; no call
 * waits for a reader, and the caller may hold a queue pair's lock.
 */
public interface WorkCompletionSink {
  /**
   * Adds one completion; its contents are copied.
   *
   * @return false if it was lost in an overrun: the queue pair must then fail
   */
  boolean add(WorkCompletion completion);

  /**
   * Removes the unread entries of a queue pair that is destroyed or reset; the order of the rest is
   * kept.
   */
  void discard(int queuePair);

  /**
   * Attaches a work queue: the queue cannot be destroyed until it is detached, and a poll that
   * finds nothing drives {@code source}. Called once per work queue, even if both are of one queue
   * pair.
   */
  void attach(WorkCompletionSource source);

  /** Ends one {@link #attach} of this source. */
  void detach(WorkCompletionSource source);
}
