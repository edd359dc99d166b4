package dev.weft.wire.shm;

import dev.weft.wire.shm.folder.CloseQuietly;
import dev.weft.wire.shm.folder.ShmAddress;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Makes the links of a port to others: opens two connections to the peer, makes the link file, and
 * writes a handshake on each connection. It does not wait for the peer, whose {@link Acceptor} does
 * the rest.
 *
 * <p>Guarded by the port's monitor.
 */
final class LinkInitiator {
  private final ShmPort port;
  private final ShmEventLoop shmEventLoop;

  LinkInitiator(ShmPort port, ShmEventLoop shmEventLoop) {
    this.port = port;
    this.shmEventLoop = shmEventLoop;
  }

  /** Adds a link to this peer to the port. */
  ShmLink connect(ShmAddress to) throws IOException {
    Path socket = port.folder().socket(to.endpoint());
    long number = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
    Path path = port.folder().file(to.endpoint(), number + ".link");
    SocketChannel liveness = Connector.connect(socket);
    SocketChannel wake = null;
    boolean added = false;
    try {
      PortFile peerPort = openPortFile(to, liveness);
      wake = Connector.connect(socket);
      ShmLink link = handshake(to, number, path, new ShmLink.Channels(liveness, wake), peerPort);
      port.add(link);
      added = true;
      peerPort.announce();
      return link;
    } finally {
      if (!added) {
        shmEventLoop.close(liveness, wake);
        CloseQuietly.delete(path);
      }
    }
  }

  /** Says its own version to a peer of another one, which logs it. */
  private PortFile openPortFile(ShmAddress to, SocketChannel liveness) throws IOException {
    try {
      return PortFile.open(port.folder().portFile(to.endpoint()), to.toString());
    } catch (OtherVersionException e) {
      Connector.handshake(liveness, new Handshake(Handshake.LIVENESS, 0, ""));
      throw e;
    }
  }

  private ShmLink handshake(
      ShmAddress to, long number, Path path, ShmLink.Channels channels, PortFile peerPort)
      throws IOException {
    LinkFile file =
        LinkFile.create(
            path,
            new LinkFile.Header(
                port.wire().newRingBytes(),
                number,
                port.address(),
                to.toString(),
                port.owner().incarnation()));
    String name = path.getFileName().toString();
    Connector.handshake(channels.liveness(), new Handshake(Handshake.LIVENESS, number, name));
    Connector.handshake(channels.wake(), new Handshake(Handshake.WAKE, number, name));
    return new ShmLink(port, file, true, channels, peerPort);
  }
}
