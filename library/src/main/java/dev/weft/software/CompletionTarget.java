package dev.weft.software;

import static dev.weft.completion.CompletionFailure.NO_SOURCE;

import dev.weft.completion.CompletionCounter;
import dev.weft.completion.CompletionFailure;
import dev.weft.completion.CompletionWriter;

/** Where the completions of one direction of an endpoint go: a queue, and perhaps a counter. */
class CompletionTarget {
  private final CompletionWriter queue;
  private final CompletionCounter counter;

  CompletionTarget(CompletionWriter queue, CompletionCounter counter) {
    this.queue = queue;
    this.counter = counter;
  }

  /** This one, or for a deferred operation what stands before it. */
  final CompletionTarget through(DeferredReport reportOrNull) {
    return reportOrNull == null ? this : new DeferredTarget(this, reportOrNull);
  }

  final CompletionWriter queue() {
    return queue;
  }

  final boolean reserve() {
    return queue.reserve(1);
  }

  final void release() {
    queue.release(1);
  }

  /** A success of what this side began: an entry, or else the reserved room goes back. */
  final void succeeded(boolean signaled, long context, long flags, long bytes) {
    if (signaled) {
      sent(context, flags);
    } else {
      release();
    }
    count(bytes);
  }

  void sent(long context, long flags) {
    queue.write(context, flags, 0, 0, 0, 0, NO_SOURCE);
  }

  void received(
      long context, long flags, long length, long buffer, long data, long tag, long source) {
    queue.write(context, flags, length, buffer, data, tag, source);
  }

  void failed(CompletionFailure failure) {
    queue.writeError(failure);
    if (counter != null) {
      counter.failed();
    }
  }

  /** An operation that moved this many of the user's bytes has succeeded. */
  void count(long bytes) {
    if (counter != null) {
      counter.succeeded(bytes);
    }
  }
}
