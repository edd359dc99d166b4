package dev.weft.cli.soak;

import java.util.concurrent.atomic.AtomicReference;

/** When the threads of a phase stop: it is complete, or it failed. */
final class StopCondition {
  private final long messages;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private volatile boolean reached;

  /** Stops after this many messages in each direction. */
  StopCondition(long messages) {
    this.messages = messages;
  }

  long messages() {
    return messages;
  }

  boolean isReached() {
    return reached;
  }

  void reach() {
    reached = true;
  }

  void fail(Throwable cause) {
    failure.compareAndSet(null, cause);
    reached = true;
  }

  /** The cause of the failure, or null. */
  Throwable failure() {
    return failure.get();
  }
}
