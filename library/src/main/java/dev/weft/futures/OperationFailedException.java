package dev.weft.futures;

/** Completes the future of a failed operation; its message explains the failure. */
public final class OperationFailedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Failure failure;

  OperationFailedException(Failure failure) {
    super(failure + "\n" + failure.explain());
    this.failure = failure;
  }

  /** The failure; null only after serialization. */
  public Failure failure() {
    return failure;
  }
}
