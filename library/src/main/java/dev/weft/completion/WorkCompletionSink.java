package dev.weft.completion;

/**
 * Where queue pairs put their work completions: a completion queue. Any thread; a call never waits
 * for a reader, and may be made while a queue pair is locked.
 */
public interface WorkCompletionSink {
  /**
   * Adds one completion; what it says is copied.
   *
   * @return false when it was lost in an overrun: the queue pair cannot be trusted any more
   */
  boolean add(WorkCompletion completion);

  /**
   * Removes what no reader has seen yet of a queue pair that is destroyed or reset; the order of
   * the rest is kept.
   */
  void discard(int queuePair);

  /**
   * One more work queue reports here: from now on the queue cannot be destroyed, and a poll that
   * finds nothing lets {@code source} go on. Once for each work queue, also if both are of one
   * queue pair.
   */
  void attach(WorkCompletionSource source);

  /** Ends one {@link #attach} of this source. */
  void detach(WorkCompletionSource source);
}
