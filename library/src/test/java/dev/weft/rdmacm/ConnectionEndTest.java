package dev.weft.rdmacm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.Devices;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.attributes.Gid;
import dev.weft.verbs.attributes.QueuePairAttributes;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.QueuePairType;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a connection ends: the events of the caller, and its queue pair. The peer is a test's. */
class ConnectionEndTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Duration IMPATIENCE = Duration.ofMillis(50);
  private static final ConnectionParameters USUAL = ConnectionParameters.usual();
  private static final byte[] NOTHING = {};
  private static final int ADDRESS_AND_PARAMETERS = 32;
  private static final int REASON_AND_EMPTY_TEXT = 3;

  private final VerbsContext verbs = Devices.named("loopback0").onFabric("end-test").open();
  private final CompletionQueue queue = verbs.createCq(16, null, null, 0);
  private final ProtectionDomain domain = verbs.allocPd();
  private final ConnectionChannel channel = new ConnectionChannel();
  private ServerSocket peer;

  @BeforeEach
  void listen() throws IOException {
    peer = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    peer.close();
    domain.close();
    queue.close();
    verbs.close();
  }

  private ConnectionId call() {
    return call(PATIENCE);
  }

  private ConnectionId call(Duration patience) {
    ConnectionId id = new ConnectionId(channel, null);
    prepare(id, patience);
    id.connect((InetSocketAddress) peer.getLocalSocketAddress(), USUAL, null);
    return id;
  }

  private void prepare(ConnectionId id, Duration patience) {
    id.patience(patience);
    id.createQp(domain, QueuePairInit.builder(QueuePairType.RC).completionQueue(queue).build());
  }

  private static void end(ConnectionId id) {
    id.close();
    id.queuePair().close();
  }

  /** Takes the request of the caller. */
  private static CmChannel called(Socket socket) throws IOException {
    CmChannel called = new CmChannel(socket);
    called.handshake();
    called.receive();
    return called;
  }

  private static void accept(CmChannel called, QueuePair pair) throws IOException {
    called.accept(QueuePairAddress.of(pair), USUAL, NOTHING);
  }

  private ConnectionEventType next() throws InterruptedException {
    ConnectionEvent event = channel.getEvent(PATIENCE);
    assertNotNull(event, "no event");
    return event.type();
  }

  /** rdma_disconnect(3): the queue pair is in the error state before the peer is told. */
  @Test
  void shouldFlushBeforeThePeerLearnsOfTheEnd() throws Exception {
    for (int round = 0; round < 100; round++) {
      ConnectionId id = call();
      try (Socket socket = peer.accept()) {
        CmChannel called = called(socket);
        accept(called, id.queuePair());
        called.receive();
        assertEquals(ConnectionEventType.ESTABLISHED, next());
        Thread ending = Thread.ofPlatform().start(id::disconnect);
        assertEquals(CmChannel.DISCONNECT, called.receive().kind());
        assertEquals(QueuePairState.ERR, id.queuePair().state(), "state in round " + round);
        ending.join();
      }
      assertEquals(ConnectionEventType.DISCONNECTED, next());
      end(id);
    }
  }

  @Test
  void shouldFlushWheneverThePeerLeavesAfterItHasAccepted() throws Exception {
    for (int round = 0; round < 300; round++) {
      ConnectionId id = call();
      try (Socket socket = peer.accept()) {
        socket.setSoLinger(true, 0); // the caller's next call fails
        accept(called(socket), id.queuePair());
      }
      ConnectionEventType first = next();
      ConnectionEventType last = first == ConnectionEventType.ESTABLISHED ? next() : first;
      if (id.queuePair().state() != QueuePairState.INIT) { // else it has not seen the answer
        assertEquals(QueuePairState.ERR, id.queuePair().state(), last::name);
      }
      end(id);
    }
  }

  /** A peer that leaves at once has been reached: what the first message says is CONNECT_ERROR. */
  @Test
  void shouldNotTakeAPeerThatHasLeftForAnUnreachableOne() throws IOException {
    try (Socket caller = new Socket(peer.getInetAddress(), peer.getLocalPort())) {
      Socket called = peer.accept();
      called.setSoLinger(true, 0); // the caller's next call fails
      called.close();
      CmChannel left = new CmChannel(caller);
      assertThrows(IOException.class, left::handshake);
    }
  }

  /** A listener may be closed while TCP connects. */
  @Test
  void shouldTellAPeerThatLeavesWhileTcpConnectsFromAnUnreachableOne() {
    Ending left = Ending.unconnected(new SocketException("Connection reset by peer"));
    assertEquals(ConnectionEventType.CONNECT_ERROR, left.type());
    assertEquals(-VerbsErrno.ECONNRESET, left.status());
    Ending unreachable = Ending.unconnected(new SocketException("Network is unreachable"));
    assertEquals(ConnectionEventType.UNREACHABLE, unreachable.type());
    assertEquals(-VerbsErrno.EHOSTUNREACH, unreachable.status());
  }

  @Test
  void shouldTellThatThePeerDisconnectsInsteadOfAnswering() throws Exception {
    ConnectionId id = call();
    try (Socket socket = peer.accept()) {
      called(socket).send(CmChannel.DISCONNECT, NOTHING);
      assertEquals(ConnectionEventType.CONNECT_ERROR, next());
    }
    end(id);
  }

  /** A peer that leaves while it sends its private data has sent no message. */
  @ParameterizedTest
  @ValueSource(bytes = {CmChannel.REJECT, CmChannel.ACCEPT, CmChannel.DISCONNECT})
  void shouldNotTakeAPartOfAMessage(byte kind) throws Exception {
    Map<Byte, Integer> before =
        Map.of(
            CmChannel.REJECT, REASON_AND_EMPTY_TEXT,
            CmChannel.ACCEPT, ADDRESS_AND_PARAMETERS,
            CmChannel.DISCONNECT, 0);
    ConnectionId id = call();
    try (Socket socket = peer.accept()) {
      called(socket);
      ByteArrayOutputStream message = new ByteArrayOutputStream();
      DataOutputStream out = new DataOutputStream(message);
      out.writeByte(kind);
      out.write(new byte[before.get(kind)]);
      out.writeShort(100);
      out.write(new byte[3]);
      socket.getOutputStream().write(message.toByteArray());
    }
    ConnectionEvent event = channel.getEvent(PATIENCE);
    assertEquals(ConnectionEventType.CONNECT_ERROR, event.type(), event::toString);
    end(id);
  }

  @Test
  void shouldTellTheEndOfAConnectionWhoseQueuePairWasReset() throws Exception {
    ConnectionId id = call();
    try (Socket socket = peer.accept()) {
      accept(called(socket), id.queuePair());
      assertEquals(ConnectionEventType.ESTABLISHED, next());
      QueuePairAttributes reset = QueuePairAttributes.builder().state(QueuePairState.RESET).build();
      assertEquals(0, id.queuePair().modify(reset));
    }
    assertEquals(ConnectionEventType.DISCONNECTED, next());
    end(id);
  }

  @Test
  void shouldTellThatAListenerDoesNotAnswer() throws Exception {
    ConnectionId id = call(IMPATIENCE); // its connection is in the backlog, and nobody accepts it
    assertEquals(ConnectionEventType.UNREACHABLE, next());
    end(id);
  }

  @Test
  void shouldTellThatARequestIsNotAnswered() throws Exception {
    ConnectionId id = call(IMPATIENCE);
    try (Socket socket = peer.accept()) {
      takeRequest(socket);
      assertEquals(ConnectionEventType.UNREACHABLE, next());
      assertEquals(QueuePairState.INIT, id.queuePair().state());
    }
    end(id);
  }

  /** Each byte comes in time, and the message does not. */
  @Test
  void shouldNotWaitForAnAnswerThatComesByteByByte() throws Exception {
    ConnectionId id = call(IMPATIENCE);
    try (Socket socket = peer.accept()) {
      takeRequest(socket);
      var answer = new ByteArrayOutputStream();
      answer.write(new byte[REASON_AND_EMPTY_TEXT]);
      new DataOutputStream(answer).writeShort(CmChannel.MAX_PRIVATE_DATA);
      socket.getOutputStream().write(CmChannel.REJECT);
      socket.getOutputStream().write(answer.toByteArray());
      for (int i = 0; i < CmChannel.MAX_PRIVATE_DATA; i++) {
        Thread.sleep(1);
        socket.getOutputStream().write(i);
      }
    } catch (IOException hasGivenUp) {
      // as it should
    }
    ConnectionEvent event = channel.getEvent(PATIENCE);
    assertEquals(ConnectionEventType.UNREACHABLE, event.type());
    assertEquals(-VerbsErrno.ETIMEDOUT, event.status());
    end(id);
  }

  @Test
  void shouldTellThatAnAcceptIsNotConfirmed() throws Exception {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (ConnectionListener listener = ConnectionListener.open(channel, any, 1, null);
        Socket socket = new Socket(any.getAddress(), listener.address().getPort())) {
      CmChannel caller = new CmChannel(socket);
      caller.handshake();
      QueuePairAddress own = new QueuePairAddress(1, 2, 3, new Gid(0, 0));
      caller.request(own, USUAL, new PairKind(QueuePairType.RC, verbs.device().network()), NOTHING);
      ConnectionId id = channel.getEvent(PATIENCE).id();
      prepare(id, IMPATIENCE);
      id.accept(USUAL, NOTHING);
      assertEquals(ConnectionEventType.UNREACHABLE, next());
      assertEquals(QueuePairState.ERR, id.queuePair().state());
      end(id);
    }
  }

  /** More patience is needed to connect on a busy machine. */
  @Test
  void shouldStayConnectedToASilentPeer() throws Exception {
    Duration patience = IMPATIENCE;
    while (!isConnectedWhileThePeerIsSilent(patience)) {
      patience = patience.multipliedBy(2);
    }
  }

  private boolean isConnectedWhileThePeerIsSilent(Duration patience) throws Exception {
    ConnectionId id = call(patience);
    try (Socket socket = peer.accept()) {
      CmChannel called = called(socket);
      accept(called, id.queuePair());
      if (next() == ConnectionEventType.UNREACHABLE) {
        return false;
      }
      Thread.sleep(2 * patience.toMillis());
      called.send(CmChannel.DISCONNECT, NOTHING);
      assertEquals(ConnectionEventType.DISCONNECTED, next());
      return true;
    } catch (IOException hasGivenUp) {
      assertEquals(ConnectionEventType.UNREACHABLE, next());
      return false;
    } finally {
      end(id);
    }
  }

  private static void takeRequest(Socket socket) {
    try {
      called(socket);
    } catch (IOException hasGivenUp) {
      // on a busy machine, before it has sent the request
    }
  }
}
