package dev.weft.wire.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.wire.shm.folder.CloseQuietly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Connections to sockets that listen, that have too many callers, and that nobody serves. */
class ConnectorTest {
  private static final int EAGAIN = 11;
  private static final int ATTEMPTS = 200;
  private static final int SERVERS = 2000;
  private static final int BACKLOG = 64;

  @TempDir private Path base;

  private Path socket() {
    return base.resolve("socket");
  }

  private ServerSocketChannel server() throws IOException {
    return server(1);
  }

  private ServerSocketChannel server(int backlog) throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(socket()), backlog);
    server.configureBlocking(false);
    return server;
  }

  /** Connects until no more connections can wait. */
  private Connector.BacklogFullException fill(List<SocketChannel> connections) throws IOException {
    while (true) {
      try {
        connections.add(Connector.connect(socket()));
      } catch (Connector.BacklogFullException full) {
        return full;
      }
    }
  }

  private static void close(List<SocketChannel> connections) {
    connections.forEach(CloseQuietly::close);
  }

  private static long descriptors() throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      return all.count();
    }
  }

  @Test
  void shouldSayThatTooManyConnectionsWait() throws IOException {
    List<SocketChannel> connections = new ArrayList<>();
    try (ServerSocketChannel _ = server()) {
      Connector.BacklogFullException full = fill(connections);
      assertTrue(full.getMessage().contains(socket().toString()), full::getMessage);
      assertEquals(EAGAIN, Connector.errorOf(full), "it passes");
    } finally {
      close(connections);
    }
  }

  @Test
  void shouldFindAPortWhoseCallersWait() throws IOException {
    List<SocketChannel> connections = new ArrayList<>();
    try (ServerSocketChannel _ = server()) {
      assertTrue(Connector.answers(socket()));
      fill(connections);
      assertTrue(Connector.answers(socket()), "a port with too many callers is a port");
    } finally {
      close(connections);
    }
  }

  @Test
  void shouldFindNoPortWhereNobodyListens() throws IOException {
    assertFalse(Connector.answers(socket()));
    server().close();
    assertTrue(Files.exists(socket()), "as a killed process leaves it");
    assertFalse(Connector.answers(socket()));
    IOException refused = assertThrows(IOException.class, () -> Connector.connect(socket()));
    assertEquals(0, Connector.errorOf(refused), "it does not pass");
  }

  private void openAndClose(AtomicInteger opened) {
    try {
      for (int i = 0; i < SERVERS; i++) {
        opened.incrementAndGet();
        server(BACKLOG).close();
        Files.delete(socket());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Makes fewer connections to each port than may wait. */
  @Test
  void shouldNotTakeAPortThatAppearsForOneWithTooManyCallers() {
    AtomicInteger opened = new AtomicInteger();
    CompletableFuture<Void> ports = CompletableFuture.runAsync(() -> openAndClose(opened));
    int port = 0;
    int connections = 0;
    while (!ports.isDone()) {
      int before = port;
      port = opened.get();
      connections = port == before ? connections : 0;
      if (connections < BACKLOG / 2) {
        connections += connects() ? 1 : 0;
      } else {
        Thread.yield();
      }
    }
    ports.join();
  }

  private boolean connects() {
    try {
      Connector.connect(socket()).close();
      return true;
    } catch (IOException noPort) {
      assertEquals(0, Connector.errorOf(noPort), noPort::toString);
      return false;
    }
  }

  @Test
  void shouldEndTheConnectionWithWhichItAsks() throws IOException {
    try (ServerSocketChannel server = server()) {
      assertTrue(Connector.answers(socket()));
      try (SocketChannel asking = server.accept()) {
        assertNotNull(asking);
        asking.configureBlocking(false);
        assertEquals(-1, asking.read(ByteBuffer.allocate(1)));
      }
    }
  }

  @Test
  void shouldKeepNoDescriptorOfAFailedConnection() throws IOException {
    assertFalse(Connector.answers(socket())); // loads classes, which are files
    long before = descriptors();
    for (int i = 0; i < ATTEMPTS; i++) {
      assertFalse(Connector.answers(socket()));
    }
    long more = descriptors() - before;
    assertTrue(more < ATTEMPTS / 2, () -> more + " more descriptors");
  }

  @Test
  void shouldSendAHandshakeAsAWhole() throws IOException {
    Handshake sent = new Handshake(Handshake.WAKE, 5, "p.5.link");
    try (ServerSocketChannel server = server();
        SocketChannel calling = Connector.connect(socket());
        SocketChannel called = server.accept()) {
      Connector.handshake(calling, sent);
      ByteBuffer words = ByteBuffer.allocate(ShmLayout.HANDSHAKE_BYTES);
      assertEquals(ShmLayout.HANDSHAKE_BYTES, called.read(words));
      assertEquals(sent, Handshake.decode(words.flip()));
      ByteBuffer filling = ByteBuffer.allocate(1 << 16);
      while (calling.write(filling.clear()) > 0) {
        // until the connection takes no more
      }
      assertThrows(IOException.class, () -> Connector.handshake(calling, sent));
    }
  }
}
