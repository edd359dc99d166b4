package dev.weft.nic.endpoint;

import dev.weft.completion.CompletionFailure;
import dev.weft.service.FailureLog;
import dev.weft.wire.Link;
import dev.weft.wire.LinkFaults;
import dev.weft.wire.ProtocolViolation;

/** What operations fail with whose peer has gone, or was sent away. */
final class Failures {
  /** What was thrown while a frame was taken. */
  static final FailureLog FRAMES = new FailureLog("Taking a frame of a peer");

  private Failures() {}

  /** Breaks off a link while whose frame was taken something was thrown, which is not passed on. */
  static void breakOff(Link link, Throwable thrown) {
    if (!(thrown instanceof InternalError) || !link.hasLostMemory()) {
      FRAMES.report(thrown);
      link.breakOff(ProtocolViolation.FAILED_FRAME);
    }
  }

  /**
   * The error of a post that a fault has ended: this side's where its buffers are gone, the peer's
   * where the link's memory is, which is broken off; else the fault is thrown on.
   */
  static int lost(boolean isOwnThere, Link link, InternalError fault) {
    if (!isOwnThere) {
      return ErrorNumbers.BAD_ADDRESS;
    }
    LinkFaults.attributeFault(link, fault);
    return ErrorNumbers.AGAIN; // the next attempt finds the link closed
  }

  /**
   * Why nothing comes from a closed link any more: an error number, or that of a {@link
   * ProtocolViolation}.
   */
  static int endOf(Link link) {
    ProtocolViolation violation = link.violation();
    return violation == null ? ErrorNumbers.PEER_LEFT : violation.number();
  }

  /**
   * A failure with an error number; with the number of a {@link ProtocolViolation} a protocol
   * error, with that of a {@link ConnectionEnd} a cancelled operation.
   */
  static CompletionFailure.Builder of(long context, long flags, int error) {
    if (error == ConnectionEnd.NUMBER) {
      return CompletionFailure.of(context, flags, ErrorNumbers.CANCELED).providerError(error);
    }
    return ProtocolViolation.of(error) == null
        ? CompletionFailure.of(context, flags, error)
        : CompletionFailure.of(context, flags, ErrorNumbers.PROTOCOL).providerError(error);
  }
}
