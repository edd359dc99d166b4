package dev.weft.provider.fabric.trigger;

import dev.weft.provider.fabric.EndpointState;
import dev.weft.provider.fabric.SoftwareCounter;
import dev.weft.provider.fabric.post.DelayedPost;

/** {@code FI_TRIGGER}: an operation that waits for a counter. */
public final class TriggeredOperation extends ThresholdAction {
  private final DelayedPost operation;

  public TriggeredOperation(SoftwareCounter counter, long threshold, DelayedPost operation) {
    super(counter, threshold, false);
    this.operation = operation;
  }

  @Override
  boolean start() {
    return operation.start();
  }

  @Override
  void wantRoom() {
    operation.wantRoom();
  }

  @Override
  boolean isOf(EndpointState endpoint) {
    return operation.isOf(endpoint);
  }

  @Override
  boolean hasContext(long context) {
    return operation.hasContext(context);
  }

  @Override
  boolean fail(int error) {
    return operation.fail(error);
  }
}
