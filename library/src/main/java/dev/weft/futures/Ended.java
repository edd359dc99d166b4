package dev.weft.futures;

import java.util.concurrent.CompletableFuture;

/**
 * An ended operation: its buffer is free, and its futures are not yet completed.
 *
 * @param operation null if it was not submitted here
 * @param returned the future of its buffer, or null
 */
record Ended(Operation operation, CompletableFuture<Completion> returned, Completion completion) {

  /** Frees the buffer of the operation, which is null if it was not submitted here. */
  static Ended of(Operation operationOrNull, Completion completion) {
    boolean lent = operationOrNull != null && operationOrNull.buffer != null;
    return new Ended(operationOrNull, lent ? operationOrNull.buffer.giveBack() : null, completion);
  }

  /** Frees the buffer of an operation that has no completion entry. */
  static Ended withoutEntry(Operation operation, int error) {
    return of(operation, Failure.withoutEntry(operation.context, error));
  }

  boolean isOfOthers() {
    return operation == null;
  }

  /** Completes the futures, which runs their dependent actions. */
  void deliver() {
    if (returned != null) {
      returned.complete(completion);
    }
    if (operation != null) {
      operation.end(completion);
    }
  }
}
