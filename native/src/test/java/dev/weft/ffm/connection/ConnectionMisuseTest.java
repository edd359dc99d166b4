package dev.weft.ffm.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.PassiveEndpoint;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.EndpointOption;
import dev.weft.fabric.completion.EventType;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.ffm.Installed;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls at the wrong time and with wrong arguments, which C must not see. */
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ConnectionMisuseTest {

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  static Stream<String> providers() {
    return ConnectionSide.providers();
  }

  private static void refused(int errno, Runnable call) {
    FabricException refusal = assertThrows(FabricException.class, call::run);
    assertEquals(Errno.name(errno), Errno.name(refusal.errno()), refusal::getMessage);
  }

  @ParameterizedTest
  @MethodSource("providers")
  void shouldNeedEventQueues(String provider) {
    try (ConnectionSide side = new ConnectionSide(provider, Capabilities.MSG)) {
      PassiveEndpoint passive = side.keep(side.fabric.openPassiveEndpoint(side.info));
      refused(Errno.ENOEQ, passive::listen);
      refused(Errno.EINVAL, () -> passive.bind(null, 0));
      Endpoint endpoint = side.keep(side.domain.openEndpoint(side.info));
      endpoint.bind(side.queue, BindFlags.TRANSMIT | BindFlags.RECV);
      refused(Errno.ENOEQ, endpoint::enable);
      refused(Errno.ENOEQ, () -> endpoint.connect(side.info.sourceAddress(), null));
      refused(Errno.EINVAL, () -> endpoint.bind((EventQueue) null, 0));
      side.domain.bind(side.events, 0);
      refused(Errno.EINVAL, () -> side.domain.bind(side.events, 0));
      endpoint.enable();
      refused(Errno.EBUSY, side.events::close);
    }
  }

  @ParameterizedTest
  @MethodSource("providers")
  void shouldBindNoEventQueueToAnEndpointThatIsNotComplete(String provider) {
    try (ConnectionSide side = new ConnectionSide(provider, Capabilities.MSG)) {
      side.domain.bind(side.events, 0);
      Endpoint endpoint = side.keep(side.domain.openEndpoint(side.info));
      refused(Errno.ENOCQ, endpoint::enable);
      endpoint.bind(side.events, 0);
      endpoint.bind(side.queue, BindFlags.TRANSMIT | BindFlags.RECV);
      endpoint.enable();
    }
  }

  @ParameterizedTest
  @MethodSource("providers")
  void shouldRefuseListenersAtTheWrongTime(String provider) {
    try (ConnectionSide side = new ConnectionSide(provider, Capabilities.MSG)) {
      PassiveEndpoint passive = side.listen();
      refused(Errno.EOPBADSTATE, passive::listen);
      refused(Errno.EOPBADSTATE, () -> passive.name(side.info.sourceAddress()));
      refused(Errno.EOPBADSTATE, () -> passive.bind(side.events, 0));
      refused(Errno.EINVAL, () -> passive.reject(null, null));
      refused(Errno.EINVAL, () -> passive.reject(side.domain, null));
      refused(Errno.ENOPROTOOPT, () -> passive.option(EndpointOption.TX_SIZE));
      passive.close();
      passive.close();
      assertThrows(IllegalStateException.class, passive::listen);
      assertThrows(IllegalStateException.class, passive::name);
      assertThrows(IllegalStateException.class, () -> passive.reject(side.domain, null));
      assertThrows(IllegalStateException.class, () -> passive.option(EndpointOption.CM_DATA_SIZE));
      PassiveEndpoint again = side.listen();
      assertEquals(side.info.sourceAddress().length, again.name().length);
    }
  }

  @ParameterizedTest
  @MethodSource("providers")
  void shouldRefuseWrongAddresses(String provider) {
    try (ConnectionSide side = new ConnectionSide(provider, Capabilities.MSG)) {
      byte[] longAddress = new byte[200];
      FabricInfo wrong = side.info.toBuilder().sourceAddress(longAddress).build();
      refused(Errno.EINVAL, () -> side.fabric.openPassiveEndpoint(wrong));
      refused(Errno.EINVAL, () -> side.domain.openEndpoint(wrong));
      Endpoint endpoint = side.open(side.info);
      assertThrows(IllegalArgumentException.class, () -> endpoint.connect(null, null));
      refused(Errno.EINVAL, () -> endpoint.connect(new byte[0], null));
      refused(Errno.EINVAL, () -> endpoint.connect(new byte[] {2, 0, 1}, null));
      refused(Errno.EINVAL, () -> endpoint.connect(longAddress, null));
      // An AF_IB address, which is longer than others.
      byte[] ib = new byte[48];
      ib[0] = 27;
      refused(Errno.EINVAL, () -> endpoint.connect(ib, null));
      assertThrows(FabricException.class, () -> endpoint.name(ib));
    }
  }

  @ParameterizedTest
  @MethodSource("providers")
  void shouldRefuseEndpointsWithoutConnection(String provider) {
    try (ConnectionSide side = new ConnectionSide(provider, Capabilities.MSG);
        ConnectionSide other = new ConnectionSide(provider, Capabilities.MSG)) {
      Endpoint endpoint = side.open(side.info);
      MemorySegment buffer = side.buffer(1);
      assertEquals(-Errno.EOPBADSTATE, endpoint.send(buffer, 8, 0, 1));
      refused(Errno.ENOTCONN, () -> endpoint.shutdown(0));
      refused(Errno.EINVAL, () -> endpoint.shutdown(1));
      refused(Errno.ENOTCONN, endpoint::peer);
      refused(Errno.EINVAL, () -> endpoint.accept(null));
      refused(Errno.ENOPROTOOPT, () -> endpoint.option(EndpointOption.CONNECT_MILLIS, 5));
      refused(Errno.ENOPROTOOPT, () -> endpoint.option(EndpointOption.RECV_ENDS_WITH_PEER, 1));
      refused(Errno.EOPNOTSUPP, () -> endpoint.watchPeer(0, 1));
      endpoint.enable();
      assertEquals(-Errno.EOPBADSTATE, endpoint.send(buffer, 8, 0, 1));
      assertEquals(-Errno.EOPBADSTATE, endpoint.inject(buffer, 8, 0));
      assertEquals(0, endpoint.recv(buffer, 8, 0, 2));
      PassiveEndpoint passive = other.listen();
      endpoint.connect(passive.name(), null);
      assertEquals(-Errno.EOPBADSTATE, endpoint.send(buffer, 8, 0, 1));
      refused(Errno.EOPBADSTATE, () -> endpoint.connect(passive.name(), null));
      refused(Errno.ENOTCONN, () -> endpoint.shutdown(0));
      refused(Errno.ENOTCONN, endpoint::peer);
      endpoint.close();
      assertThrows(IllegalStateException.class, () -> endpoint.connect(passive.name(), null));
      assertThrows(IllegalStateException.class, endpoint::peer);
      assertThrows(IllegalStateException.class, () -> endpoint.shutdown(0));
    }
  }

  @ParameterizedTest
  @MethodSource("providers")
  void shouldAnswerARequestOnce(String provider) {
    try (ConnectionSide server = new ConnectionSide(provider, Capabilities.MSG);
        ConnectionSide client = new ConnectionSide(provider, Capabilities.MSG);
        ConnectionSide stranger = new ConnectionSide(provider, Capabilities.MSG)) {
      PassiveEndpoint passive = server.listen();
      FabricInfo first = server.requested(passive, client);
      refused(Errno.EINVAL, () -> stranger.open(first));
      refused(Errno.EINVAL, () -> stranger.listen().reject(first.handle(), null));
      MemorySegment gone = closedMemory();
      assertThrows(IllegalStateException.class, () -> passive.reject(first.handle(), gone));
      passive.reject(first.handle(), null);
      client.expectFailure(server);
      refused(Errno.EINVAL, () -> passive.reject(first.handle(), null));
      refused(Errno.EINVAL, () -> server.open(first));
      FabricInfo second = server.requested(passive, client);
      Endpoint accepting = server.open(second);
      refused(Errno.EINVAL, () -> server.open(second));
      refused(Errno.EINVAL, () -> passive.reject(second.handle(), null));
      refused(Errno.EINVAL, () -> accepting.connect(passive.name(), null));
      accepting.accept(null);
      refused(Errno.EOPBADSTATE, () -> accepting.accept(null));
      client.expect(EventType.CONNECTED, server);
    }
  }

  @ParameterizedTest
  @MethodSource("providers")
  void shouldKeepARequestWhoseEndpointIsNotOpened(String provider) {
    try (ConnectionSide server = new ConnectionSide(provider, Capabilities.MSG);
        ConnectionSide client = new ConnectionSide(provider, Capabilities.MSG)) {
      PassiveEndpoint passive = server.listen();
      FabricInfo request = server.requested(passive, client);
      Domain closed = server.fabric.openDomain(server.info);
      closed.close();
      assertThrows(IllegalStateException.class, () -> closed.openEndpoint(request));
      server.open(request).accept(null);
      client.expect(EventType.CONNECTED, server);
    }
  }

  private static MemorySegment closedMemory() {
    try (Arena arena = Arena.ofConfined()) {
      return arena.allocate(8);
    }
  }

  @ParameterizedTest
  @MethodSource("providers")
  void shouldRefuseConnectionsOfOtherTypes(String provider) {
    try (ConnectionSide side = new ConnectionSide(provider, Capabilities.MSG)) {
      FabricInfo reliable = side.info.toBuilder().endpointType(EndpointType.RDM).build();
      refused(Errno.EOPNOTSUPP, () -> side.fabric.openPassiveEndpoint(reliable));
      assertThrows(IllegalArgumentException.class, () -> side.fabric.openPassiveEndpoint(null));
      FabricInfo handled = side.info.toBuilder().handle(side.domain).build();
      refused(Errno.EINVAL, () -> side.domain.openEndpoint(handled));
    }
  }

  @ParameterizedTest
  @MethodSource("providers")
  void shouldRejectRequestsOfAClosedListener(String provider) {
    try (ConnectionSide server = new ConnectionSide(provider, Capabilities.MSG);
        ConnectionSide client = new ConnectionSide(provider, Capabilities.MSG)) {
      PassiveEndpoint passive = server.listen();
      FabricInfo request = server.requested(passive, client);
      passive.close();
      refused(Errno.EINVAL, () -> server.open(request));
      request.handle().close();
      assertEquals(-Errno.EAGAIN, server.events.read(server.entry, 0));
      PassiveEndpoint next = server.listen();
      client.connect(next.name(), null);
      assertEquals(next, server.expect(EventType.CONNREQ, client).object());
    }
  }
}
