package dev.weft.cli.soak.traffic;

import java.util.concurrent.atomic.AtomicReference;

/** When the threads of a phase stop: it is complete, or it failed. */
public final class StopCondition {
  private final long messages;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private volatile boolean reached;

  /** Stops after this many messages in each direction. */
  public StopCondition(long messages) {
    this.messages = messages;
  }

  public long messages() {
    return messages;
  }

  public boolean isReached() {
    return reached;
  }

  public void reach() {
    reached = true;
  }

  public void fail(Throwable cause) {
    failure.compareAndSet(null, cause);
    reached = true;
  }

  /** The cause of the failure, or null. */
  public Throwable failure() {
    return failure.get();
  }
}
