package dev.weft.nic.queuepair.datagram;

import static dev.weft.nic.queuepair.datagram.ContextBench.WAY;
import static dev.weft.nic.queuepair.datagram.ContextBench.send;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.nic.packet.Attributes;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.packet.SequenceNumbers;
import dev.weft.nic.packet.States;
import dev.weft.nic.packet.TransportEvents;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.progress.Timer;
import dev.weft.nic.queuepair.Carrier;
import dev.weft.nic.queuepair.HostilePeer;
import dev.weft.nic.queuepair.Station;
import dev.weft.nic.workqueue.SendRequest;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.Link;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** End-to-end contexts in the middle of a message: foreign frames, state changes, and aborts. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class ReliableContextsTest {
  private static final int UNKNOWN_KIND = 100;

  private final ContextBench bench = new ContextBench();
  private Station receiver;
  private HostilePeer hostile;

  /** Connects context 22 to a hostile peer. */
  @BeforeEach
  void open() {
    bench.context(22, bench.there).ready(21);
    hostile = bench.hostile(21);
    receiver = bench.station(2, bench.there);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private void envelope(int message) {
    assertTrue(
        hostile.write(
            22, PacketFormat.ENVELOPE, PacketFormat.ONLY, Carrier.envelope(message), WAY, 0));
  }

  /** Writes a part of 8 bytes of the first message, which has 16. */
  private void piece(int flag) {
    assertTrue(hostile.write(22, PacketFormat.SEND, flag, Carrier.FIRST, 16, 8));
  }

  @Test
  void shouldGoOnWhenAnotherPeerLeaves() {
    receiver.receive(1, 0, 64);
    envelope(0);
    piece(PacketFormat.FIRST);
    HostilePeer stranger = HostilePeer.at(Carrier.network(bench.addresses), 99);
    stranger.acknowledge(22, 0);
    stranger.close();
    piece(PacketFormat.LAST);
    receiver.receives.expect(1, WcStatus.SUCCESS);
  }

  @Test
  void shouldGoOnWhenAnotherPeerWritesInvalidFrames() {
    receiver.receive(1, 0, 64);
    envelope(0);
    piece(PacketFormat.FIRST);
    assertTrue(bench.hostile(99).write(22, UNKNOWN_KIND, 0, 0, 0, 0));
    piece(PacketFormat.LAST);
    receiver.receives.expect(1, WcStatus.SUCCESS);
  }

  @Test
  void shouldEndAMessageWhoseReceiverHasAnotherKeyMeanwhile() {
    receiver.receive(1, 0, 64);
    envelope(0);
    piece(PacketFormat.FIRST);
    receiver.attributes.queueKey++;
    assertEquals(0, receiver.modify(States.READY_TO_SEND, Attributes.QUEUE_KEY));
    envelope(0); // repeated, as there was no answer
    receiver.receives.expect(1, WcStatus.REMOTE_ABORT);
  }

  @Test
  void shouldTellWhenItIsDrained() {
    Carrier carrier = bench.connect(31, 32);
    Station sender = bench.station(1, bench.here);
    send(sender, carrier, receiver, 1, 8);
    sender.sends.expectNone();
    carrier.attributes.drainNotification = true;
    assertEquals(0, carrier.modify(States.SEND_QUEUE_DRAINED, Attributes.DRAIN_NOTIFICATION));
    send(sender, carrier, receiver, 2, 8);
    assertEquals(List.of(), carrier.events);
    receiver.receive(1, 0, 64);
    sender.sends.expect(1, WcStatus.SUCCESS);
    carrier.machine.enter(); // until the completing thread has released the lock
    carrier.machine.exit();
    assertEquals(List.of(TransportEvents.SQ_DRAINED), carrier.events);
    receiver.receive(2, 0, 64);
    assertEquals(0, carrier.modify(States.READY_TO_SEND, 0));
    sender.sends.expect(2, WcStatus.SUCCESS);
  }

  @Test
  void shouldRefuseAMessageToNoQueuePairAndGoOn() {
    Carrier carrier = bench.connect(31, 32);
    Station sender = bench.station(1, bench.here);
    SendRequest request = carrier.address(sender.request(1, Operation.SEND, 0, 8), receiver);
    request.remoteQueuePair = 0;
    sender.post(request);
    sender.sends.expect(1, WcStatus.REMOTE_INVALID_DATAGRAM);
    assertEquals(States.READY_TO_SEND, carrier.machine.state());
  }

  /** The timer of an aborted message does not apply to the next one. */
  @Test
  void shouldGiveEachMessageItsTime() throws InterruptedException {
    Carrier carrier = bench.context(31, bench.here);
    HostilePeer peer = bench.hostile(32);
    carrier.attributes.retries = 0;
    carrier.attributes.timeout = 8; // one millisecond
    carrier.ready(32);
    Station first = bench.station(1, bench.here);
    Station second = bench.station(3, bench.here);
    carrier.machine.enter(); // the timer cannot serve
    send(first, carrier, receiver, 1, 8);
    first.machine.pump();
    assertEquals(0, first.modify(States.RESET, 0));
    carrier.limitAnswers(31);
    send(second, carrier, receiver, 2, 8);
    second.machine.pump();
    untilTheFirstAlarmHasRung();
    carrier.machine.exit();
    int number = SequenceNumbers.next(SequenceNumbers.next(Carrier.FIRST)); // also the last part
    peer.acknowledge(31, number);
    second.sends.expect(2, WcStatus.SUCCESS);
  }

  /** Alarms ring in the order in which they are due. */
  private static void untilTheFirstAlarmHasRung() throws InterruptedException {
    CountDownLatch rung = new CountDownLatch(1);
    Timer.PROCESS.set(new Timer.Alarm(rung::countDown), TimeUnit.MILLISECONDS.toNanos(2));
    rung.await();
  }

  /** Message numbers repeat after 24 bits, also that of an answered atomic operation. */
  @Test
  void shouldAnswerTheLatestAtomicOperationOfANumberAgain() {
    receiver.word(0, 10);
    envelope(0);
    assertEquals(10, add());
    for (int message = 1; message <= 4; message++) {
      envelope(message << 22);
    }
    assertEquals(11, add());
    assertEquals(11, add()); // repeated, as if the answer had been lost
    assertEquals(12, receiver.word(0));
  }

  /** Adds 1 to the receiver's first word with the first message number; returns the answer. */
  private long add() {
    Link link = hostile.link(22);
    FrameWriter out = link.out();
    long frame = out.claim(PacketFormat.ATOMIC_HEADER);
    out.setWord(frame, PacketFormat.ADDRESS, receiver.memory.address());
    out.setWord(frame, PacketFormat.KEY, receiver.region.key());
    out.setWord(frame, PacketFormat.COMPARE_ADD, 1);
    int kind = PacketFormat.FETCH_AND_ADD;
    out.publish(frame, PacketFormat.ATOMIC_HEADER, kind, PacketFormat.ONLY, 0, Carrier.FIRST, 0);
    link.ring();
    return hostile.lastWord;
  }
}
