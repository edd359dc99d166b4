package dev.weft.nic.queuepair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.completion.work.WorkCompletion;
import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.Destination;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.packet.PostError;
import dev.weft.nic.packet.QueuePairLimits;
import dev.weft.nic.packet.States;
import dev.weft.nic.packet.TransportEvents;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.packet.WorkFlags;
import dev.weft.nic.workqueue.ReceiveRequest;
import dev.weft.nic.workqueue.SendRequest;
import dev.weft.nic.workqueue.SharedReceives;
import dev.weft.wire.loopback.LoopbackWire;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Unreliable connections, datagrams, and receives that queue pairs share. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class OtherServicesTest {
  private final AddressMap addresses = Station.network(new LoopbackWire(1 << 16));
  private final List<Station> stations = new ArrayList<>();
  private final List<Integer> sharedEvents = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    stations.forEach(Station::close);
  }

  private Station open(TransportType type, int number) {
    return open(type, number, null);
  }

  private Station open(TransportType type, int number, SharedReceives shared) {
    Station station = new Station(addresses, type, number, shared, false);
    stations.add(station);
    return station;
  }

  private static void post(SharedReceives shared, Station memory, long wrId, int length) {
    shared.enter();
    ReceiveRequest request = shared.receive().reset(wrId);
    request.add(memory.memory.address(), length, memory.region.key());
    assertEquals(0, shared.post(request));
    shared.exit();
  }

  @Test
  void shouldLoseWhatAnUnreliablePeerCannotTake() {
    Station a = open(TransportType.UNRELIABLE, 1).ready(2);
    Station b = open(TransportType.UNRELIABLE, 2).ready(1);
    a.send(1, 0, 100_000);
    a.sends.expect(1, WcStatus.SUCCESS);
    b.receive(2, 0, 100_000);
    a.fill(0, 100_000, 7);
    a.send(2, 0, 100_000);
    assertEquals(100_000, b.receives.expect(2, WcStatus.SUCCESS).byteLength);
    b.requireFilled(0, 100_000, 7);
    a.post(a.remote(3, Operation.RDMA_WRITE_WITH_IMMEDIATE, 0, 9_000, b, 9));
    b.receive(3, 0, 8);
    a.post(a.remote(4, Operation.RDMA_WRITE_WITH_IMMEDIATE, 0, 9_000, b, 9));
    assertEquals(9_000, b.receives.expect(3, WcStatus.SUCCESS).byteLength);
    SendRequest refused = a.remote(5, Operation.RDMA_WRITE, 0, 8, b, 0);
    refused.remoteKey++;
    a.post(refused);
    assertEquals(List.of("2:0", "3:0", "4:0", "5:0"), a.sends.take(4));
    assertEquals(PostError.INVALID, a.tryPost(a.remote(6, Operation.RDMA_READ, 0, 8, b, 0)));
    assertEquals(States.READY_TO_SEND, b.machine.state());
  }

  @Test
  void shouldGoOnReceivingAfterASendError() {
    Station a = open(TransportType.UNRELIABLE, 1).ready(2);
    Station b = open(TransportType.UNRELIABLE, 2).ready(1);
    SendRequest bad = a.request(1, Operation.SEND);
    bad.add(a.memory.address(), 8, 0);
    a.post(bad);
    a.send(2, 0, 8);
    assertEquals(List.of("1:4", "2:5"), a.sends.take(2));
    assertEquals(States.SEND_QUEUE_ERROR, a.machine.state());
    a.receive(3, 0, 8);
    b.send(4, 0, 8);
    a.receives.expect(3, WcStatus.SUCCESS);
    assertEquals(0, a.modify(States.READY_TO_SEND, 0));
    b.receive(5, 0, 8);
    a.send(6, 0, 8);
    b.receives.expect(5, WcStatus.SUCCESS);
  }

  private static SendRequest datagram(Station from, long wrId, int length, int to, boolean header) {
    MemorySegment route = header ? MemorySegment.ofArray(new byte[40]) : null;
    if (header) {
      route.fill((byte) 0x6a);
    }
    SendRequest request = from.request(wrId, Operation.SEND_WITH_IMMEDIATE, 0, length);
    request.immediateOrKey = 0xCAFE;
    request.destination = new Destination(true, 0x11, 3, 2, route);
    request.remoteQueuePair = to;
    request.queueKey = 0x1234;
    return request;
  }

  @Test
  void shouldReceiveDatagramsBehindARouteHeader() {
    Station a = open(TransportType.DATAGRAM, 1).ready(0);
    Station b = open(TransportType.DATAGRAM, 2).ready(0);
    a.fill(0, 10, 4);
    b.receive(1, 0, 100);
    b.memory.fill((byte) 1);
    a.post(datagram(a, 1, 10, 2, true));
    WorkCompletion received = b.receives.expect(1, WcStatus.SUCCESS);
    assertEquals(50, received.byteLength);
    assertEquals(WorkFlags.HAS_IMMEDIATE | WorkFlags.HAS_ROUTE_HEADER, received.flags);
    assertEquals(0xCAFE, received.immediateOrKey);
    assertEquals(1, received.sourceQueuePair);
    assertEquals(WorkCompletion.origin(0, 17, 3, 2), received.origin);
    assertEquals(0x6a6a6a6a6a6a6a6aL, b.word(32));
    b.requireFilled(40, 10, 4);
    b.receive(2, 0, 100);
    a.post(datagram(a, 2, 10, 2, false));
    assertEquals(WorkFlags.HAS_IMMEDIATE, b.receives.expect(2, WcStatus.SUCCESS).flags);
  }

  @Test
  void shouldLoseDatagramsWithoutAReceive() {
    Station a = open(TransportType.DATAGRAM, 1).ready(0);
    Station b = open(TransportType.DATAGRAM, 2).ready(0);
    a.post(datagram(a, 1, 10, 2, false));
    a.post(datagram(a, 2, 10, 77, false));
    b.receive(1, 0, 100);
    SendRequest wrongKey = datagram(a, 3, 10, 2, false);
    wrongKey.queueKey++;
    a.post(wrongKey);
    assertEquals(List.of("1:0", "2:0", "3:0"), a.sends.take(3));
    b.receives.expectNone();
    a.post(datagram(a, 4, 61, 2, false));
    b.receives.expect(1, WcStatus.LOCAL_LENGTH);
    a.sends.expect(4, WcStatus.SUCCESS);
    a.post(datagram(a, 5, 4097, 2, false));
    a.sends.expect(5, WcStatus.LOCAL_LENGTH);
    assertEquals(States.SEND_QUEUE_ERROR, a.machine.state());
  }

  @Test
  void shouldTellTheGeneralServicesOfThePartition() {
    Station a = open(TransportType.GSI, 1).ready(0);
    Station b = open(TransportType.DATAGRAM, 2).ready(0);
    a.receive(1, 0, 100);
    b.post(datagram(b, 1, 10, 1, false));
    assertEquals(0, a.receives.expect(1, WcStatus.SUCCESS).pkeyIndex());
    assertNull(
        QueuePairMachine.open(
            new QueuePairConfig(
                addresses,
                TransportType.GSI,
                1,
                0,
                a.table,
                null,
                new QueuePairLimits(1, 1, 1, 1, 0),
                false,
                a.sends,
                a.receives,
                null,
                a.events::add,
                null)));
  }

  @Test
  void shouldShareReceives() {
    SharedReceives shared = new SharedReceives(16, 2, sharedEvents::add, null);
    Station b = open(TransportType.RELIABLE, 2, shared);
    Station a = open(TransportType.RELIABLE, 1).ready(2);
    b.ready(1);
    for (int i = 0; i < 10; i++) {
      post(shared, b, i, 64);
    }
    assertEquals(0, shared.limit(7));
    for (int i = 0; i < 6; i++) {
      a.send(i, 0, 8);
    }
    for (int i = 0; i < 6; i++) {
      b.receives.expect(i, WcStatus.SUCCESS);
    }
    assertEquals(List.of(TransportEvents.SRQ_LIMIT_REACHED), sharedEvents);
    assertEquals(PostError.INVALID, b.tryReceive(1, 0, 8));
    assertEquals(0, b.modify(States.ERROR, 0));
    b.receives.expectNone();
    assertTrue(b.events.contains(TransportEvents.QP_LAST_WQE_REACHED));
    Station c = open(TransportType.DATAGRAM, 3, shared);
    c.receives.expectNone();
  }

  @Test
  void shouldAbortAMessageThatIsNotFinished() {
    SharedReceives shared = new SharedReceives(16, 2, sharedEvents::add, null);
    Station b = open(TransportType.UNRELIABLE, 2, shared).ready(1);
    HostilePeer hostile = HostilePeer.at(addresses, 1);
    post(shared, b, 1, 64);
    post(shared, b, 2, 64);
    hostile.write(2, PacketFormat.SEND, PacketFormat.UNRELIABLE | PacketFormat.FIRST, 0, 16, 8);
    hostile.write(2, PacketFormat.SEND, PacketFormat.UNRELIABLE | PacketFormat.ONLY, 5, 8, 8);
    b.receives.expect(1, WcStatus.REMOTE_ABORT);
    b.receives.expect(2, WcStatus.SUCCESS);
    hostile.close();
  }
}
