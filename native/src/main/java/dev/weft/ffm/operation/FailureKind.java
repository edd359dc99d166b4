package dev.weft.ffm.operation;

import dev.weft.fabric.Errno;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.completion.ErrorCompletion;

/** What the failure of a receive of many says about the buffer. Other operations end with any. */
enum FailureKind {
  /** One message has failed; others follow. */
  MESSAGE,
  /** C has released the buffer. Entries that it had written before may follow. */
  RELEASED,
  /**
   * The receive was cancelled. A message under way may still be received into the buffer, so that
   * both are kept until C releases the buffer, or the endpoint closes.
   */
  CANCELLED;

  static FailureKind of(ErrorCompletion entry) {
    if (entry.error() == Errno.ECANCELED) {
      return CANCELLED;
    }
    return (entry.flags() & CompletionFlags.MULTI_RECV) != 0 ? RELEASED : MESSAGE;
  }
}
