package dev.weft.nic.queuepair.tag;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.completion.work.WorkCompletion;
import dev.weft.nic.packet.MessageTag;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.packet.PostError;
import dev.weft.nic.packet.States;
import dev.weft.nic.packet.TransportEvents;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.packet.WorkFlags;
import dev.weft.nic.queuepair.HostilePeer;
import dev.weft.nic.queuepair.Station;
import dev.weft.nic.workqueue.TagRequest;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rendezvous: the receiver reads the data of a large tagged message, then notifies the sender. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class RendezvousTest {
  private static final int MATCH = WorkFlags.TAG_MATCH;
  private static final int VALID = WorkFlags.TAG_DATA_VALID;

  private final TagBench bench = new TagBench();
  private final Station sender = bench.sender;
  private final Station receiver = bench.receiver;

  @AfterEach
  void close() {
    bench.close();
  }

  private void connect() {
    sender.ready(200);
    receiver.ready(100);
  }

  private void expectNotice(long wrId, long tag) {
    WorkCompletion notice = sender.receives.expect(wrId, WcStatus.SUCCESS);
    assertEquals(MessageTag.RENDEZVOUS_SIZE, notice.byteLength);
    bench.header(MessageTag.FINISHED, tag);
    for (long at = 0; at < MessageTag.RENDEZVOUS_SIZE; at += 8) {
      assertEquals(sender.word(at), sender.word(NOTICE + at), "word at " + at);
    }
  }

  /** Offset of the sender's receive for the notice. */
  private static final long NOTICE = 1 << 12;

  @Test
  void shouldReadTheDataAndTellTheSender() {
    connect();
    sender.receive(4, NOTICE, 64);
    bench.add(1, 0x77);
    bench.rendezvous(9, 0x77, TagBench.SLOT);
    assertEquals(0x77, bench.expectReceived(1, MATCH).tagMatchingTag);
    WorkCompletion read = bench.expectReceived(1, VALID);
    assertEquals(TagBench.SLOT, read.byteLength);
    assertEquals(0x77, read.tagMatchingTag);
    receiver.requireFilled(TagBench.slot(1), TagBench.SLOT, 0x77);
    sender.sends.expect(9, WcStatus.SUCCESS);
    expectNotice(4, 0x77);
    receiver.sends.expectNone();
    receiver.receives.expectNone();
  }

  @Test
  void shouldReadNothingOfAnEmptyOne() {
    connect();
    sender.receive(4, NOTICE, 64);
    bench.add(1, 3);
    bench.rendezvousHeader(3, 0, 0xBAD, 0);
    sender.send(9, 0, MessageTag.RENDEZVOUS_SIZE);
    bench.expectReceived(1, MATCH);
    assertEquals(0, bench.expectReceived(1, VALID).byteLength);
    expectNotice(4, 3);
  }

  @Test
  void shouldReadManyInTheOrderOfTheirMatches() {
    connect();
    for (int round = 0; round < 20; round++) {
      for (int i = 0; i < TagBench.TAGS; i++) {
        sender.receive(i, NOTICE, 64);
        bench.add(i, i);
      }
      for (int i = 0; i < TagBench.TAGS; i++) {
        bench.rendezvous(9, i, 512);
        bench.expectReceived(i, MATCH);
        bench.expectReceived(i, VALID);
        sender.sends.expect(9, WcStatus.SUCCESS);
        expectNotice(i, i);
        receiver.requireFilled(TagBench.slot(i), 512, i);
      }
    }
  }

  /** A queue pair that may not send yet defers its reads until it may. */
  @Test
  void shouldReadWhatWasMatchedBeforeItMaySend() {
    sender.ready(200);
    receiver.init().readyToReceive(100);
    for (int i = 0; i < TagBench.TAGS; i++) {
      sender.receive(i, NOTICE, 64);
      bench.add(i, 5);
      bench.rendezvous(9, 5, 64);
      bench.expectReceived(i, MATCH);
    }
    bench.told.expectNone();
    assertEquals(PostError.NO_ROOM, bench.post(bench.addition(1, 1, -1)));
    receiver.readyToSend();
    for (int i = 0; i < TagBench.TAGS; i++) {
      assertEquals(64, bench.expectReceived(i, VALID).byteLength);
      sender.receives.expect(i, WcStatus.SUCCESS);
    }
    for (int i = 0; i < TagBench.TAGS; i++) {
      bench.add(i, i);
    }
  }

  @Test
  void shouldLeaveToSoftwareWhatDoesNotFit() {
    connect();
    bench.add(1, 3);
    bench.rendezvous(9, 3, TagBench.SLOT + 1);
    WorkCompletion left =
        bench.expect(Operation.RECEIVED_TAG, 1, WcStatus.RENDEZVOUS_INCOMPLETE, MATCH);
    assertEquals(MessageTag.RENDEZVOUS_SIZE, left.byteLength);
    assertTrue(left.solicited);
    for (long at = 0; at < MessageTag.RENDEZVOUS_SIZE; at += 8) {
      assertEquals(sender.word(at), receiver.word(TagBench.slot(1) + at));
    }
    sender.sends.expect(9, WcStatus.SUCCESS);
    assertEquals(States.READY_TO_SEND, receiver.machine.state());
    bench.add(1, 4);
    bench.eager(9, 4, 8);
    bench.expectReceived(1, TagBench.WHOLE);
  }

  @Test
  void shouldLeaveToSoftwareWhatTheQueuePairMayNotRead() {
    receiver.attributes.maxReads = 0;
    connect();
    bench.add(1, 3);
    bench.rendezvous(9, 3, 64);
    bench.expect(Operation.RECEIVED_TAG, 1, WcStatus.RENDEZVOUS_INCOMPLETE, MATCH);
  }

  @Test
  void shouldFailWhereItTurnsOutThatTheQueuePairMayNotRead() {
    receiver.attributes.maxReads = 0;
    sender.ready(200);
    receiver.init().readyToReceive(100);
    for (int i = 0; i < 2; i++) {
      bench.add(i, 3);
      bench.rendezvous(9, 3, 64);
      bench.expectReceived(i, MATCH);
    }
    receiver.readyToSend();
    bench.expect(Operation.RECEIVED_TAG, 0, WcStatus.LOCAL_OPERATION, 0);
    bench.expect(Operation.RECEIVED_TAG, 1, WcStatus.FLUSHED, 0);
    assertEquals(States.ERROR, receiver.machine.state());
  }

  @Test
  void shouldFailWhereNotEvenTheHeadersFit() {
    connect();
    TagRequest add = bench.addition(1, 3, -1);
    add.receive.reset(1).add(receiver.memory.address(), 31, receiver.region.key());
    assertEquals(0, bench.post(add));
    bench.rendezvous(9, 3, 64);
    bench.expect(Operation.RECEIVED_TAG, 1, WcStatus.LOCAL_LENGTH, MATCH);
    sender.sends.expect(9, WcStatus.REMOTE_INVALID_REQUEST);
  }

  @Test
  void shouldRefuseAnAnnouncementThatIsLongerThanAllowed() {
    connect();
    bench.add(1, 3);
    bench.rendezvousHeader(3, 0, sender.region.key(), 8);
    sender.send(9, 0, MessageTag.MAX_RENDEZVOUS);
    bench.expectReceived(1, MATCH);
    bench.expectReceived(1, VALID);
    bench.add(1, 3);
    sender.receive(4, NOTICE, 64);
    sender.sends.expect(9, WcStatus.SUCCESS);
    sender.send(10, 0, MessageTag.MAX_RENDEZVOUS + 1);
    sender.sends.expect(10, WcStatus.REMOTE_INVALID_REQUEST);
    assertTrue(receiver.events.contains(TransportEvents.QP_REQ_ERR));
    bench.told.expectNone();
  }

  @Test
  void shouldTakeAnUnexpectedOneWhole() {
    connect();
    bench.receive(7, 64);
    bench.rendezvous(9, 3, 1 << 10);
    assertEquals(MessageTag.RENDEZVOUS_SIZE, bench.expectReceived(7, 0).byteLength);
  }

  // Failures

  @Test
  void shouldSayWhyItCouldNotBeRead() {
    connect();
    bench.add(1, 3);
    bench.add(2, 4);
    bench.rendezvousHeader(3, TagBench.SLOTS, sender.region.key() + 1, 64);
    sender.send(9, 0, MessageTag.RENDEZVOUS_SIZE);
    bench.expectReceived(1, MATCH);
    bench.expect(Operation.RECEIVED_TAG, 1, WcStatus.REMOTE_ACCESS, 0);
    assertEquals(States.ERROR, receiver.machine.state());
    assertTrue(receiver.events.contains(TransportEvents.QP_LAST_WQE_REACHED));
    bench.told.expectNone();
    assertEquals(0, bench.post(bench.removal(bench.add(3, 5), 40)));
    bench.expect(Operation.TAG_ADDED + 1, 40, WcStatus.SUCCESS, 0);
  }

  @Test
  void shouldNotReadIntoWhatIsNotItsMemory() {
    connect();
    TagRequest add = bench.addition(1, 3, -1);
    add.receive.reset(1).add(receiver.memory.address(), 64, receiver.region.key() + 1);
    assertEquals(0, bench.post(add));
    bench.rendezvous(9, 3, 64);
    bench.expectReceived(1, MATCH);
    bench.expect(Operation.RECEIVED_TAG, 1, WcStatus.LOCAL_PROTECTION, 0);
  }

  @Test
  void shouldFailTheQueuePairWhoseCompletionIsLost() {
    connect();
    sender.receive(4, NOTICE, 64);
    bench.add(1, 3);
    bench.told.room = 1;
    bench.rendezvous(9, 3, 64);
    bench.expectReceived(1, MATCH);
    while (!receiver.events.contains(TransportEvents.QP_FATAL)) {
      bench.told.expectNone();
    }
    receiver.serve(); // waits for the thread that has reported it
    assertEquals(States.ERROR, receiver.machine.state());
  }

  @Test
  void shouldSayThatTheSenderCouldNotBeTold() {
    receiver.attributes.notReadyRetries = 0;
    connect();
    bench.add(1, 3);
    bench.rendezvous(9, 3, 64);
    bench.expectReceived(1, MATCH);
    bench.expectReceived(1, VALID);
    while (!receiver.events.contains(TransportEvents.QP_FATAL)) {
      bench.told.expectNone();
    }
    receiver.serve(); // waits for the thread that has reported it
    assertEquals(States.ERROR, receiver.machine.state());
  }

  @Test
  void shouldEndEachOnceWhateverHappensToTheQueuePair() {
    for (int state : new int[] {States.ERROR, States.RESET, CLOSED}) {
      try (TagBench other = new TagBench()) {
        HostilePeer hostile = HostilePeer.at(other.addresses, 300);
        other.receiver.ready(300);
        for (int i = 0; i < TagBench.TAGS; i++) {
          other.add(i, 0);
          announce(other, hostile, i);
        }
        for (int i = 0; i < TagBench.TAGS; i++) {
          other.expect(Operation.RECEIVED_TAG, i, WcStatus.SUCCESS, MATCH);
        }
        if (state == CLOSED) {
          other.receiver.machine.close();
        } else {
          assertEquals(0, other.receiver.modify(state, 0));
        }
        for (int i = 0; i < TagBench.TAGS; i++) {
          other.expect(Operation.RECEIVED_TAG, i, WcStatus.FLUSHED, 0);
        }
        other.told.expectNone();
        hostile.close();
      }
    }
  }

  private static final int CLOSED = -1;

  /** A rendezvous with tag 0 whose data is never sent. */
  private static void announce(TagBench bench, HostilePeer hostile, int number) {
    var out = hostile.link(200).out();
    long frame = out.claim(32);
    out.setWord(frame, 0, MessageTag.RENDEZVOUS);
    out.setWord(frame, 8, 0);
    out.setWord(frame, 16, 0);
    out.setWord(frame, 24, Long.reverseBytes(64));
    out.publish(frame, 32, PacketFormat.SEND, PacketFormat.ONLY, 0, number, 32);
    hostile.link(200).ring();
    assertEquals(States.READY_TO_SEND, bench.receiver.machine.state());
  }
}
