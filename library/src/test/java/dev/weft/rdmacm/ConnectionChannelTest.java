package dev.weft.rdmacm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.Gid;
import dev.weft.verbs.attributes.QueuePairType;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** The channel of connection events: selected, closed, and changed for another one. */
class ConnectionChannelTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final byte[] NOTHING = {};
  private static final InetSocketAddress ANYWHERE =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  private final ConnectionChannel channel = new ConnectionChannel();
  private final ConnectionId id = new ConnectionId(channel, null);

  private static void tell(ConnectionChannel channel, ConnectionId id) {
    channel.add(new ConnectionEvent(Ending.DISCONNECTED, id, NOTHING));
  }

  @Test
  void shouldBeReadableExactlyWhileAnEventIsQueued() throws Exception {
    tell(channel, id);
    try (Selector selector = Selector.open()) {
      channel.channel().register(selector, SelectionKey.OP_READ);
      assertEquals(1, selector.selectNow(), "the event from before");
      tell(channel, id);
      channel.getEvent();
      selector.selectedKeys().clear();
      assertEquals(1, selector.selectNow(), "one of two is left");
      channel.getEvent(Duration.ZERO);
      selector.selectedKeys().clear();
      assertEquals(0, selector.selectNow());
      tell(channel, id);
      assertEquals(1, selector.select(PATIENCE.toMillis()));
      id.close(); // removes its event
      selector.selectedKeys().clear();
      assertEquals(0, selector.selectNow());
    }
    channel.close();
  }

  @Test
  void shouldSayWhatADescriptorTakes() {
    VerbsException refusal = assertThrows(VerbsException.class, channel::descriptor);
    assertEquals(VerbsErrno.EOPNOTSUPP, refusal.errno());
    assertEquals("rdma_get_cm_event", refusal.call());
    assertTrue(refusal.getMessage().contains("weft-native"), refusal::toString);
  }

  @Test
  void shouldEndWaitsAndItsDescriptorsWhenClosed() throws Exception {
    var selected = channel.channel();
    var waiting = CompletableFuture.supplyAsync(this::take, Thread::startVirtualThread);
    channel.close();
    channel.close();
    Throwable end = assertThrows(CompletionException.class, waiting::join).getCause();
    assertTrue(end instanceof IllegalStateException, end::toString);
    assertFalse(selected.isOpen());
    assertThrows(IllegalStateException.class, channel::channel);
    assertThrows(IllegalStateException.class, () -> channel.getEvent(Duration.ZERO));
    tell(channel, id);
  }

  private ConnectionEvent take() {
    try {
      return channel.getEvent(PATIENCE);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Sends the request of a queue pair that is not there, and takes the answer. */
  private static byte answer(ConnectionListener listener) throws IOException {
    try (Socket socket = request(listener)) {
      return answer(socket);
    }
  }

  private static Socket request(ConnectionListener listener) throws IOException {
    Socket socket = new Socket(ANYWHERE.getAddress(), listener.address().getPort());
    CmChannel caller = new CmChannel(socket);
    QueuePairAddress own = new QueuePairAddress(1, 2, 3, Gid.ZERO);
    PairKind pair = new PairKind(QueuePairType.RC, "");
    caller.request(own, ConnectionParameters.usual(), pair, NOTHING);
    return socket;
  }

  private static byte answer(Socket socket) throws IOException {
    socket.getInputStream().readNBytes(Integer.BYTES); // the magic number
    return (byte) socket.getInputStream().read();
  }

  @Test
  void shouldRejectRequestsThatNobodyReads() throws Exception {
    try (ConnectionListener listener = ConnectionListener.open(channel, ANYWHERE, 2, null);
        Socket early = request(listener)) {
      while (channel.toString().contains("events=0")) {
        Thread.onSpinWait();
      }
      channel.close();
      assertEquals(CmChannel.REJECT, answer(early));
      assertEquals(CmChannel.REJECT, answer(listener));
    }
  }

  /** rdma_migrate_id(3). */
  @Test
  void shouldMoveAnIdAndItsEvents() throws Exception {
    ConnectionChannel other = new ConnectionChannel();
    ConnectionId stays = new ConnectionId(channel, null);
    tell(channel, id);
    tell(channel, stays);
    id.migrate(other);
    assertSame(id, other.getEvent(Duration.ZERO).id());
    assertSame(stays, channel.getEvent(Duration.ZERO).id());
    assertNull(channel.getEvent(Duration.ZERO));
    tell(other, id);
    id.close();
    assertNull(other.getEvent(Duration.ZERO), "it has forgotten its events there");
    assertThrows(IllegalArgumentException.class, () -> id.migrate(null));
  }

  /** A channel is a FIFO, and an id that stays where it is moves no event. */
  @Test
  void shouldKeepTheOrderWhenAnIdMovesToItsOwnChannel() throws InterruptedException {
    ConnectionId later = new ConnectionId(channel, null);
    tell(channel, id);
    tell(channel, later);
    id.migrate(channel);
    assertSame(id, channel.getEvent(Duration.ZERO).id(), "its event came first");
    assertSame(later, channel.getEvent(Duration.ZERO).id());
  }

  @Test
  void shouldMoveAListenerAndItsRequests() throws Exception {
    ConnectionChannel other = new ConnectionChannel();
    try (ConnectionListener listener = ConnectionListener.open(channel, ANYWHERE, 2, null);
        Socket early = request(listener)) {
      while (channel.toString().contains("events=0")) {
        Thread.onSpinWait();
      }
      listener.migrate(other);
      assertNull(channel.getEvent(Duration.ZERO));
      ConnectionEvent first = other.getEvent(PATIENCE);
      assertNotNull(first, "no event");
      assertEquals(ConnectionEventType.CONNECT_REQUEST, first.type());
      first.id().disconnect();
      assertSame(first.id(), other.getEvent(PATIENCE).id(), "the id has moved, too");
      assertEquals(-1, answer(early));
      try (Socket late = request(listener)) {
        other.getEvent(PATIENCE).id().reject(null);
        assertEquals(CmChannel.REJECT, answer(late));
      }
    }
  }
}
