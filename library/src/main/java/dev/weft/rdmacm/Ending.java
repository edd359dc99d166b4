package dev.weft.rdmacm;

import dev.weft.service.SystemErrors;
import dev.weft.verbs.VerbsErrno;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;

/** How a connection ends, or why there is none: the type and the status of its event. */
record Ending(ConnectionEventType type, int status) {
  private static final int IB_CM_REJ_INVALID_SERVICE_ID = 8;
  private static final int IB_CM_REJ_CONSUMER_DEFINED = 28;

  static final Ending DISCONNECTED = new Ending(ConnectionEventType.DISCONNECTED, 0);

  /** By the peer's program. */
  static final Ending REJECTED =
      new Ending(ConnectionEventType.REJECTED, IB_CM_REJ_CONSUMER_DEFINED);

  private static final Ending NO_LISTENER =
      new Ending(ConnectionEventType.REJECTED, IB_CM_REJ_INVALID_SERVICE_ID);

  private static final Ending SILENT =
      new Ending(ConnectionEventType.UNREACHABLE, -VerbsErrno.ETIMEDOUT);

  private static final Ending UNREACHABLE =
      new Ending(ConnectionEventType.UNREACHABLE, -VerbsErrno.EHOSTUNREACH);

  /** It died, or this process has failed. */
  static final Ending VANISHED =
      new Ending(ConnectionEventType.CONNECT_ERROR, -VerbsErrno.ECONNRESET);

  private static final Ending NO_DESCRIPTOR =
      new Ending(ConnectionEventType.CONNECT_ERROR, -VerbsErrno.EMFILE);

  /** Of a connection of TCP that was not made. */
  static Ending unconnected(IOException cause) {
    if (SystemErrors.ofProcess().isTooManyFiles(cause)) {
      return NO_DESCRIPTOR;
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
