package dev.weft.wire.shm;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** Connections to other ports, none of which waits for the other process to do anything. */
final class Dialing {
  private Dialing() {}

  /** Whether there is a port behind the socket. */
  static boolean answers(Path socket) {
    try (SocketChannel _ = dial(socket)) {
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  /** Sends the first words on a new connection, which has room for them. */
  static void greet(SocketChannel channel, Greeting greeting) throws IOException {
    ByteBuffer words = greeting.encode();
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
    } finally {
      if (!connected) {
        channel.close();
      }
    }
    if (!connected) {
      throw new IOException("too many connections wait at " + socket);
    }
    return channel;
  }
}
