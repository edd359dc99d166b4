package dev.weft.nic.message;

import dev.weft.completion.CompletionFailure;
import dev.weft.service.FailureLog;
import dev.weft.wire.Link;
import dev.weft.wire.LinkFaults;
import dev.weft.wire.ProtocolViolation;

/** The failures of operations whose peer has left or whose link was broken. */
public final class Failures {
  /** Logs exceptions thrown while a frame is handled. */
  public static final FailureLog FRAMES = new FailureLog("Taking a frame of a peer");

  private Failures() {}

  /** Breaks a link because handling its frame threw an exception, which is not rethrown. */
  public static void breakOff(Link link, Throwable thrown) {
    if (!(thrown instanceof InternalError) || !link.hasLostMemory()) {
      FRAMES.report(thrown);
      link.breakOff(ProtocolViolation.FAILED_FRAME);
    }
  }

  /**
   * The error of a post that a memory fault has ended: this side's if its buffers are gone; the
   * peer's if the memory of the link is gone, which breaks the link. Rethrows any other fault.
   */
  public static int lost(boolean isOwnThere, Link link, InternalError fault) {
    if (!isOwnThere) {
      return ErrorNumbers.BAD_ADDRESS;
    }
    LinkFaults.attributeFault(link, fault);
    return ErrorNumbers.AGAIN; // the next attempt finds the link closed
  }

  /** Why a link is closed: an error number, or the number of a {@link ProtocolViolation}. */
  public static int endOf(Link link) {
    ProtocolViolation violation = link.violation();
    return violation == null ? ErrorNumbers.PEER_LEFT : violation.number();
  }

  /** {@link #endOf} for operations that wait for this peer: also says that it has left. */
  public static int endOfPeer(Link link) {
    return link.violation() == null ? PeerEnd.LEFT.number() : endOf(link);
  }

  /**
   * A failure with an error number; with the number of a {@link ProtocolViolation} a protocol
   * error, with that of a {@link PeerEnd} its error.
   */
  public static CompletionFailure.Builder of(long context, long flags, int error) {
    PeerEnd end = PeerEnd.of(error);
    if (end != null) {
      return CompletionFailure.of(context, flags, end.error()).providerError(error);
    }
    return ProtocolViolation.of(error) == null
        ? CompletionFailure.of(context, flags, error)
        : CompletionFailure.of(context, flags, ErrorNumbers.PROTOCOL).providerError(error);
  }
}
