package dev.weft.futures;

import java.util.concurrent.CompletableFuture;

/** A pending operation: its future and its buffer. */
final class Operation {
  final long context;
  final CompletableFuture<Success> future = new CompletableFuture<>();

  /** Null if it has none. */
  final LeasedBuffer buffer;

  Operation(long context, LeasedBuffer bufferOrNull) {
    this.context = context;
    this.buffer = bufferOrNull;
  }

  /** Completes the future. Called once, when the buffer is free. */
  void end(Completion completion) {
    switch (completion) {
      case Success success -> future.complete(success);
      case Failure failure -> future.completeExceptionally(new OperationFailedException(failure));
    }
  }
}
