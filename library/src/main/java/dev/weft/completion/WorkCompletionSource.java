package dev.weft.completion;

/** What reports to a {@link WorkCompletionSink} and goes on when its reader has nothing to read. */
@FunctionalInterface
public interface WorkCompletionSource {
  /** By a thread that polled an empty queue and holds no lock: does what is due, never waits. */
  void progress();

  /** {@link #progress} by a thread that may wait for an event, and not poll, from now on. */
  default void progressAndArm() {
    progress();
  }
}
