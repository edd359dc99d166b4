package dev.weft.conformance.fabric.bench;

import dev.weft.fabric.attributes.EndpointOption;
import dev.weft.fabric.completion.CompletionFlags;

/** Interprets the entries of a multi-receive buffer, in either of the two legal forms (FL-007). */
public final class MultiReceive {

  private MultiReceive() {}

  /** Sets the free bytes below which a buffer is released ({@code FI_OPT_MIN_MULTI_RECV}). */
  public static void minimum(Talk talk, long bytes) {
    talk.far().option(EndpointOption.MIN_MULTI_RECV, bytes);
  }

  /** Whether the outcome releases the buffer. */
  public static boolean releases(Outcome outcome) {
    long flags = outcome.failed() ? outcome.failure().flags() : outcome.entry().flags();
    return (flags & CompletionFlags.MULTI_RECV) != 0;
  }

  /** Whether the outcome is a message, and not only the release. */
  public static boolean isMessage(Outcome outcome) {
    return !outcome.failed()
        && outcome.entry().has(CompletionFlags.RECV)
        && !(releases(outcome) && outcome.entry().buffer() == 0);
  }
}
