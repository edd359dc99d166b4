package dev.weft.provider.fabric;

/** {@code FI_TRIGGER}: an operation that waits for a counter. */
final class TriggeredOperation extends ThresholdAction {
  private final DelayedPost operation;

  TriggeredOperation(SoftwareCounter counter, long threshold, DelayedPost operation) {
    super(counter, threshold, false);
    this.operation = operation;
  }

  DelayedPost operation() {
    return operation;
  }

  @Override
  boolean start() {
    return operation.start();
  }

  @Override
  boolean isOf(EndpointState endpoint) {
    return operation.isOf(endpoint);
  }
}
