package dev.weft.rdmacm;

import dev.weft.service.SystemErrors;
import dev.weft.verbs.VerbsErrno;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;

/**
 * How a connection ends, or why there is none: what its event says.
 *
 * @param text the reason for people; empty if the status says all
 */
record Ending(ConnectionEventType type, int status, String text) {
  static final Ending DISCONNECTED = new Ending(ConnectionEventType.DISCONNECTED, 0);

  private static final Ending NO_LISTENER =
      new Ending(ConnectionEventType.REJECTED, Rejection.INVALID_SERVICE_ID);

  private static final Ending SILENT =
      new Ending(ConnectionEventType.UNREACHABLE, -VerbsErrno.ETIMEDOUT);

  private static final Ending UNREACHABLE =
      new Ending(ConnectionEventType.UNREACHABLE, -VerbsErrno.EHOSTUNREACH);

  /** It died, or this process has failed. */
  static final Ending VANISHED =
      new Ending(ConnectionEventType.CONNECT_ERROR, -VerbsErrno.ECONNRESET);

  private static final Ending NO_DESCRIPTOR =
      new Ending(ConnectionEventType.CONNECT_ERROR, -VerbsErrno.EMFILE);

  private Ending(ConnectionEventType type, int status) {
    this(type, status, "");
  }

  /** By the peer. */
  static Ending rejected(Rejection why) {
    return new Ending(ConnectionEventType.REJECTED, why.reason(), why.text());
  }

  /** Of a connection of TCP that was not made. */
  static Ending unconnected(IOException cause) {
    if (SystemErrors.ofProcess().isTooManyFiles(cause)) {
      return NO_DESCRIPTOR;
    }
    if (SystemErrors.ofProcess().isReset(cause)) {
      return VANISHED;
    }
    if (cause instanceof ConnectException) {
      return NO_LISTENER;
    }
    return cause instanceof SocketTimeoutException ? SILENT : UNREACHABLE;
  }

  /** Of a conversation with the peer that has failed. */
  static Ending unanswered(Exception cause) {
    return cause instanceof SocketTimeoutException ? SILENT : VANISHED;
  }
}
