package dev.weft.ffm.connection;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.PassiveEndpoint;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.attributes.EndpointOption;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.completion.ErrorEvent;
import dev.weft.fabric.completion.EventEntry;
import dev.weft.fabric.completion.EventType;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.MemoryRegistrationMode;
import dev.weft.ffm.Installed;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A listener and a client in one process. */
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ConnectionTest {

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  static Stream<String> providers() {
    return ConnectionSide.providers();
  }

  @ParameterizedTest
  @MethodSource("providers")
  void shouldConnectWithDataBothWays(String provider) {
    try (ConnectionSide server = new ConnectionSide(provider, Capabilities.MSG);
        ConnectionSide client = new ConnectionSide(provider, Capabilities.MSG)) {
      PassiveEndpoint passive = server.listen();
      Endpoint caller = client.connect(passive.name(), "please");
      EventEntry asked = server.expect(EventType.CONNREQ, client);
      assertSame(passive, asked.object());
      assertEquals("listener", asked.context());
      assertEquals("please", ConnectionSide.text(asked.connectionData()));
      assertEquals(ObjectClass.CONNREQ, asked.info().handle().objectClass());
      Endpoint accepting = server.open(asked.info());
      accepting.accept(ConnectionSide.bytes("welcome"));
      EventEntry connected = client.expect(EventType.CONNECTED, server);
      assertSame(caller, connected.object());
      assertEquals("endpoint", connected.context());
      assertEquals("welcome", ConnectionSide.text(connected.connectionData()));
      assertSame(accepting, server.expect(EventType.CONNECTED, client).object());
      exchange(server, client, accepting, caller);
      assertArrayEquals(caller.name(), accepting.peer());
      assertNotNull(caller.peer());
    }
  }

  private static void exchange(
      ConnectionSide server, ConnectionSide client, Endpoint accepting, Endpoint caller) {
    MemorySegment received = server.buffer(0);
    assertEquals(0, accepting.recv(received, 64, 0, 7));
    assertEquals(0, caller.send(client.buffer(5), 64, 0, 8));
    server.complete(7, client);
    assertEquals(-1, received.mismatch(client.buffer(5)));
    client.complete(8, server);
  }

  @ParameterizedTest
  @MethodSource("providers")
  void shouldRejectWithData(String provider) {
    try (ConnectionSide server = new ConnectionSide(provider, Capabilities.MSG);
        ConnectionSide client = new ConnectionSide(provider, Capabilities.MSG)) {
      PassiveEndpoint passive = server.listen();
      Endpoint caller = client.connect(passive.name(), null);
      EventEntry asked = server.expect(EventType.CONNREQ, client);
      assertEquals(0, asked.connectionData().byteSize());
      passive.reject(asked.info().handle(), ConnectionSide.bytes("no room"));
      ErrorEvent failure = client.expectFailure(server);
      assertEquals(Errno.ECONNREFUSED, failure.error());
      assertSame(caller, failure.object());
      assertEquals("no room", ConnectionSide.text(failure.errorData()));
      assertTrue(asked.info().handle().isClosed());
    }
  }

  /** sockets of 1.17 refuses the call at once. */
  @ParameterizedTest
  @MethodSource("providers")
  void shouldFailWithoutAListener(String provider) {
    try (ConnectionSide server = new ConnectionSide(provider, Capabilities.MSG);
        ConnectionSide client = new ConnectionSide(provider, Capabilities.MSG)) {
      PassiveEndpoint passive = server.listen();
      byte[] address = passive.name();
      passive.close();
      assertEquals(Errno.ECONNREFUSED, refusal(client, server, address));
    }
  }

  /** A thread reads the events while another one closes the listener. */
  @ParameterizedTest
  @MethodSource("providers")
  void shouldRejectWhileTheListenerCloses(String provider) throws InterruptedException {
    try (ConnectionSide server = new ConnectionSide(provider, Capabilities.MSG);
        ConnectionSide client = new ConnectionSide(provider, Capabilities.MSG)) {
      NativePassiveEndpoint passive = (NativePassiveEndpoint) server.listen();
      byte[] address = passive.name();
      passive.enter();
      Thread closer = Thread.ofPlatform().daemon().start(passive::close);
      try {
        while (!passive.isClosing()) {
          Thread.onSpinWait();
        }
        client.connect(address, null);
        assertEquals(Errno.ECONNREFUSED, client.expectFailure(server).error());
      } finally {
        passive.leave();
      }
      closer.join();
    }
  }

  private static int refusal(ConnectionSide client, ConnectionSide server, byte[] address) {
    try {
      client.connect(address, null);
    } catch (FabricException e) {
      return e.errno();
    }
    return client.expectFailure(server).error();
  }

  @ParameterizedTest
  @MethodSource("providers")
  void shouldCutLongData(String provider) {
    try (ConnectionSide server = new ConnectionSide(provider, Capabilities.MSG);
        ConnectionSide client = new ConnectionSide(provider, Capabilities.MSG)) {
      PassiveEndpoint passive = server.listen();
      String whole = "x".repeat((int) passive.option(EndpointOption.CM_DATA_SIZE));
      client.connect(passive.name(), whole + "cut off");
      EventEntry asked = server.expect(EventType.CONNREQ, client);
      assertEquals(whole, ConnectionSide.text(asked.connectionData()));
      server.open(asked.info()).accept(ConnectionSide.bytes(whole + "cut off"));
      EventEntry connected = client.expect(EventType.CONNECTED, server);
      assertEquals(whole, ConnectionSide.text(connected.connectionData()));
    }
  }

  @ParameterizedTest
  @MethodSource("providers")
  void shouldReportTheEnd(String provider) {
    try (ConnectionSide server = new ConnectionSide(provider, Capabilities.MSG);
        ConnectionSide client = new ConnectionSide(provider, Capabilities.MSG)) {
      Endpoint[] both = connected(server, client);
      both[1].shutdown(0);
      var refused = assertThrows(FabricException.class, () -> both[1].shutdown(0));
      assertEquals(Errno.ENOTCONN, refused.errno());
      assertTrue(refused.getMessage().endsWith("Connect another endpoint"), refused::getMessage);
      assertSame(both[0], server.expect(EventType.SHUTDOWN, client).object());
    }
  }

  @ParameterizedTest
  @MethodSource("providers")
  void shouldAccessMemoryOfThePeer(String provider) {
    long capabilities = Capabilities.MSG | Capabilities.RMA;
    try (ConnectionSide server = new ConnectionSide(provider, capabilities);
        ConnectionSide client = new ConnectionSide(provider, capabilities)) {
      Endpoint caller = connected(server, client)[1];
      MemorySegment target = server.buffer(0);
      long access = AccessFlags.REMOTE_READ | AccessFlags.REMOTE_WRITE;
      MemoryRegion region = server.keep(server.domain.register(target, access, 5));
      long mode = server.domain.attributes().memoryRegistrationMode();
      long start = (mode & MemoryRegistrationMode.VIRT_ADDR) == 0 ? 0 : target.address();
      assertEquals(0, caller.write(client.buffer(6), 16, 0, start + 8, region.key(), 1));
      client.complete(1, server);
      MemorySegment back = client.buffer(0);
      assertEquals(0, caller.read(back, 64, 0, start, region.key(), 2));
      client.complete(2, server);
      assertEquals(0, back.get(ValueLayout.JAVA_BYTE, 7));
      assertEquals(6, back.get(ValueLayout.JAVA_BYTE, 23));
      assertEquals(-1, back.mismatch(target));
    }
  }

  /** tcp and net of 1.17 have no tagged messages over connections. */
  @Test
  void shouldMatchTags() {
    String provider = "ofi:sockets";
    long capabilities = Capabilities.MSG | Capabilities.TAGGED;
    try (ConnectionSide server = new ConnectionSide(provider, capabilities);
        ConnectionSide client = new ConnectionSide(provider, capabilities)) {
      Endpoint[] both = connected(server, client);
      assertEquals(0, both[0].trecv(server.buffer(0), 64, 0, 1, 0, 11));
      assertEquals(0, both[1].tsend(client.buffer(1), 8, 0, 1, 3));
      server.complete(11, client);
      assertEquals(1, server.batch.tag(0));
      client.complete(3, server);
    }
  }

  /** The accepting endpoint, then the one that has called. */
  private static Endpoint[] connected(ConnectionSide server, ConnectionSide client) {
    Endpoint caller = client.connect(server.listen().name(), null);
    Endpoint accepting = server.open(server.expect(EventType.CONNREQ, client).info());
    accepting.accept(null);
    client.expect(EventType.CONNECTED, server);
    server.expect(EventType.CONNECTED, client);
    return new Endpoint[] {accepting, caller};
  }
}
