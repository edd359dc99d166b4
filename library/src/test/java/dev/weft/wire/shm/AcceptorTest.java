package dev.weft.wire.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.ServiceThreads;
import dev.weft.wire.Link;
import dev.weft.wire.Port;
import dev.weft.wire.SilentListener;
import dev.weft.wire.shm.folder.CloseQuietly;
import dev.weft.wire.shm.folder.ShmFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Pending connections of peers that die, send nothing, or send anything: later ones are accepted.
 */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AcceptorTest {
  private static final long CAPACITY = 4096;
  private static final String NAME = "called";
  private static final String ADDRESS = "shm://f/" + NAME;
  private static final int ROUNDS = 300;

  @TempDir private Path base;
  private final List<SocketChannel> connections = new ArrayList<>();
  private ShmFolder folder;
  private Port called;

  @BeforeEach
  void open() {
    folder = new ShmFolder(base, "f");
    called = new ShmWire(base, "f", CAPACITY).open(ADDRESS, new SilentListener());
  }

  @AfterEach
  void close() {
    called.close();
    connections.forEach(CloseQuietly::close);
  }

  private SocketChannel connect() throws IOException {
    SocketChannel connection = Connector.connect(folder.socket(NAME));
    connections.add(connection);
    return connection;
  }

  private Path link(long number) {
    return folder.file(NAME, number + ".link");
  }

  private void make(long number) throws IOException {
    LinkFile.create(
        link(number), new LinkFile.Header(CAPACITY, number, "shm://f/dead", ADDRESS, 0));
  }

  private void sendHandshake(SocketChannel connection, int role, long number) throws IOException {
    Connector.handshake(
        connection, new Handshake(role, number, link(number).getFileName().toString()));
  }

  private void disconnect() {
    connections.forEach(CloseQuietly::close);
    connections.clear();
  }

  private long linkFiles() throws IOException {
    try (Stream<Path> files = Files.list(folder.lock(NAME).getParent())) {
      return files.filter(file -> file.toString().endsWith(".link")).count();
    }
  }

  private interface Look {
    boolean holds() throws IOException;
  }

  private static void until(Look look) throws IOException {
    while (!look.holds()) {
      Thread.onSpinWait();
    }
  }

  private void connectFromAnother() throws IOException {
    ShmWire wire = new ShmWire(base, "f", CAPACITY);
    try (Port another = wire.open("shm://f/another", new SilentListener())) {
      int before = called.links().length;
      until(() -> another.connect(ADDRESS) != null); // the kernel's queue may be full, too
      boolean _ = called.hasLinkChanges();
      until(() -> called.links().length == before + 1);
    }
  }

  /** Otherwise a process that restarts repeatedly would fill the machine's memory. */
  @RepeatedTest(20)
  void shouldLeaveNoFileOfPeersThatDied() throws IOException {
    for (int step = 0; step < 4; step++) {
      for (long number = 1; number <= 3; number++) {
        SocketChannel liveness = connect();
        if (step > 0) {
          SocketChannel _ = connect();
          make(number);
        }
        if (step > 1) {
          sendHandshake(liveness, Handshake.LIVENESS, number);
        }
        if (step > 2) {
          liveness.write(ByteBuffer.allocate(1)); // more than a handshake may hold
        }
      }
      disconnect();
      until(() -> linkFiles() == 0);
    }
    connectFromAnother();
  }

  @ParameterizedTest
  @ValueSource(ints = {Handshake.LIVENESS, Handshake.WAKE})
  void shouldRefuseTwoConnectionsOfTheSameKind(int kind) throws IOException {
    SocketChannel first = connect();
    SocketChannel second = connect();
    make(1);
    sendHandshake(first, kind, 1);
    sendHandshake(second, kind, 1);
    expectRefused(first, second);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldRefuseConnectionsOfDifferentFiles(boolean wrongFirst) throws IOException {
    SocketChannel liveness = connect();
    SocketChannel wake = connect();
    make(1);
    make(2);
    String right = link(1).getFileName().toString();
    String wrong = link(2).getFileName().toString();
    Connector.handshake(liveness, new Handshake(Handshake.LIVENESS, 1, wrongFirst ? wrong : right));
    boolean _ = ((ShmPort) called).readLinkChanges(); // it is read before the other one
    Connector.handshake(wake, new Handshake(Handshake.WAKE, 1, wrongFirst ? right : wrong));
    expectRefused(liveness, wake);
  }

  @ParameterizedTest
  @CsvSource({
    "2, shm://f/dead, shm://f/called",
    "1, nonsense, shm://f/called",
    "1, shm://g/dead, shm://f/called",
    "1, shm://f/dead, shm://f/other"
  })
  void shouldRefuseTheFileOfAnotherLink(long number, String initiator, String acceptor)
      throws IOException {
    SocketChannel liveness = connect();
    SocketChannel wake = connect();
    LinkFile.create(link(1), new LinkFile.Header(CAPACITY, number, initiator, acceptor, 0));
    sendHandshake(liveness, Handshake.LIVENESS, 1);
    sendHandshake(wake, Handshake.WAKE, 1);
    expectRefused(liveness, wake);
  }

  private void expectRefused(SocketChannel first, SocketChannel second) throws IOException {
    until(() -> first.read(ByteBuffer.allocate(1)) < 0);
    until(() -> second.read(ByteBuffer.allocate(1)) < 0);
    assertEquals(0, called.links().length);
    connectFromAnother();
  }

  /** The event loop is busy with another handler, so that no select releases descriptors. */
  @Test
  void shouldKeepDescriptorsForOthersWhilePeersComeAndGo() throws Exception {
    long used;
    try (BusyEventLoop _ = BusyEventLoop.begin()) {
      long before = descriptors();
      for (int i = 0; i < 4 * Acceptor.MAX_PENDING; i++) {
        connectAndLeave();
        boolean _ = ((ShmPort) called).readLinkChanges();
      }
      used = descriptors() - before;
    }
    assertTrue(used <= 2 * Acceptor.MAX_PENDING, used + " descriptors");
    connectFromAnother();
  }

  private void connectAndLeave() {
    try (SocketChannel _ = Connector.connect(folder.socket(NAME))) {
      // it leaves at once
    } catch (IOException tooManyConnections) {
      // they wait until descriptors are released
    }
  }

  private static long descriptors() throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      return all.count();
    }
  }

  @Test
  void shouldRefuseMoreThanAHandshake() throws IOException {
    SocketChannel liveness = connect();
    SocketChannel wake = connect();
    make(1);
    sendHandshake(liveness, Handshake.LIVENESS, 1);
    liveness.write(ByteBuffer.allocate(1));
    until(() -> liveness.read(ByteBuffer.allocate(1)) < 0);
    wake.close();
    assertEquals(0, called.links().length);
    connectFromAnother();
  }

  @Test
  void shouldEndALinkWhoseLivenessConnectionCarriesData() throws IOException {
    SocketChannel liveness = link();
    assertFalse(called.links()[0].isClosed());
    liveness.write(ByteBuffer.allocate(1));
    until(() -> called.links()[0].isClosed());
    connectFromAnother();
  }

  /** The link goes on; only the event loop hears no more of it than its end. */
  @Test
  void shouldBeAtRestAfterThePeerClosedItsWakeConnection() throws IOException {
    SocketChannel _ = link();
    connections.get(1).close();
    ServiceThreads.requireAtRest();
    assertFalse(called.links()[0].isClosed());
    disconnect();
    until(() -> called.links()[0].isClosed());
  }

  /** The peer has sent messages already, and they are read once there is memory. */
  @Test
  void shouldMakeALinkOnceTheHeapHasRoom() throws IOException {
    ShmWire wire = new ShmWire(base, "f", CAPACITY);
    try (Port starved = wire.open("shm://f/starved", new FullHeap());
        Port peer = wire.open("shm://f/peer", new SilentListener())) {
      Link link = peer.connect(starved.address());
      until(() -> starved.links().length == 1);
      assertFalse(link.isClosed());
      assertFalse(starved.links()[0].isClosed());
    }
  }

  /** An owner of a port whose process has no heap left, for some attempts to make a link. */
  private static final class FullHeap extends SilentListener {
    private final AtomicInteger attempts = new AtomicInteger(3);

    @Override
    public boolean offerWakeChannel(SelectableChannel channel, Runnable drain, Runnable giveBack) {
      if (attempts.getAndDecrement() > 0) {
        throw new OutOfMemoryError("as where the heap is full");
      }
      return false;
    }
  }

  @Test
  void shouldRefuseAFileOfAnotherName() throws IOException {
    SocketChannel liveness = connect();
    SocketChannel wake = connect();
    make(1);
    Connector.handshake(liveness, new Handshake(Handshake.LIVENESS, 1, "other.link"));
    Connector.handshake(wake, new Handshake(Handshake.WAKE, 1, "other.link"));
    expectRefused(liveness, wake);
  }

  @Test
  void shouldDeleteTheNameOfALinksFile() throws IOException {
    SocketChannel _ = link();
    assertEquals(0, linkFiles());
  }

  /** Makes a link; returns its liveness connection. */
  private SocketChannel link() throws IOException {
    SocketChannel liveness = connect();
    SocketChannel wake = connect();
    make(1);
    sendHandshake(liveness, Handshake.LIVENESS, 1);
    sendHandshake(wake, Handshake.WAKE, 1);
    until(() -> called.links().length == 1);
    return liveness;
  }

  @Test
  void shouldKeepTheFileOfAPeerThatIsSlow() throws IOException {
    SocketChannel liveness = connect();
    SocketChannel wake = connect();
    make(1);
    connect().close();
    SocketChannel hostile = connect();
    hostile.write(ByteBuffer.allocate(ShmLayout.HANDSHAKE_BYTES));
    until(() -> hostile.read(ByteBuffer.allocate(1)) < 0);
    assertEquals(1, linkFiles());
    sendHandshake(liveness, Handshake.LIVENESS, 1);
    sendHandshake(wake, Handshake.WAKE, 1);
    until(() -> called.links().length == 1);
    disconnect();
  }

  @Test
  void shouldDisconnectPeersWithoutAHandshakeWhenItCloses() throws IOException {
    SocketChannel silent = connect();
    boolean _ = ((ShmPort) called).readLinkChanges(); // it is accepted
    called.close();
    until(() -> silent.read(ByteBuffer.allocate(1)) < 0);
  }

  @Test
  void shouldDisconnectPeersWithoutAHandshake() throws IOException {
    int most = 2 * Acceptor.MAX_PENDING;
    List<SocketChannel> silent = new ArrayList<>();
    while (silent.size() < most) {
      try {
        silent.add(connect());
      } catch (IOException manyWait) {
        Thread.onSpinWait();
      }
    }
    until(() -> silent.get(0).read(ByteBuffer.allocate(1)) < 0);
    connectFromAnother();
  }

  @Test
  void shouldAcceptNoInvalidHandshake() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      make(1);
      for (int role = 0; role < 2; role++) {
        SocketChannel channel = connect();
        ByteBuffer words = new Handshake(role, 1, link(1).getFileName().toString()).encode();
        for (int i = random.nextInt(3); i >= 0; i--) {
          int at = random.nextInt(random.nextBoolean() ? 32 : words.capacity());
          words.put(at, (byte) random.nextInt());
        }
        words.limit(random.nextInt(4) == 0 ? random.nextInt(words.capacity()) : words.capacity());
        channel.write(words);
      }
      disconnect();
      until(() -> linkFiles() == 0);
    }
    until(
        () -> {
          boolean _ = called.hasLinkChanges();
          return Stream.of(called.links()).allMatch(link -> link.isClosed());
        });
    connectFromAnother();
  }
}
