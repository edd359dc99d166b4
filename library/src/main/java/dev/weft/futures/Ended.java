package dev.weft.futures;

import java.util.concurrent.CompletableFuture;

/**
 * An operation whose buffer is free, and whose futures are to be completed.
 *
 * @param operation null where it was not submitted here
 * @param returned of its buffer, or null
 */
record Ended(Operation operation, CompletableFuture<Completion> returned, Completion completion) {

  /** Frees the buffer of the operation, which is null where it was not submitted here. */
  static Ended of(Operation operationOrNull, Completion completion) {
    boolean lent = operationOrNull != null && operationOrNull.buffer != null;
    return new Ended(operationOrNull, lent ? operationOrNull.buffer.giveBack() : null, completion);
  }

  boolean isOfOthers() {
    return operation == null;
  }

  /** Completes the futures, which runs what depends on them. */
  void deliver() {
    if (returned != null) {
      returned.complete(completion);
    }
    if (operation != null) {
      operation.end(completion);
    }
  }
}
