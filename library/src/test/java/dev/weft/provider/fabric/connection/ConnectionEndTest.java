package dev.weft.provider.fabric.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.completion.EventType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.ProgressModel;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A connection that one side ends amid transfers in chunks, which fill the ring: the other side
 * sees that the peer has left, and no violation of the protocol.
 */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class ConnectionEndTest {
  /** More than a ring has room for. */
  private static final long LONG = 32 << 20;

  private final Caller server = Caller.openFar(Node.freshName());
  private final Caller client = Caller.openFar(server.info.fabric().name());
  private final MemorySegment source = Arena.ofAuto().allocate(LONG);
  private final MemorySegment target = Arena.ofAuto().allocate(LONG);

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private void connect() {
    connect(server, client);
  }

  private static void connect(Caller listening, Caller calling) {
    listening.listen();
    calling.endpoint().connect(listening.passive().name(), null);
    FabricInfo request = listening.expect(EventType.CONNREQ).info();
    listening.endpoint(request).accept(null);
    calling.expect(EventType.CONNECTED);
    listening.expect(EventType.CONNECTED);
  }

  /** Until the ring is full of chunks, some of which have been taken. */
  private void transferInPart() {
    for (int i = 0; i < 3; i++) {
      server.progress();
      client.progress();
    }
  }

  private void expectThatThePeerHasLeft() {
    client.expectFailed(Errno.ECONNRESET);
    assertEquals(EventType.SHUTDOWN, client.expect(EventType.SHUTDOWN).event());
  }

  @Test
  void shouldTellTheSenderThatItsReceiverHasLeft() {
    connect();
    assertEquals(0, server.endpoint().recv(target, LONG, 0, 1));
    assertEquals(0, client.endpoint().send(source, LONG, 0, 2));
    transferInPart();
    server.endpoint().shutdown(0);
    server.expectEnded();
    expectThatThePeerHasLeft();
  }

  @Test
  void shouldTellTheWriterThatItsTargetHasLeft() {
    connect();
    try (MemoryRegion region = server.domain.register(target, AccessFlags.REMOTE_WRITE, 5)) {
      assertTrue(region.key() >= 0);
      assertEquals(0, client.endpoint().write(source, LONG, 0, 0, region.key(), 2));
      transferInPart();
      server.endpoint().shutdown(0);
      expectThatThePeerHasLeft();
    }
  }

  @Test
  void shouldTellTheReceiverThatTheSenderHasLeft() {
    connect();
    assertEquals(0, client.endpoint().recv(target, LONG, 0, 1));
    assertEquals(0, server.endpoint().send(source, LONG, 0, 2));
    transferInPart();
    server.endpoint().shutdown(0);
    server.expectEnded();
    expectThatThePeerHasLeft();
  }

  /** CM-015, CM-017: the end is reported once, whichever side came first. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldReportTheEndIfBothSidesEndTheConnection(boolean closes) {
    connect();
    if (closes) {
      client.endpoint().close();
    } else {
      client.endpoint().shutdown(0);
      assertSame(client.endpoint(), client.expect(EventType.SHUTDOWN).object());
      client.expectNothing();
    }
    server.endpoint().shutdown(0);
    assertSame(server.endpoint(), server.expect(EventType.SHUTDOWN).object());
    server.expectNothing();
  }

  /** CM-016: the requester does not look before the acceptor has sent its message and left. */
  @ParameterizedTest
  @CsvSource({
    "loopback, MANUAL, false",
    "loopback, AUTO, true",
    "shm, MANUAL, true",
    "shm, MANUAL, false",
    "shm, AUTO, true",
    "shm, AUTO, false"
  })
  void shouldReceiveWhatAnAcceptorSentThatHasLeft(
      String provider, ProgressModel progress, boolean closes) {
    String fabric = Node.freshName();
    try (Caller listening = Caller.open(fabric, hints(provider, progress));
        Caller calling = Caller.open(fabric, hints(provider, progress))) {
      checkAcceptorThatLeaves(listening, calling, closes);
    }
  }

  private static FabricInfo.Builder hints(String provider, ProgressModel progress) {
    return FabricInfo.builder().provider(provider).progress(progress);
  }

  @Test
  void shouldReceiveWhatAFarAcceptorSentThatHasLeft() {
    checkAcceptorThatLeaves(server, client, true);
  }

  private void checkAcceptorThatLeaves(Caller listening, Caller calling, boolean closes) {
    listening.listen();
    calling.endpoint().connect(listening.passive().name(), null);
    assertEquals(0, calling.endpoint().recv(target, 8, 0, 1));
    FabricInfo request = listening.expect(EventType.CONNREQ).info();
    Endpoint accepting = listening.endpoint(request);
    accepting.accept(null);
    listening.expect(EventType.CONNECTED);
    assertEquals(0, accepting.send(source, 8, 0, 2));
    listening.readOne(2);
    if (closes) {
      accepting.close();
    } else {
      accepting.shutdown(0);
    }
    calling.expect(EventType.CONNECTED);
    calling.readOne(1);
    calling.expect(EventType.SHUTDOWN);
  }

  /** Of near sides, which copy long messages directly, too. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldDeliverNothingBehindALostMessage(boolean posts) {
    try (Caller listening = Caller.open(Node.freshName());
        Caller calling = Caller.open(listening.info.fabric().name())) {
      connect(listening, calling);
      checkPrefix(listening, calling, posts);
    }
    connect();
    checkPrefix(server, client, posts);
  }

  /** The receiver has posted all receives, and sees the messages together with the end. */
  @Test
  void shouldReceiveNothingBehindALongMessageThatTheEndCutsOff() {
    connect();
    sendLongAndShort();
    for (int i = 0; i < 3; i++) {
      assertEquals(0, server.endpoint().recv(target, LONG, 0, i));
    }
    client.endpoint().shutdown(0);
    client.expectEnded();
    expectThreeEnded();
  }

  /** The long message is under way when the connection ends; the short one has no receive yet. */
  @Test
  void shouldReceiveNothingBehindALongMessageUnderWay() {
    connect();
    sendLongAndShort();
    assertEquals(0, server.endpoint().recv(target, LONG, 0, 0));
    server.progress();
    client.progress();
    client.endpoint().shutdown(0);
    client.expectEnded();
    assertEquals(0, server.endpoint().recv(target, LONG, 0, 1));
    assertEquals(0, server.endpoint().recv(target, LONG, 0, 2));
    expectThreeEnded();
  }

  private void sendLongAndShort() {
    assertEquals(0, client.endpoint().send(source, LONG, 0, 0));
    client.endpoint().inject(source, 8, 0);
  }

  private void expectThreeEnded() {
    server.expect(EventType.SHUTDOWN);
    for (int i = 0; i < 3; i++) {
      server.expectError();
    }
  }

  /** Two short messages, a long one, and a short one; then the sender ends the connection. */
  private void checkPrefix(Caller sender, Caller receiver, boolean takesBefore) {
    sender.endpoint().inject(source, 8, 0);
    sender.endpoint().inject(source, 8, 0);
    assertEquals(0, sender.endpoint().send(source, LONG, 0, 1));
    sender.endpoint().inject(source, 8, 0);
    if (takesBefore) {
      receiver.progress();
    }
    sender.endpoint().shutdown(0);
    sender.expectEnded();
    for (int i = 0; i < 2; i++) {
      assertEquals(0, receiver.endpoint().recv(target, LONG, 0, i));
      receiver.readOne(i);
    }
    assertEquals(0, receiver.endpoint().recv(target, LONG, 0, 2));
    receiver.expect(EventType.SHUTDOWN);
    receiver.expectEnded();
  }
}
