package dev.weft.completion.work;

/**
 * Work queues that complete into a {@link WorkCompletionSink} and make progress when its reader
 * finds nothing.
 */
@FunctionalInterface
public interface WorkCompletionSource {
  /**
   * Makes due progress and never waits. Called by a thread that polled an empty queue and holds no
   * lock.
   *
   * @return whether there was work: a completion may have been added, and more work may follow soon
   */
  boolean progress();

  /** {@link #progress} for a thread that may wait for an event from now on, instead of polling. */
  default void progressAndArm() {
    progress();
  }
}
