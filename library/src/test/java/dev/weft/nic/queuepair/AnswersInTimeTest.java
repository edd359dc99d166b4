package dev.weft.nic.queuepair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.packet.States;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.progress.Timer;
import dev.weft.wire.FrameReader;
import dev.weft.wire.Link;
import dev.weft.wire.loopback.LoopbackWire;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Retries and their timers with resets, slow peers, and requests of the in-process path. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class AnswersInTimeTest {
  private static final int RING = 1 << 16;

  /** {@code timeout}: 1 millisecond, the shortest that the device has. */
  private static final int SHORT = 8;

  private final AddressMap addresses = Station.network(new LoopbackWire(RING));
  private final Station a = new Station(addresses, TransportType.RELIABLE, 100);
  private final Station b = new Station(addresses, TransportType.RELIABLE, 200);

  @AfterEach
  void close() {
    a.close();
    b.close();
  }

  private void connect(int timeout, int retries) {
    a.attributes.timeout = timeout;
    a.attributes.retries = retries;
    a.ready(200);
    b.ready(100);
  }

  private HostilePeer connectToDeafPeer(int timeout, int retries) {
    HostilePeer peer = HostilePeer.deafAt(addresses, 300);
    a.attributes.timeout = timeout;
    a.attributes.retries = retries;
    a.ready(300);
    return peer;
  }

  /** Alarms ring in the order in which they are due; those of {@link #SHORT} before this one. */
  private static void untilAlarmsHaveRung() throws InterruptedException {
    CountDownLatch rung = new CountDownLatch(1);
    Timer.PROCESS.set(new Timer.Alarm(rung::countDown), TimeUnit.MILLISECONDS.toNanos(2));
    rung.await();
  }

  @Test
  void shouldCountAResponseThatWasNotProcessedYet() throws InterruptedException {
    connect(SHORT, 0);
    for (int i = 0; i < 2; i++) {
      b.receive(i, 0, 64);
    }
    a.send(0, 0, 8);
    a.sends.expect(0, WcStatus.SUCCESS);
    LockHolder atB = new LockHolder(b.machine);
    Poller poller = new Poller(a.machine);
    a.machine.enter();
    a.send(1, 0, 8); // in a frame, because b's lock is held
    untilAlarmsHaveRung(); // which wait for this thread
    poller.stop();
    atB.leave(); // answers, without a doorbell for the poller
    a.machine.exit();
    a.sends.expect(1, WcStatus.SUCCESS);
  }

  @Test
  void shouldForgetRetriesThatSucceeded() throws InterruptedException {
    a.attributes.timeout = 31;
    a.attributes.retries = 1;
    a.ready(200);
    for (int i = 0; i < 3; i++) {
      a.send(i, 0, 8); // the first one is lost
      b.attributes.receiveNumber = i;
      b.receiveLater();
      a.timeOut();
      assertEquals(WcStatus.SUCCESS, a.sends.await().status);
      b.receives.expect(1, WcStatus.SUCCESS);
      assertEquals(0, b.modify(States.RESET, 0));
    }
  }

  /** The timer may ring an alarm while a reset cancels it. */
  @Test
  void shouldNotTakeAnEarlierAlarmForItsOwn() {
    a.attributes.timeout = 31;
    a.attributes.retries = 0;
    a.ready(200);
    a.machine.enter();
    a.send(1, 0, 8);
    assertEquals(0, a.modify(States.RESET, 0));
    a.ready(200);
    a.send(2, 0, 8);
    a.machine.retryTimer.responseLimit = -1; // a look for the answer fails
    a.machine.retryTimer.ringForAnswers();
    a.machine.retryTimer.serve();
    a.machine.exit();
    a.sends.expectNone();
  }

  /** The peer has no time at all, but that counts from when it is first seen to take nothing. */
  @Test
  void shouldBeginToCountAnewWhenASlowPeerHasTakenAll() throws InterruptedException {
    connect(SHORT, 7);
    sendToSlowPeer(1, Long.MAX_VALUE);
    a.machine.enter();
    untilAlarmsHaveRung();
    a.machine.retryTimer.serve(); // all is answered
    a.machine.exit();
    sendToSlowPeer(2, 0);
  }

  /** Looks once for the answer before the peer goes on. */
  private void sendToSlowPeer(long wrId, long responseLimit) throws InterruptedException {
    b.receive(wrId, 0, 64);
    LockHolder atB = new LockHolder(b.machine);
    a.machine.enter();
    a.send(wrId, 0, 8);
    untilAlarmsHaveRung();
    a.machine.retryTimer.responseLimit = responseLimit;
    a.machine.retryTimer.serve();
    a.machine.retryTimer.responseLimit = Long.MAX_VALUE;
    a.machine.exit();
    atB.leave();
    a.sends.expect(wrId, WcStatus.SUCCESS);
  }

  @Test
  void shouldPassOverTheRestOfAnAnswerThatItAskedForAgain() {
    HostilePeer peer = connectToDeafPeer(13, 7);
    for (int i = 1; i <= 3; i++) {
      a.post(a.request(i, Operation.RDMA_READ, 64L * i, 24));
    }
    takeReads(peer, 3);
    assertTrue(peer.write(100, PacketFormat.READ_ANSWER, PacketFormat.FIRST, 0, 0, 8));
    takeReads(peer, 3);
    assertTrue(peer.write(100, PacketFormat.READ_ANSWER, PacketFormat.LAST, 0, 8, 16));
    assertTrue(peer.write(100, PacketFormat.READ_ANSWER, PacketFormat.ONLY, 1, 0, 24));
    assertTrue(peer.write(100, PacketFormat.READ_ANSWER, PacketFormat.ONLY, 2, 0, 24));
    a.sends.expectNone();
    for (int i = 0; i < 3; i++) {
      assertTrue(peer.write(100, PacketFormat.READ_ANSWER, PacketFormat.ONLY, i, 0, 24));
    }
    assertEquals("[1:0, 2:0, 3:0]", a.sends.take(3).toString());
    peer.close();
  }

  private static void takeReads(HostilePeer peer, int count) {
    Link link = peer.link(100);
    for (int taken = 0; taken < count; ) {
      long header = link.in().peek();
      if (header != 0) {
        taken += FrameReader.kind(header) == PacketFormat.READ ? 1 : 0;
        link.in().advance(header);
        link.in().giveBack();
      }
    }
  }

  /** The peer has read the first half, and cannot answer before this side sends the other. */
  @Test
  void shouldNotCountTheTimeOfAHalfSentRequest() throws InterruptedException {
    HostilePeer peer = connectToDeafPeer(SHORT, 0);
    a.send(1, 0, 3 * RING / 2);
    a.machine.enter();
    long taken = takeAll(peer);
    assertTrue(taken > 0 && taken < 3 * RING / 2, taken + " bytes have room");
    untilAlarmsHaveRung();
    a.machine.attributes.timeout = 31;
    a.machine.retryTimer.serve();
    a.sends.expectNone();
    a.machine.exit();
    while (taken < 3 * RING / 2) {
      a.machine.progress(); // sends what there is room for
      taken += takeAll(peer);
    }
    peer.acknowledge(100, 0);
    a.sends.expect(1, WcStatus.SUCCESS);
    peer.close();
  }

  /** The peer has read the request, and the response lies in the ring. */
  @Test
  void shouldFindAResponseThatWasNotReadYet() {
    HostilePeer peer = connectToDeafPeer(31, 0);
    a.send(1, 0, 8);
    assertEquals(8, takeAll(peer));
    peer.link(100).out().acknowledge(0);
    a.timeOut();
    a.machine.progress();
    a.sends.expect(1, WcStatus.SUCCESS);
    peer.close();
  }

  private static long takeAll(HostilePeer peer) {
    Link link = peer.link(100);
    long taken = 0;
    for (long header = link.in().peek(); header != 0; header = link.in().peek()) {
      taken += FrameReader.payloadLength(header);
      link.in().advance(header);
      link.in().giveBack();
    }
    return taken;
  }
}
