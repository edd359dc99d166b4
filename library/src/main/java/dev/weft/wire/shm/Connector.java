package dev.weft.wire.shm;

import dev.weft.service.SystemErrors;
import dev.weft.wire.shm.folder.ShmErrors;
import java.io.IOException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** Opens connections to other ports without waiting for the other process. */
final class Connector {
  private static final int EAGAIN = 11;
  private static final SystemErrors SYSTEM = SystemErrors.ofProcess();

  /** The port exists, but its backlog is full. */
  static final class BacklogFullException extends IOException {
    private static final long serialVersionUID = 1L;

    BacklogFullException(Path socket) {
      super("too many connections wait at " + socket);
    }
  }

  private Connector() {}

  /** The error number of a failed call if the error is local or may pass; else 0. */
  static int errorOf(IOException cause) {
    return cause instanceof BacklogFullException ? EAGAIN : ShmErrors.ownError(cause);
  }

  /** Whether a port listens at the socket. */
  static boolean answers(Path socket) {
    try (SocketChannel _ = connect(socket)) {
      return true;
    } catch (BacklogFullException anotherOne) {
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  /** Sends the handshake on a new connection, whose buffer has room for it. */
  static void handshake(SocketChannel channel, Handshake handshake) throws IOException {
    int bytes = ConnectionBuffers.write(channel, handshake.encode());
    if (bytes < ShmLayout.HANDSHAKE_BYTES) {
      throw new IOException("a new connection took only " + bytes + " bytes");
    }
  }

  /** Opens a non-blocking connection. */
  static SocketChannel connect(Path socket) throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    boolean connected = false;
    try {
      channel.configureBlocking(false);
      connected = channel.connect(UnixDomainSocketAddress.of(socket));
    } catch (SocketException e) {
      throw isBacklogFull(e) ? new BacklogFullException(socket) : e;
    } finally {
      if (!connected) {
        channel.close();
      }
    }
    if (!connected) {
      throw new BacklogFullException(socket);
    }
    return channel;
  }

  /**
   * {@code EAGAIN}. A socket that nobody serves gives an exception of another type, one that does
   * not exist gives another text. To look for the file now would be too late: another port may have
   * taken the name meanwhile.
   */
  private static boolean isBacklogFull(SocketException cause) {
    return cause.getClass() == SocketException.class && !SYSTEM.isNoFile(cause);
  }
}
