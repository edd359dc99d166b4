package dev.weft.nic.message;

import dev.weft.completion.CompletionFailure;
import dev.weft.service.FailureLog;
import dev.weft.wire.LayoutVersion;
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

  /** The failure of an operation by an error number, or by one that {@link #errorOf} translates. */
  public static CompletionFailure.Builder of(long context, long flags, int number) {
    int error = errorOf(number);
    CompletionFailure.Builder failure = CompletionFailure.of(context, flags, error);
    return error == number ? failure : failure.providerError(number);
  }

  /**
   * The error number for the number of a {@link ProtocolViolation}, a {@link PeerEnd} or a {@link
   * LayoutVersion#error}; any other number is an error number itself.
   */
  public static int errorOf(int number) {
    PeerEnd end = PeerEnd.of(number);
    if (end != null) {
      return end.error();
    }
    if (LayoutVersion.isError(number)) {
      return ErrorNumbers.UNREACHABLE;
    }
    return ProtocolViolation.of(number) == null ? number : ErrorNumbers.PROTOCOL;
  }
}
