package dev.weft.rdmacm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.Devices;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.QueuePairType;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Queue pairs of different types or networks are not connected, and both sides learn why. */
class ConnectionMatchTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final String FABRIC = "match-test";
  private static final ConnectionParameters USUAL = ConnectionParameters.usual();

  /** One side, with a queue pair for one connection. */
  private static final class Side implements AutoCloseable {
    final ConnectionChannel channel = new ConnectionChannel();
    final VerbsContext verbs;
    final CompletionQueue queue;
    final ProtectionDomain domain;
    final QueuePairType type;
    ConnectionId id;

    Side(String device, String fabric, QueuePairType type) {
      verbs = Devices.named(device).onFabric(fabric).open();
      queue = verbs.createCq(4, null, null, 0);
      domain = verbs.allocPd();
      this.type = type;
    }

    ConnectionId with(ConnectionId connection) {
      id = connection;
      id.createQp(domain, QueuePairInit.builder(type).completionQueue(queue).build());
      return id;
    }

    ConnectionEvent next() throws InterruptedException {
      ConnectionEvent event = channel.getEvent(PATIENCE);
      assertNotNull(event, "no event");
      return event;
    }

    @Override
    public void close() {
      id.close();
      id.queuePair().close();
      domain.close();
      queue.close();
      verbs.close();
    }
  }

  private static void refused(Side caller, Side called, int status, String why) throws Exception {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (caller;
        called;
        ConnectionListener listener = ConnectionListener.open(called.channel, any, 1, null)) {
      caller.with(new ConnectionId(caller.channel, null));
      caller.id.connect(listener.address(), USUAL, null);
      called.with(called.next().id());
      VerbsException refusal =
          assertThrows(VerbsException.class, () -> called.id.accept(USUAL, null));
      assertEquals(VerbsErrno.EINVAL, refusal.errno());
      assertEquals("rdma_accept", refusal.call());
      assertTrue(refusal.getMessage().contains(why), refusal::toString);
      ConnectionEvent rejected = caller.next();
      assertEquals(ConnectionEventType.REJECTED, rejected.type(), rejected::toString);
      assertEquals(status, rejected.status(), rejected::toString);
      assertTrue(rejected.toString().contains(why), rejected::toString);
      for (Side side : new Side[] {caller, called}) {
        assertNull(side.channel.getEvent(Duration.ZERO));
        assertTrue(side.id.toString().contains("ENDED"), side.id::toString);
        assertEquals(QueuePairState.INIT, side.id.queuePair().state());
      }
    }
  }

  private static Side loopback(QueuePairType type) {
    return new Side("loopback0", FABRIC, type);
  }

  private static Side shared(String fabric) {
    return new Side("shm0", fabric, QueuePairType.RC);
  }

  @ParameterizedTest
  @CsvSource({"RC, UC", "UC, RC"})
  void shouldNotConnectQueuePairsOfDifferentTypes(QueuePairType from, QueuePairType to)
      throws Exception {
    int invalidTransportType = 9;
    String why = "qp_type=" + from + ", allowed " + to;
    refused(loopback(from), loopback(to), invalidTransportType, why);
  }

  private static void refusedByNetwork(Side caller, Side called) throws Exception {
    int invalidGid = 12;
    refused(caller, called, invalidGid, "network=" + caller.verbs.device());
  }

  @Test
  void shouldNotConnectDevicesThatCannotReachEachOther() throws Exception {
    refusedByNetwork(loopback(QueuePairType.RC), shared(FABRIC));
    refusedByNetwork(shared(FABRIC), loopback(QueuePairType.RC));
    refusedByNetwork(shared(FABRIC), shared(FABRIC + 2));
  }

  @Test
  void shouldConnectDevicesOfOneNetwork() throws Exception {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (Side caller = shared(FABRIC);
        Side called = shared(FABRIC);
        ConnectionListener listener = ConnectionListener.open(called.channel, any, 1, null)) {
      caller.with(new ConnectionId(caller.channel, null));
      caller.id.connect(listener.address(), USUAL, null);
      called.with(called.next().id()).accept(USUAL, null);
      assertEquals(ConnectionEventType.ESTABLISHED, caller.next().type());
      assertEquals(ConnectionEventType.ESTABLISHED, called.next().type());
    }
  }
}
