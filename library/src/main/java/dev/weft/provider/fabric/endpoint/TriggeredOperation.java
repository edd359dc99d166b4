package dev.weft.provider.fabric.endpoint;

import dev.weft.provider.fabric.queue.SoftwareCounter;
import dev.weft.provider.fabric.trigger.ThresholdAction;

/** {@code FI_TRIGGER}: an operation that waits for a counter. */
final class TriggeredOperation extends ThresholdAction {
  private final DelayedPost operation;

  TriggeredOperation(SoftwareCounter counter, long threshold, DelayedPost operation) {
    super(counter, threshold, false);
    this.operation = operation;
  }

  @Override
  protected boolean start() {
    return operation.start();
  }

  @Override
  protected void wantRoom() {
    operation.wantRoom();
  }

  @Override
  protected boolean isOf(Object endpoint) {
    return operation.isOf(endpoint);
  }

  @Override
  protected boolean hasContext(long context) {
    return operation.hasContext(context);
  }

  @Override
  protected boolean fail(int error) {
    return operation.fail(error);
  }
}
