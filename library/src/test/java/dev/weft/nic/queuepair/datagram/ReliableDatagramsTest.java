package dev.weft.nic.queuepair.datagram;

import static dev.weft.nic.queuepair.datagram.ContextBench.send;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.completion.work.WorkCompletion;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.packet.States;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.queuepair.Carrier;
import dev.weft.nic.queuepair.HostilePeer;
import dev.weft.nic.queuepair.Station;
import dev.weft.nic.workqueue.SendRequest;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reliable datagrams: many queue pairs share one end-to-end context, one queue pair uses many. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class ReliableDatagramsTest {
  private final ContextBench bench = new ContextBench();

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void shouldCarryMessagesOfManyQueuePairs() {
    Carrier carrier = bench.connect(21, 22);
    Station a = bench.station(1, bench.here);
    Station b = bench.station(2, bench.here);
    Station c = bench.station(3, bench.there);
    Station d = bench.station(4, bench.there);
    a.fill(0, 50_000, 3);
    for (Station to : List.of(c, d)) {
      to.receive(10, 0, 50_000);
      to.receive(11, 50_000, 50_000);
    }
    send(a, carrier, c, 1, 50_000);
    send(b, carrier, c, 2, 8);
    send(a, carrier, d, 3, 8);
    send(b, carrier, d, 4, 8);
    assertEquals(List.of("1:0", "3:0"), a.sends.take(2));
    assertEquals(List.of("2:0", "4:0"), b.sends.take(2));
    WorkCompletion first = c.receives.expect(10, WcStatus.SUCCESS);
    assertEquals(50_000, first.byteLength);
    assertEquals(1, first.sourceQueuePair);
    assertEquals(22, first.endToEndContext);
    assertEquals(1, first.freedResources);
    assertEquals(Carrier.LID, first.slid());
    assertEquals(3, first.serviceLevel());
    c.requireFilled(0, 50_000, 3);
    assertEquals(2, c.receives.expect(11, WcStatus.SUCCESS).sourceQueuePair);
    assertEquals(List.of("10:0", "11:0"), d.receives.take(2));
  }

  @Test
  void shouldCarryMessagesOfOneQueuePairThroughMany() {
    Carrier first = bench.connect(21, 22);
    Carrier second = bench.connect(23, 24);
    Station a = bench.station(1, bench.here);
    Station b = bench.station(2, bench.there);
    for (int i = 0; i < 10; i++) {
      b.receive(i, 100L * i, 100);
      send(a, i % 2 == 0 ? first : second, b, i, 8);
    }
    for (int i = 0; i < 10; i++) {
      a.sends.expect(i, WcStatus.SUCCESS);
      WorkCompletion received = b.receives.expect(i, WcStatus.SUCCESS);
      assertEquals(i % 2 == 0 ? 22 : 24, received.endToEndContext);
    }
  }

  @Test
  void shouldWriteReadAndChangeRemoteMemory() {
    Carrier carrier = bench.connect(21, 22);
    Station a = bench.station(1, bench.here);
    Station b = bench.station(2, bench.there);
    a.fill(0, 20_000, 5);
    b.word(40_000, 7);
    a.post(carrier.address(a.remote(1, Operation.RDMA_WRITE, 0, 20_000, b, 0), b));
    a.post(carrier.address(a.remote(2, Operation.RDMA_READ, 30_000, 20_000, b, 0), b));
    SendRequest add = a.remote(3, Operation.FETCH_AND_ADD, 60_000, 8, b, 40_000);
    add.compareAdd = 5;
    a.post(carrier.address(add, b));
    b.receive(4, 0, 0);
    SendRequest write = a.remote(4, Operation.RDMA_WRITE_WITH_IMMEDIATE, 0, 8, b, 50_000);
    write.immediateOrKey = 99;
    a.post(carrier.address(write, b));
    assertEquals(List.of("1:0", "2:0", "3:0", "4:0"), a.sends.take(4));
    b.requireFilled(0, 20_000, 5);
    a.requireFilled(30_000, 20_000, 5);
    assertEquals(7, a.word(60_000));
    assertEquals(12, b.word(40_000));
    WorkCompletion received = b.receives.expect(4, WcStatus.SUCCESS);
    assertEquals(99, received.immediateOrKey);
    assertEquals(1, received.freedResources);
  }

  private static void expectStopped(Station station, long wrId, int status) {
    station.sends.expect(wrId, status);
    assertEquals(States.SEND_QUEUE_ERROR, station.machine.state());
    assertEquals(0, station.modify(States.READY_TO_SEND, 0));
  }

  @Test
  void shouldRefuseWhatIsNotTheContextsBusiness() {
    Carrier carrier = bench.connect(21, 22);
    Carrier foreign = bench.context(25, bench.there).ready(26);
    Carrier idle = bench.context(27, bench.here).init();
    Station a = bench.station(1, bench.here);
    Station b = bench.station(2, bench.there);
    SendRequest nowhere = carrier.address(a.request(1, Operation.SEND, 0, 8), b);
    nowhere.endToEnd = 99;
    a.post(nowhere);
    expectStopped(a, 1, WcStatus.INVALID_CONTEXT);
    send(a, foreign, b, 2, 8);
    expectStopped(a, 2, WcStatus.RELIABLE_DOMAIN_VIOLATION);
    send(a, idle, b, 3, 8);
    expectStopped(a, 3, WcStatus.INVALID_CONTEXT_STATE);
    b.receive(4, 0, 64);
    send(a, carrier, b, 4, 8);
    a.sends.expect(4, WcStatus.SUCCESS);
    b.receives.expect(4, WcStatus.SUCCESS);
  }

  @Test
  void shouldBeRefusedByTheResponderAndGoOn() {
    Carrier carrier = bench.connect(21, 22);
    Station a = bench.station(1, bench.here);
    Station other = bench.station(5, bench.here);
    Station b = bench.station(2, bench.there);
    SendRequest wrongKey = carrier.address(a.request(1, Operation.SEND, 0, 30_000), b);
    wrongKey.queueKey++;
    a.post(wrongKey);
    expectStopped(a, 1, WcStatus.REMOTE_INVALID_DATAGRAM);
    send(a, carrier, other, 2, 30_000);
    expectStopped(a, 2, WcStatus.REMOTE_INVALID_DATAGRAM);
    SendRequest unknown = carrier.address(a.request(3, Operation.SEND, 0, 8), b);
    unknown.remoteQueuePair = 77;
    a.post(unknown);
    expectStopped(a, 3, WcStatus.REMOTE_INVALID_DATAGRAM);
    SendRequest badKey = a.remote(4, Operation.RDMA_WRITE, 0, 30_000, b, 0);
    badKey.remoteKey++;
    a.post(carrier.address(badKey, b));
    expectStopped(a, 4, WcStatus.REMOTE_ACCESS);
    b.receive(5, 0, 8);
    send(a, carrier, b, 5, 30_000);
    expectStopped(a, 5, WcStatus.REMOTE_INVALID_REQUEST);
    assertEquals(1, b.receives.expect(5, WcStatus.LOCAL_LENGTH).freedResources);
    b.receive(6, 0, 8);
    send(other, carrier, b, 6, 8);
    other.sends.expect(6, WcStatus.SUCCESS);
    b.receives.expect(6, WcStatus.SUCCESS);
    assertEquals(States.READY_TO_SEND, b.machine.state());
    assertEquals(States.READY_TO_SEND, carrier.machine.state());
  }

  @Test
  void shouldFailWithItsContext() {
    Carrier carrier = bench.context(21, bench.here);
    carrier.attributes.timeout = 0;
    carrier.ready(99);
    Station a = bench.station(1, bench.here);
    Station b = bench.station(2, bench.here);
    Station c = bench.station(3, bench.there);
    send(a, carrier, c, 1, 8);
    send(b, carrier, c, 2, 8);
    assertEquals(0, carrier.modify(States.ERROR, 0));
    a.sends.expect(1, WcStatus.LOCAL_CONTEXT_OPERATION);
    b.sends.expect(2, WcStatus.INVALID_CONTEXT_STATE);
  }

  @Test
  void shouldTakeItsContextToErrorWithoutAnAnswer() {
    Carrier carrier = bench.context(21, bench.here).ready(99);
    Station a = bench.station(1, bench.here);
    send(a, carrier, bench.station(3, bench.there), 1, 8);
    a.sends.expect(1, WcStatus.RETRIES_EXCEEDED);
    assertEquals(States.ERROR, carrier.machine.state());
    assertEquals(States.SEND_QUEUE_ERROR, a.machine.state());
  }

  @Test
  void shouldWaitForAReceive() {
    Carrier carrier = bench.connect(21, 22);
    Station a = bench.station(1, bench.here);
    Station b = bench.station(2, bench.there);
    send(a, carrier, b, 1, 40_000);
    a.sends.expectNone();
    b.receive(1, 0, 40_000);
    a.sends.expect(1, WcStatus.SUCCESS);
    b.receives.expect(1, WcStatus.SUCCESS);
  }

  @Test
  void shouldReceiveNothingIntoWhatWasFlushed() {
    bench.context(22, bench.there).ready(21);
    HostilePeer hostile = bench.hostile(21);
    Station b = bench.station(2, bench.there);
    b.receive(1, 0, 64);
    assertTrue(
        hostile.write(
            22,
            PacketFormat.ENVELOPE,
            PacketFormat.ONLY,
            Carrier.envelope(0),
            ContextBench.WAY,
            0));
    assertTrue(hostile.write(22, PacketFormat.SEND, PacketFormat.FIRST, Carrier.FIRST, 16, 8));
    assertEquals(0, b.modify(States.ERROR, 0));
    assertEquals(1, b.receives.expect(1, WcStatus.FLUSHED).freedResources);
    b.word(8, 77);
    assertTrue(hostile.write(22, PacketFormat.SEND, PacketFormat.LAST, Carrier.FIRST, 16, 8));
    b.receives.expectNone();
    assertEquals(77, b.word(8));
  }

  @Test
  void shouldTakeNoAnswerToWhatWasGivenUp() {
    Carrier carrier = bench.context(21, bench.here);
    carrier.attributes.timeout = 0;
    carrier.ready(22);
    HostilePeer hostile = bench.hostile(22);
    Station a = bench.station(1, bench.here);
    Station b = bench.station(2, bench.here);
    Station c = bench.station(3, bench.there);
    send(a, carrier, c, 1, 500_000);
    assertEquals(0, a.modify(States.ERROR, 0));
    a.sends.expect(1, WcStatus.FLUSHED);
    send(b, carrier, c, 2, 8);
    hostile.doorbell();
    hostile.acknowledge(21, Carrier.FIRST);
    assertTrue(hostile.write(21, PacketFormat.NAK, PacketFormat.ONLY, Carrier.FIRST, 0, 0));
    b.sends.expectNone();
    hostile.acknowledge(21, Carrier.FIRST + 1);
    b.sends.expect(2, WcStatus.SUCCESS);
  }

  @Test
  void shouldNotWaitForEverForAPeerThatTakesNothing() {
    Carrier carrier = bench.context(21, bench.here);
    carrier.limitResponses(1);
    carrier.ready(22);
    HostilePeer deaf = HostilePeer.deafAt(Carrier.network(bench.addresses), 22);
    Station a = bench.station(1, bench.here);
    Station b = bench.station(2, bench.here);
    Station c = bench.station(3, bench.there);
    send(a, carrier, c, 1, 8);
    send(b, carrier, c, 2, 8);
    a.sends.expect(1, WcStatus.RESPONSE_TIMEOUT);
    b.sends.expect(2, WcStatus.INVALID_CONTEXT_STATE);
    assertEquals(States.ERROR, carrier.machine.state());
    deaf.close();
  }

  @Test
  void shouldGiveRoomBackInTheOrderOfPosting() {
    Carrier first = bench.connect(21, 22);
    Station b = bench.station(2, bench.there);
    Carrier second = bench.connect(23, 24);
    bench.context(26, bench.there).ready(25);
    HostilePeer hostile = bench.hostile(25);
    b.receive(1, 0, 64);
    b.receive(2, 100, 64);
    b.receive(3, 200, 64);
    assertTrue(
        hostile.write(
            26,
            PacketFormat.ENVELOPE,
            PacketFormat.ONLY,
            Carrier.envelope(0),
            ContextBench.WAY,
            0));
    assertTrue(hostile.write(26, PacketFormat.SEND, PacketFormat.FIRST, Carrier.FIRST, 64, 8));
    Station a = bench.station(1, bench.here);
    send(a, first, b, 1, 8);
    send(a, second, b, 2, 8);
    assertEquals(List.of("1:0", "2:0"), a.sends.take(2));
    assertEquals(0, b.receives.expect(2, WcStatus.SUCCESS).freedResources);
    assertEquals(0, b.receives.expect(3, WcStatus.SUCCESS).freedResources);
    assertTrue(
        hostile.write(26, PacketFormat.ENVELOPE, PacketFormat.ONLY, Carrier.FIRST + 1, 0, 0));
    WorkCompletion aborted = b.receives.expect(1, WcStatus.REMOTE_ABORT);
    assertEquals(3, aborted.freedResources);
    assertEquals(9, aborted.sourceQueuePair);
    assertEquals(26, aborted.endToEndContext);
  }
}
