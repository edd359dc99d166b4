package dev.weft.operation;

import java.util.concurrent.CompletableFuture;

/** One operation under way: its future, and the buffer that it has. */
final class Operation {
  final long context;
  final CompletableFuture<Success> future = new CompletableFuture<>();
  private final LeasedBuffer buffer;

  Operation(long context, LeasedBuffer bufferOrNull) {
    this.context = context;
    this.buffer = bufferOrNull;
  }

  /** Called once: first the buffer is free, then the future is done. */
  void end(Completion completion) {
    if (buffer != null) {
      buffer.giveBack(completion);
    }
    switch (completion) {
      case Success success -> future.complete(success);
      case Failure failure -> future.completeExceptionally(new OperationFailedException(failure));
    }
  }
}
