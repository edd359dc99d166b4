package dev.weft.wire.shm;

import java.io.IOException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** Connections to other ports, none of which waits for the other process to do anything. */
final class Connector {

  /** There is somebody, whom too many others call. */
  static final class CrowdedException extends IOException {
    private static final long serialVersionUID = 1L;

    CrowdedException(Path socket) {
      super("too many connections wait at " + socket);
    }
  }

  private Connector() {}

  /** Whether there is a port behind the socket. */
  static boolean answers(Path socket) {
    try (SocketChannel _ = dial(socket)) {
      return true;
    } catch (CrowdedException anotherOne) {
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  /** Sends the first words on a new connection, which has room for them. */
  static void handshake(SocketChannel channel, Handshake handshake) throws IOException {
    ByteBuffer words = handshake.encode();
    channel.write(words);
    if (words.hasRemaining()) {
      throw new IOException("a new connection took only " + words.position() + " bytes");
    }
  }

  /** A non-blocking connection. */
  static SocketChannel dial(Path socket) throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    boolean connected = false;
    try {
      channel.configureBlocking(false);
      connected = channel.connect(UnixDomainSocketAddress.of(socket));
    } catch (SocketException e) {
      boolean full = String.valueOf(e.getMessage()).contains("temporarily unavailable");
      throw full ? new CrowdedException(socket) : e;
    } finally {
      if (!connected) {
        channel.close();
      }
    }
    if (!connected) {
      throw new CrowdedException(socket);
    }
    return channel;
  }
}
