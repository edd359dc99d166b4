package dev.weft.futures;

import java.util.concurrent.CompletableFuture;

/** A pending operation: its future and its buffer. */
final class Operation {
  /** What an operation waits for. */
  enum Kind {
    /** A peer's message. */
    RECEIVE,
    /** The end of a peer. */
    WATCH,
    /** Its own transfer. */
    OTHER
  }

  final Kind kind;
  final long context;
  final CompletableFuture<Success> future = new CompletableFuture<>();

  /** Null if it has none. */
  final LeasedBuffer buffer;

  Operation(Kind kind, long context, LeasedBuffer bufferOrNull) {
    this.kind = kind;
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
