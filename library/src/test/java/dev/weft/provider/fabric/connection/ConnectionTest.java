package dev.weft.provider.fabric.connection;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.FabricObject;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.attributes.EndpointOption;
import dev.weft.fabric.completion.EventEntry;
import dev.weft.fabric.completion.EventType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections between endpoints of two fabrics of one name: setup and shutdown. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class ConnectionTest {
  private final Caller server = Caller.open(Node.freshName());
  private final Caller client = Caller.open(server.info.fabric().name());

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private FabricInfo request() {
    EventEntry entry = server.expect(EventType.CONNREQ);
    assertSame(server.passive(), entry.object());
    return entry.info();
  }

  private void connect() {
    server.listen();
    client.endpoint().connect(server.passive().name(), null);
    server.endpoint(request()).accept(null);
    client.expect(EventType.CONNECTED);
    server.expect(EventType.CONNECTED);
  }

  @Test
  void shouldCarryDataWithEachStep() {
    server.listen();
    client.endpoint().connect(server.passive().name(), bytes("please"));
    EventEntry asked = server.expect(EventType.CONNREQ);
    assertEquals("please", text(asked.connectionData()));
    assertArrayEquals(asked.info().destinationAddress(), client.endpoint().name());
    server.endpoint(asked.info()).accept(bytes("come in"));
    EventEntry connected = client.expect(EventType.CONNECTED);
    assertSame(client.endpoint(), connected.object());
    assertEquals("come in", text(connected.connectionData()));
    assertSame(server.endpoint(), server.expect(EventType.CONNECTED).object());
    assertArrayEquals(client.endpoint().name(), server.endpoint().peer());
    assertArrayEquals(server.endpoint().name(), client.endpoint().peer());
  }

  @Test
  void shouldRefuseASecondAnswer() {
    server.listen();
    client.endpoint().connect(server.passive().name(), null);
    FabricInfo request = request();
    try (Endpoint accepted = server.endpoint(request)) {
      accepted.accept(null);
      client.expect(EventType.CONNECTED);
      refused(Errno.EINVAL, () -> server.endpoint(request).accept(null));
      refused(Errno.EINVAL, () -> server.passive().reject(request.handle(), null));
    }
  }

  @Test
  void shouldTellRefusalsWithTheirData() {
    server.listen();
    client.endpoint().connect(server.passive().name(), null);
    FabricObject handle = request().handle();
    server.passive().reject(handle, bytes("full"));
    client.expectFailure(Errno.ECONNREFUSED);
    assertEquals("full", text(client.error.errorData()));
    assertSame(client.endpoint(), client.error.object());
    refused(Errno.EINVAL, () -> server.passive().reject(handle, null));
  }

  @Test
  void shouldRefuseWithoutAListener() {
    client.endpoint().connect(bytesOf("loopback://nobody"), null);
    client.expectFailure(Errno.ECONNREFUSED);
    refused(Errno.EOPBADSTATE, () -> client.endpoint().connect(bytesOf("loopback://x"), null));
    refused(Errno.EINVAL, () -> server.endpoint().connect(bytesOf("not an address"), null));
  }

  @Test
  void shouldRefuseANameOnceEnabled() {
    client.endpoint().connect(bytesOf("loopback://nobody"), null);
    byte[] name = bytesOf("loopback://x");
    FabricException refused =
        assertThrows(FabricException.class, () -> client.endpoint().name(name));
    assertEquals(Errno.EOPBADSTATE, refused.errno());
    assertEquals("fi_setname", refused.call());
    assertEquals("Name it before enabling", refused.hint());
  }

  @Test
  void shouldRejectPendingCallsWhenTheListenerCloses() {
    server.listen();
    client.endpoint().connect(server.passive().name(), null);
    FabricInfo late = request();
    server.passive().close();
    client.expectFailure(Errno.ECONNREFUSED);
    server.endpoint(late).accept(null);
    server.expectFailure(Errno.ECONNABORTED);
  }

  @Test
  void shouldRefuseMoreThanTheBacklog() {
    server.passive().control(ControlCommand.backlog(0));
    server.listen();
    client.endpoint().connect(server.passive().name(), null);
    Node.until(
        () -> {
          server.expectNothing();
          return client.eventQueue.read(client.entry, 0) == -Errno.EAVAIL;
        });
    client.expectFailure(Errno.ECONNREFUSED);
  }

  /** The event of a request outlasts its caller, so that callers cannot fill the event queue. */
  @Test
  void shouldCountUnreadRequestsWhoseCallersAreGone() {
    server.passive().control(ControlCommand.backlog(1));
    server.listen();
    for (int i = 0; i < 3; i++) {
      Endpoint calling = client.endpoint(client.info);
      calling.connect(server.passive().name(), null);
      assertTrue(server.eventQueue.read(server.entry, EventQueue.PEEK) > 0);
      calling.close();
    }
    request();
    server.expectNothing();
    client.endpoint(client.info).connect(server.passive().name(), null);
    request();
  }

  @Test
  void shouldTellTheAcceptorThatTheCallerIsGone() {
    server.listen();
    client.endpoint().connect(server.passive().name(), null);
    FabricInfo info = request();
    client.endpoint().close();
    server.endpoint(info).accept(null);
    server.expectFailure(Errno.ECONNABORTED);
  }

  @Test
  void shouldSendOnlyOnceConnected() {
    server.listen();
    MemorySegment memory = client.domain.allocate(8);
    assertEquals(-Errno.EOPBADSTATE, client.endpoint().send(memory, 8, 0, 1));
    client.endpoint().connect(server.passive().name(), null);
    assertEquals(-Errno.EOPBADSTATE, client.endpoint().send(memory, 8, 0, 1));
    assertEquals(0, client.endpoint().recv(memory, 8, 0, 2), "receives are posted any time");
    server.endpoint(request()).accept(null);
    client.expect(EventType.CONNECTED);
    server.expect(EventType.CONNECTED);
    memory.set(ValueLayout.JAVA_LONG, 0, 77);
    assertEquals(0, client.endpoint().send(memory, 8, 12345, 3), "the destination does not count");
    MemorySegment received = server.domain.allocate(8);
    assertEquals(0, server.endpoint().recv(received, 8, 0, 4));
    server.readOne(4);
    client.readOne(3);
    assertEquals(77, received.get(ValueLayout.JAVA_LONG, 0));
  }

  @Test
  void shouldKeepTheOrderOfLongAndShortMessages() {
    connect();
    MemorySegment big = client.domain.allocate(1 << 20);
    for (int i = 0; i < 8; i++) {
      long length = i % 2 == 0 ? 1 << 20 : 8;
      assertEquals(0, client.endpoint().send(big, length, 0, i));
    }
    MemorySegment room = server.domain.allocate(1 << 20);
    for (int i = 0; i < 8; i++) {
      assertEquals(0, server.endpoint().recv(room, 1 << 20, 0, i));
      server.readOne(i);
      assertEquals(i % 2 == 0 ? 1 << 20 : 8, server.batch.length(0));
    }
  }

  @Test
  void shouldFailWhatIsUnderWayAtShutdown() {
    connect();
    MemorySegment memory = client.domain.allocate(1 << 20);
    assertEquals(0, client.endpoint().recv(memory, 8, 0, 1));
    assertEquals(0, client.endpoint().send(memory, 1 << 20, 0, 2));
    client.endpoint().shutdown(0);
    client.expectEnded();
    client.expectEnded();
    assertEquals(-Errno.ESHUTDOWN, client.endpoint().send(memory, 8, 0, 3));
    assertEquals(0, server.endpoint().recv(server.domain.allocate(8), 8, 0, 9));
    assertSame(server.endpoint(), server.expect(EventType.SHUTDOWN).object());
    server.expectEnded();
    assertEquals(-Errno.ESHUTDOWN, server.endpoint().send(memory, 8, 0, 3));
    refused(Errno.ENOTCONN, () -> client.endpoint().shutdown(0));
    server.expectNothing();
    assertSame(client.endpoint(), client.expect(EventType.SHUTDOWN).object());
    client.expectNothing();
  }

  @Test
  void shouldDeliverWhatWasSentBeforeThePeerLeft() {
    connect();
    MemorySegment memory = client.domain.allocate(8).fill((byte) 5);
    for (int i = 0; i < 3; i++) {
      assertEquals(0, client.endpoint().send(memory, 8, 0, i));
    }
    client.endpoint().close();
    server.expect(EventType.SHUTDOWN);
    MemorySegment received = server.domain.allocate(8);
    for (int i = 0; i < 3; i++) {
      assertEquals(0, server.endpoint().recv(received, 8, 0, i));
      server.readOne(i);
    }
    assertEquals(0, server.endpoint().recv(received, 8, 0, 4));
    server.expectFailed(Errno.ECANCELED);
  }

  @Test
  void shouldIgnoreFramesOfOtherPeers() {
    connect();
    try (Node stranger = Node.open(server.info.fabric().name())) {
      long handle = stranger.vector.insert(server.endpoint().name());
      assertEquals(0, server.endpoint().recv(server.domain.allocate(8), 8, 0, 1));
      stranger.endpoint.inject(stranger.memory(8), 8, handle);
      server.progress();
      assertEquals(-Errno.EAGAIN, server.queue.read(server.batch, 1));
    }
    client.endpoint().inject(client.domain.allocate(8), 8, 0);
    server.readOne(1);
  }

  @Test
  void shouldNeedQueuesOfItsOwnFabric() {
    FabricInfo datagram = Node.hints().build();
    refused(Errno.EOPNOTSUPP, () -> server.fabric.openPassiveEndpoint(datagram));
    try (var unbound = server.domain.openEndpoint(server.info)) {
      unbound.bind(server.queue, Caller.BOTH);
      refused(Errno.ENOEQ, unbound::enable);
      refused(Errno.EINVAL, () -> unbound.accept(null));
      refused(Errno.ENOSYS, () -> unbound.join(server.info.sourceAddress(), 0, null));
      assertTrue(unbound.option(EndpointOption.CM_DATA_SIZE) >= 256);
    }
  }

  @Test
  void shouldCutDataThatIsTooLong() {
    server.listen();
    long limit = server.passive().option(EndpointOption.CM_DATA_SIZE);
    client.endpoint().connect(server.passive().name(), client.domain.allocate(2 * limit));
    assertEquals(16 + limit, server.awaitSize());
    assertEquals(limit, server.entry.connectionData().byteSize());
    EventEntry small = EventEntry.allocate(Arena.ofAuto(), 5);
    small.connectionData(server.entry.connectionData());
    assertEquals(5, small.connectionData().byteSize());
  }

  @Test
  void shouldUseTheQueueOfTheDomain() {
    try (Caller other = Caller.open(server.info.fabric().name())) {
      other.domain.bind(other.eventQueue, 0);
      var endpoint = other.domain.openEndpoint(other.info);
      endpoint.bind(other.queue, Caller.BOTH);
      endpoint.connect(bytesOf("loopback://nobody"), null);
      other.expectFailure(Errno.ECONNREFUSED);
      assertSame(endpoint, other.error.object());
      endpoint.close();
    }
  }

  @Test
  void shouldTakeOverTheAddressOfAPassiveEndpoint() {
    server.passive().name(bytesOf("loopback://reserved"));
    FabricInfo info = server.info.toBuilder().handle(server.passive()).build();
    server.endpoint(info).enable();
    assertEquals("loopback://reserved", text(MemorySegment.ofArray(server.endpoint().name())));
    assertNull(info.sourceAddress());
    assertNotNull(info.handle());
  }

  private static void refused(int errno, Runnable call) {
    FabricException refused = assertThrows(FabricException.class, call::run);
    assertEquals(errno, refused.errno(), refused::getMessage);
  }

  private static byte[] bytesOf(String text) {
    return text.getBytes(UTF_8);
  }

  private static MemorySegment bytes(String text) {
    return MemorySegment.ofArray(bytesOf(text));
  }

  private static String text(MemorySegment bytes) {
    return new String(bytes.toArray(ValueLayout.JAVA_BYTE), UTF_8);
  }
}
