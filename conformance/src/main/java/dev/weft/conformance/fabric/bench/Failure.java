package dev.weft.conformance.fabric.bench;

import dev.weft.fabric.Errno;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.completion.ErrorCompletion;

/** A copy of one failed completion. */
public record Failure(
    long context,
    long flags,
    long length,
    long buffer,
    long data,
    long tag,
    long overflowLength,
    int error,
    int providerError,
    long source) {

  /** Copies an error entry. */
  public static Failure of(ErrorCompletion entry) {
    return new Failure(
        entry.context(),
        entry.flags(),
        entry.length(),
        entry.buffer(),
        entry.data(),
        entry.tag(),
        entry.overflowLength(),
        entry.error(),
        entry.providerError(),
        entry.source());
  }

  /** Whether all of these flag bits are set. */
  public boolean has(long bits) {
    return (flags & bits) == bits;
  }

  @Override
  public String toString() {
    return "error{context=%d flags=%s len=%d olen=%d err=%s data=0x%x tag=0x%x}"
        .formatted(
            context,
            CompletionFlags.describe(flags),
            length,
            overflowLength,
            Errno.name(error),
            data,
            tag);
  }
}
