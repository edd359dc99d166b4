package dev.weft.futures;

import java.util.concurrent.CompletableFuture;

/** An ended operation: its buffer is free, and its futures are not yet completed. */
final class Ended {
  private final Completion completion;
  private Operation operation;
  private CompletableFuture<Completion> returned;

  private Ended(Completion completion) {
    this.completion = completion;
  }

  /**
   * Removes the operation of a completion, if it was submitted here, and frees its buffer.
   * Allocates before, so that the operation stays pending if the heap is full.
   */
  static Ended of(Completion completion, PendingOperations pending) {
    Ended ended = new Ended(completion);
    ended.operation = pending.remove(completion.context());
    if (ended.operation != null && ended.operation.buffer != null) {
      ended.returned = ended.operation.buffer.giveBack();
    }
    return ended;
  }

  /** Removes an operation that has no completion entry, as {@link #of}. */
  static Ended withoutEntry(long context, int error, PendingOperations pending) {
    return of(Failure.withoutEntry(context, error), pending);
  }

  /** Whether there is no operation with the completion's context. */
  boolean isOfOthers() {
    return operation == null;
  }

  /** Null if it was not submitted here. */
  Operation operation() {
    return operation;
  }

  Completion completion() {
    return completion;
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
