package dev.weft.software;

import dev.weft.completion.CompletionFailure;
import dev.weft.service.FailureLog;
import dev.weft.wire.Breach;
import dev.weft.wire.Link;

/** What operations fail with whose peer has gone, or was sent away. */
final class Failures {
  /** What was thrown while a frame was taken. */
  static final FailureLog FRAMES = new FailureLog("Taking a frame of a peer");

  private Failures() {}

  /** Breaks off a link while whose frame was taken something was thrown, which is not passed on. */
  static void breakOff(Link link, Throwable thrown) {
    if (!(thrown instanceof InternalError) || !link.hasLostMemory()) {
      FRAMES.report(thrown);
      link.breakOff(Breach.FAILED_FRAME);
    }
  }

  /**
   * Why nothing comes from a closed link any more: an error number, or that of a {@link Breach}.
   */
  static int endOf(Link link) {
    Breach breach = link.breach();
    return breach == null ? ErrorNumbers.PEER_LEFT : breach.number();
  }

  /**
   * A failure with an error number; with the number of a {@link Breach} a protocol error, with that
   * of a {@link ConnectionEnd} a cancelled operation.
   */
  static CompletionFailure.Builder of(long context, long flags, int error) {
    if (error == ConnectionEnd.NUMBER) {
      return CompletionFailure.of(context, flags, ErrorNumbers.CANCELED).providerError(error);
    }
    return Breach.of(error) == null
        ? CompletionFailure.of(context, flags, error)
        : CompletionFailure.of(context, flags, ErrorNumbers.PROTOCOL).providerError(error);
  }
}
