package dev.weft.conformance.fabric;

import dev.weft.fabric.CompletionFlags;
import dev.weft.fabric.EndpointOption;

/** How a multi-receive buffer's entries are read, in either of the two legal forms (FL-007). */
final class MultiReceive {

  private MultiReceive() {}

  /** Sets how many free bytes keep a buffer in use ({@code FI_OPT_MIN_MULTI_RECV}). */
  static void minimum(Talk talk, long bytes) {
    talk.far().option(EndpointOption.MIN_MULTI_RECV, bytes);
  }

  /** Whether the buffer is the application's again. */
  static boolean releases(Outcome outcome) {
    long flags = outcome.failed() ? outcome.failure().flags() : outcome.entry().flags();
    return (flags & CompletionFlags.MULTI_RECV) != 0;
  }

  /** Whether this is a message, and not only the release. */
  static boolean isMessage(Outcome outcome) {
    return !outcome.failed()
        && outcome.entry().has(CompletionFlags.RECV)
        && !(releases(outcome) && outcome.entry().buffer() == 0);
  }
}
