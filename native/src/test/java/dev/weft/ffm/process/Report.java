package dev.weft.ffm.process;

import dev.weft.fabric.Errno;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.completion.ErrorCompletion;

/**
 * What a queue reported of an operation.
 *
 * @param error 0 for a success
 */
record Report(int error, long flags, long length, long overflow, long buffer, long data, long tag) {

  static Report of(CompletionBatch batch, int index) {
    return new Report(
        0,
        batch.flags(index),
        batch.length(index),
        0,
        batch.buffer(index),
        batch.data(index),
        batch.tag(index));
  }

  static Report of(ErrorCompletion error) {
    return new Report(
        error.error(),
        error.flags(),
        error.length(),
        error.overflowLength(),
        error.buffer(),
        error.data(),
        error.tag());
  }

  boolean has(long flag) {
    return (flags & flag) != 0;
  }

  @Override
  public String toString() {
    return "%s %s length=%d+%d"
        .formatted(
            error == 0 ? "success" : Errno.name(error),
            CompletionFlags.describe(flags),
            length,
            overflow);
  }
}
