package dev.weft.rdmacm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.Devices;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.completion.WorkCompletionBatch;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Connections by id: the events of each side, and the state of its queue pair. */
class ConnectionIdTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final ConnectionParameters USUAL = ConnectionParameters.usual();
  private static final byte[] NOTHING = {};

  private final ConnectionChannel channel = new ConnectionChannel();
  private final Object context = new Object();
  private final Side caller = new Side();
  private final Side called = new Side();
  private ConnectionListener listener;

  /** One side: its queue pair and the objects of that. */
  private static final class Side implements AutoCloseable {
    final VerbsContext verbs = Devices.named("loopback0").onFabric("connection-test").open();
    final CompletionQueue queue = verbs.createCq(16, null, null, 0);
    final ProtectionDomain domain = verbs.allocPd();
    final Arena arena = Arena.ofShared();
    final MemoryRegion region = domain.regMr(arena.allocate(64), RegionAccess.LOCAL_WRITE);
    final WorkCompletionBatch batch = WorkCompletionBatch.allocate(arena, 1);
    ConnectionId id;

    Side with(ConnectionId connection) {
      id = connection;
      QueuePairInit init = QueuePairInit.builder(QueuePairType.RC).completionQueue(queue).build();
      id.createQp(domain, init);
      return this;
    }

    /** Polls for the next completion; returns its status. */
    int completed() throws InterruptedException {
      long end = System.nanoTime() + PATIENCE.toNanos();
      while (queue.poll(batch, 1) == 0) {
        if (System.nanoTime() - end > 0) {
          throw new AssertionError("no completion");
        }
        Thread.sleep(1);
      }
      return batch.status(0);
    }

    @Override
    public void close() {
      if (id != null) {
        id.close();
        id.queuePair().close();
      }
      region.close();
      domain.close();
      queue.close();
      verbs.close();
      arena.close();
    }
  }

  @BeforeEach
  void listen() throws IOException {
    InetSocketAddress anywhere = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    listener = ConnectionListener.open(channel, anywhere, 4, context);
  }

  @AfterEach
  void close() throws IOException {
    listener.close();
    caller.close();
    called.close();
  }

  private ConnectionEvent expect(ConnectionEventType type, ConnectionChannel where)
      throws InterruptedException {
    ConnectionEvent event = where.getEvent(PATIENCE);
    assertNotNull(event, () -> "no event, but " + type + " was expected");
    assertEquals(type, event.type(), event::toString);
    return event;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private ConnectionChannel call() {
    ConnectionChannel own = new ConnectionChannel();
    caller.with(new ConnectionId(own, null));
    caller.id.connect(listener.address(), USUAL, bytes("hello"));
    return own;
  }

  private ConnectionChannel establish() throws InterruptedException {
    ConnectionChannel own = call();
    ConnectionEvent request = expect(ConnectionEventType.CONNECT_REQUEST, channel);
    assertArrayEquals(bytes("hello"), request.privateData());
    assertSame(context, request.id().context());
    called.with(request.id()).id.accept(USUAL, bytes("welcome"));
    expect(ConnectionEventType.ESTABLISHED, channel);
    assertArrayEquals(bytes("welcome"), expect(ConnectionEventType.ESTABLISHED, own).privateData());
    return own;
  }

  @Test
  void shouldCarryMessagesOnceEstablished() throws InterruptedException {
    establish();
    assertEquals(QueuePairState.RTS, caller.id.queuePair().state());
    assertEquals(QueuePairState.RTS, called.id.queuePair().state());
    assertEquals(
        0, called.id.queuePair().postRecv(new ReceiveWorkRequest().buffer(called.region, 0, 64)));
    SendWorkRequest send = new SendWorkRequest().buffer(caller.region, 0, 8);
    assertEquals(0, caller.id.queuePair().postSend(send.flags(SendFlags.SIGNALED)));
    assertEquals(CompletionStatus.SUCCESS, called.completed());
    assertEquals(8, called.batch.byteLen(0));
    assertEquals(CompletionStatus.SUCCESS, caller.completed());
  }

  @Test
  void shouldFlushBothSidesWhenOneDisconnects() throws InterruptedException {
    ConnectionChannel own = establish();
    called.id.queuePair().postRecv(new ReceiveWorkRequest().buffer(called.region, 0, 64));
    caller.id.disconnect();
    expect(ConnectionEventType.DISCONNECTED, own);
    expect(ConnectionEventType.DISCONNECTED, channel);
    assertEquals(CompletionStatus.WR_FLUSH_ERR, called.completed());
    assertEquals(QueuePairState.ERR, caller.id.queuePair().state());
    caller.id.disconnect();
    assertNull(own.getEvent(Duration.ofMillis(50)));
  }

  @Test
  void shouldTellWhyItWasRejected() throws InterruptedException {
    ConnectionChannel own = call();
    expect(ConnectionEventType.CONNECT_REQUEST, channel).id().reject(bytes("no"));
    ConnectionEvent rejected = expect(ConnectionEventType.REJECTED, own);
    assertArrayEquals(bytes("no"), rejected.privateData());
    assertEquals(28, rejected.status(), "IB_CM_REJ_CONSUMER_DEFINED");
    assertEquals(QueuePairState.INIT, caller.id.queuePair().state());
  }

  @Test
  void shouldHaveClosedItsPortWhenCloseReturns() throws Exception {
    for (int round = 0; round < 500; round++) {
      ConnectionListener closed =
          ConnectionListener.open(
              channel, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1, null);
      Thread.yield();
      closed.close();
      assertFalse(accepts(closed.address()), () -> closed.address() + " is open");
    }
  }

  private static boolean accepts(InetSocketAddress address) throws IOException {
    try (Socket caller = new Socket()) {
      caller.connect(address);
      return caller.getPort() != caller.getLocalPort(); // else it has connected to itself
    } catch (ConnectException refused) {
      return false;
    }
  }

  @Test
  void shouldBeRejectedWhereNoListenerIs() throws Exception {
    listener.close();
    ConnectionEvent rejected = expect(ConnectionEventType.REJECTED, call());
    assertEquals(8, rejected.status(), "IB_CM_REJ_INVALID_SERVICE_ID");
    assertTrue(rejected.toString().contains("status=8"), rejected::toString);
  }

  @Test
  void shouldBeRejectedWhereTheRequestIsClosed() throws InterruptedException {
    ConnectionChannel own = call();
    expect(ConnectionEventType.CONNECT_REQUEST, channel).id().close();
    assertEquals(28, expect(ConnectionEventType.REJECTED, own).status());
  }

  @Test
  void shouldRejectUnreadRequestsWhenTheListenerIsClosed() throws Exception {
    ConnectionChannel own = call();
    while (channel.toString().equals("ConnectionChannel[events=0]")) {
      Thread.sleep(1);
    }
    listener.close();
    assertEquals(28, expect(ConnectionEventType.REJECTED, own).status());
    assertNull(channel.getEvent(Duration.ZERO));
  }

  /** It has been read, so the program answers it. */
  @Test
  void shouldAcceptARequestAfterItsListenerIsClosed() throws Exception {
    ConnectionChannel own = call();
    ConnectionEvent request = expect(ConnectionEventType.CONNECT_REQUEST, channel);
    assertSame(listener, request.listener());
    listener.close();
    called.with(request.id()).id.accept(USUAL, NOTHING);
    assertNull(expect(ConnectionEventType.ESTABLISHED, own).listener());
  }

  @Test
  void shouldForgetTheEventsOfAClosedId() throws InterruptedException {
    ConnectionChannel own = call();
    ConnectionId called = expect(ConnectionEventType.CONNECT_REQUEST, channel).id();
    ConnectionId other = new ConnectionId(own, null);
    own.add(new ConnectionEvent(Ending.DISCONNECTED, caller.id, NOTHING));
    own.add(new ConnectionEvent(Ending.DISCONNECTED, other, NOTHING));
    caller.id.close();
    assertEquals(other, own.getEvent(Duration.ZERO).id());
    assertNull(own.getEvent(Duration.ZERO));
    called.close();
    other.close();
  }

  @Test
  void shouldIgnoreInvalidCallers() throws Exception {
    try (Socket stranger = new Socket()) {
      stranger.connect(listener.address());
      stranger.getOutputStream().write(bytes("GET / HTTP/1.1\r\n\r\n"));
      stranger.setSoTimeout((int) PATIENCE.toMillis());
      while (stranger.getInputStream().read() >= 0) {
        // Until the connection ends.
      }
    } catch (IOException hungUp) {
      assertNotNull(hungUp.getMessage());
    }
    establish();
  }

  @Test
  void shouldRefuseStepsOutOfOrder() throws InterruptedException {
    ConnectionId id = new ConnectionId(channel, null);
    assertThrows(VerbsException.class, () -> id.connect(listener.address(), USUAL, NOTHING));
    VerbsException refusal = assertThrows(VerbsException.class, () -> id.accept(USUAL, NOTHING));
    assertEquals(VerbsErrno.EINVAL, refusal.errno());
    assertThrows(VerbsException.class, () -> id.reject(NOTHING));
    establish();
    byte[] tooMuch = new byte[197];
    assertThrows(VerbsException.class, () -> caller.id.connect(listener.address(), USUAL, tooMuch));
  }

  /** rdma_connect(3) and rdma_accept(3): the RNR retries are those of the peer's sends. */
  @Test
  void shouldRetryAsThePeerAsks() throws InterruptedException {
    caller.with(new ConnectionId(new ConnectionChannel(), null));
    caller.id.connect(listener.address(), USUAL.withRetries(5, 3), NOTHING);
    ConnectionEvent request = expect(ConnectionEventType.CONNECT_REQUEST, channel);
    called.with(request.id()).id.accept(USUAL.withRetries(2, 1), NOTHING);
    expect(ConnectionEventType.ESTABLISHED, channel);
    assertEquals(1, caller.id.queuePair().query().rnrRetry(), "what the other side accepted with");
    assertEquals(3, called.id.queuePair().query().rnrRetry(), "what the other side asked for");
    assertEquals(5, caller.id.queuePair().query().retryCount());
    assertEquals(5, called.id.queuePair().query().retryCount(), "that of accept is ignored");
  }

  @Test
  void shouldTellEachSideWhatThePeerAsksFor() throws InterruptedException {
    ConnectionChannel own = new ConnectionChannel();
    caller.with(new ConnectionId(own, null));
    caller.id.connect(listener.address(), new ConnectionParameters(2, 8, 14, 5, 3, 12), NOTHING);
    ConnectionEvent request = expect(ConnectionEventType.CONNECT_REQUEST, channel);
    assertEquals(new ConnectionParameters(8, 2, 14, 5, 3, 12), request.parameters());
    called.with(request.id()).id.accept(request.parameters().withRetries(0, 1), NOTHING);
    assertNull(expect(ConnectionEventType.ESTABLISHED, channel).parameters());
    ConnectionParameters answer = expect(ConnectionEventType.ESTABLISHED, own).parameters();
    assertEquals(new ConnectionParameters(2, 8, 14, 0, 1, 12), answer);
    assertEquals(8, caller.id.queuePair().query().maxReadAtomic());
    assertEquals(8, called.id.queuePair().query().maxDestinationReadAtomic());
    caller.id.disconnect();
    assertNull(expect(ConnectionEventType.DISCONNECTED, own).parameters());
  }

  @Test
  void shouldAgreeOnWhatBothCanDo() {
    ConnectionParameters agreed = USUAL.withReads(16).agreedWith(USUAL.withReads(4));
    assertEquals(4, agreed.initiatorDepth());
    assertEquals(4, agreed.responderResources());
    assertEquals(USUAL.retryCount(), agreed.retryCount());
  }
}
