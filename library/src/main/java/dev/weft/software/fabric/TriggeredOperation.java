package dev.weft.software.fabric;

/** {@code FI_TRIGGER}: an operation that waits for a counter. */
final class TriggeredOperation extends Waiting {
  private final Postponed operation;

  TriggeredOperation(SoftwareCounter counter, long threshold, Postponed operation) {
    super(counter, threshold, false);
    this.operation = operation;
  }

  Postponed operation() {
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
