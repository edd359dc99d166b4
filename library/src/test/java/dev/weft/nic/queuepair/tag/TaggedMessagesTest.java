package dev.weft.nic.queuepair.tag;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import dev.weft.nic.workqueue.SendRequest;
import dev.weft.nic.workqueue.TagRequest;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tagged messages: matching, unexpected messages, and completions. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class TaggedMessagesTest {
  private static final int MATCH = WorkFlags.TAG_MATCH;
  private static final int WHOLE = TagBench.WHOLE;

  private final TagBench bench = TagBench.connected();
  private final Station sender = bench.sender;
  private final Station receiver = bench.receiver;

  @AfterEach
  void close() {
    bench.close();
  }

  private void signaled(int opcode, long wrId, int status, int flags) {
    bench.expect(opcode, wrId, status, flags);
  }

  @Test
  void shouldPutTheMessageWithoutItsHeaderIntoTheReceiveThatItMatches() {
    bench.add(1, 0x11);
    bench.add(2, 0x22);
    bench.eager(9, 0x22, 100);
    WorkCompletion received = bench.expectReceived(2, WHOLE);
    assertEquals(100, received.byteLength);
    assertEquals(0x22, received.tagMatchingTag);
    receiver.requireFilled(TagBench.slot(2), 100, 0x22);
    assertEquals(0, receiver.word(TagBench.slot(2) + 104));
    sender.sends.expect(9, WcStatus.SUCCESS);
    receiver.receives.expectNone();
  }

  @Test
  void shouldTellOfTheMatchOfALongMessageBeforeItsData() {
    TagRequest add = bench.addition(0, 5, -1);
    add.receive.reset(1).add(add(40_000), 40_000, receiver.region.key());
    assertEquals(0, bench.post(add));
    bench.eager(9, 5, 40_000);
    assertEquals(0, bench.expectReceived(1, MATCH).byteLength);
    assertEquals(40_000, bench.expectReceived(1, WorkFlags.TAG_DATA_VALID).byteLength);
    receiver.requireFilled(1 << 18, 40_000, 5);
  }

  private long add(long length) {
    assertTrue((1 << 18) + length <= Station.BYTES);
    return receiver.memory.address() + (1 << 18);
  }

  @Test
  void shouldTakeAnEmptyMessageIntoAReceiveWithoutBuffers() {
    TagRequest add = bench.addition(3, 5, -1);
    add.receive.reset(3);
    assertEquals(0, bench.post(add));
    bench.eager(9, 5, 0);
    assertEquals(0, bench.expectReceived(3, WHOLE).byteLength);
  }

  @Test
  void shouldCarryImmediateDataAndTheSolicitedBit() {
    bench.add(1, 5);
    bench.header(MessageTag.EAGER, 5);
    SendRequest request = sender.request(9, Operation.SEND_WITH_IMMEDIATE, 0, 24);
    request.immediateOrKey = 0x01020304;
    request.flags |= WorkFlags.SOLICITED;
    sender.post(request);
    WorkCompletion received = bench.expectReceived(1, WHOLE | WorkFlags.HAS_IMMEDIATE);
    assertEquals(0x01020304, received.immediateOrKey);
    assertTrue(received.solicited);
  }

  // Unexpected messages

  @Test
  void shouldPutWhatMatchesNothingWholeIntoAnOrdinaryReceive() {
    bench.add(1, 0x11);
    bench.receive(7, TagBench.SLOT);
    bench.eager(9, 0x33, 8);
    WorkCompletion received = bench.expectReceived(7, 0);
    assertEquals(MessageTag.SIZE + 8, received.byteLength);
    assertEquals(0x33, received.tagMatchingTag);
    assertEquals(MessageTag.EAGER, receiver.word(TagBench.slot(7)) & 0xff);
    receiver.requireFilled(TagBench.slot(7) + MessageTag.SIZE, 8, 0x33);
  }

  @Test
  void shouldNotMatchWhatHasNoTagOrNoWholeHeader() {
    TagRequest any = bench.addition(1, 0, 0);
    assertEquals(0, bench.post(any));
    int[] operations = {MessageTag.NONE, MessageTag.FINISHED, 77, MessageTag.EAGER, 1};
    int[] lengths = {40, 32, 16, 15, 31};
    for (int i = 0; i < lengths.length; i++) {
      bench.receive(10 + i, 64);
      bench.header(operations[i], 0);
      sender.send(9, 0, lengths[i]);
      WorkCompletion received =
          bench.expect(Operation.RECEIVED_NO_TAG, 10 + i, WcStatus.SUCCESS, 0);
      assertEquals(lengths[i], received.byteLength);
      assertEquals(0, received.tagMatchingTag);
    }
    bench.eager(9, 3, 8);
    bench.expectReceived(1, WHOLE);
  }

  @Test
  void shouldLetTheSenderWaitForAReceiveOrATag() {
    bench.eager(9, 0x33, 8);
    bench.told.expectNone();
    bench.add(1, 0x33);
    bench.expectReceived(1, WHOLE);
    sender.sends.expect(9, WcStatus.SUCCESS);
  }

  @Test
  void shouldMatchNothingNewUntilUnexpectedMessagesAreReported() {
    bench.receive(7, 64);
    bench.receive(8, 64);
    bench.add(1, 1);
    bench.eager(9, 2, 8);
    bench.expectReceived(7, 0);
    TagRequest add = bench.addition(2, 2, -1);
    add.flags = TagRequest.SIGNALED;
    assertEquals(0, bench.post(add));
    signaled(Operation.TAG_ADDED, 1002, WcStatus.SUCCESS, WorkFlags.TAG_SYNCHRONIZATION);
    bench.eager(9, 1, 8); // added before
    bench.expectReceived(1, WHOLE | WorkFlags.TAG_SYNCHRONIZATION);
    bench.eager(9, 2, 8);
    bench.expectReceived(8, WorkFlags.TAG_SYNCHRONIZATION);
    bench.report(1);
    bench.receive(6, 64);
    bench.eager(9, 2, 8);
    bench.expectReceived(6, WorkFlags.TAG_SYNCHRONIZATION);
    bench.report(3);
    bench.eager(9, 2, 8);
    bench.expectReceived(2, WHOLE);
  }

  @Test
  void shouldTakeAReportWithAnAdditionOnlyWhereItsFlagIsSet() {
    bench.receive(7, 64);
    bench.receive(8, 64);
    bench.eager(9, 2, 8);
    bench.expectReceived(7, 0);
    TagRequest unsaid = bench.addition(1, 2, -1);
    unsaid.unexpected = 1;
    assertEquals(0, bench.post(unsaid));
    bench.eager(9, 2, 8);
    bench.expectReceived(8, WorkFlags.TAG_SYNCHRONIZATION);
    TagRequest said = bench.addition(2, 3, -1);
    said.unexpected = 2;
    said.flags = TagRequest.WITH_COUNT;
    assertEquals(0, bench.post(said));
    bench.eager(9, 2, 8);
    bench.expectReceived(1, WHOLE);
  }

  @Test
  void shouldMatchAgainOnceAnUnexpectedMessageHasFailed() {
    bench.receive(7, 8);
    bench.eager(9, 2, 100);
    bench.expect(Operation.RECEIVED_TAG, 7, WcStatus.LOCAL_LENGTH, 0);
    sender.sends.expect(9, WcStatus.REMOTE_INVALID_REQUEST);
    bench.add(1, 2);
    assertFalse(bench.tags.list.isWaiting());
  }

  // List operations

  @Test
  void shouldCompleteListOperationsOnlyIfSignaled() {
    TagRequest add = bench.addition(1, 1, -1);
    add.flags = TagRequest.SIGNALED;
    assertEquals(0, bench.post(add));
    int used = add.handle;
    signaled(Operation.TAG_ADDED, 1001, WcStatus.SUCCESS, 0);
    int unused = bench.add(2, 2);
    bench.report(0);
    bench.told.expectNone();
    bench.eager(9, 1, 8);
    bench.expectReceived(1, WHOLE);
    assertEquals(0, bench.post(bench.removal(used, 31)));
    signaled(Operation.TAG_ADDED + 1, 31, WcStatus.TAG_MATCHING, 0);
    assertEquals(0, bench.post(bench.removal(unused, 32)));
    signaled(Operation.TAG_ADDED + 1, 32, WcStatus.SUCCESS, 0);
    assertEquals(0, bench.post(bench.removal(unused, 33)));
    signaled(Operation.TAG_ADDED + 1, 33, WcStatus.TAG_MATCHING, 0);
  }

  @Test
  void shouldRefuseWhatIsWrongAtOnceAndChangeNothing() {
    TagRequest unknown = bench.addition(1, 1, -1);
    unknown.opcode = 3;
    assertEquals(PostError.INVALID, bench.post(unknown));
    TagRequest flags = bench.addition(1, 1, -1);
    flags.flags = 4;
    assertEquals(PostError.INVALID, bench.post(flags));
    TagRequest early = bench.addition(1, 1, -1);
    early.flags = TagRequest.WITH_COUNT;
    early.unexpected = 1;
    assertEquals(PostError.INVALID, bench.post(early));
    assertEquals(PostError.INVALID, bench.post(bench.removal(TagBench.TAGS, 1)));
    assertEquals(PostError.INVALID, bench.post(bench.removal(-1, 1)));
    for (int i = 0; i < TagBench.TAGS; i++) {
      bench.add(i, i);
    }
    assertEquals(PostError.NO_ROOM, bench.post(bench.addition(1, 1, -1)));
    bench.told.expectNone();
  }

  @Test
  void shouldSayWhenAnOperationsCompletionIsLost() {
    bench.told.room = 0;
    assertEquals(0, bench.post(bench.removal(0, 1)));
    assertTrue(bench.events.contains(TransportEvents.SRQ_ERR));
  }

  @Test
  void shouldHaveTheSendQueueForItself() {
    assertEquals(PostError.INVALID, receiver.tryPost(receiver.request(1, Operation.SEND, 0, 8)));
  }

  // Failures

  @Test
  void shouldFailWhereTheMatchedReceiveIsTooSmall() {
    bench.add(1, 5);
    bench.eager(9, 5, TagBench.SLOT + 1);
    bench.expect(Operation.RECEIVED_TAG, 1, WcStatus.LOCAL_LENGTH, MATCH);
    sender.sends.expect(9, WcStatus.REMOTE_INVALID_REQUEST);
    assertEquals(States.ERROR, receiver.machine.state());
    assertEquals(0, receiver.word(TagBench.slot(1)));
  }

  @Test
  void shouldFailWhereTheMatchedReceiveIsNotItsMemory() {
    TagRequest add = bench.addition(1, 5, -1);
    add.receive.reset(1).add(receiver.memory.address(), 64, receiver.region.key() + 1);
    assertEquals(0, bench.post(add));
    bench.eager(9, 5, 8);
    bench.expect(Operation.RECEIVED_TAG, 1, WcStatus.LOCAL_PROTECTION, MATCH);
    sender.sends.expect(9, WcStatus.REMOTE_OPERATION);
  }

  @Test
  void shouldFailTheQueuePairWhoseCompletionIsLost() {
    bench.add(1, 5);
    bench.told.room = 0;
    bench.eager(9, 5, 8);
    assertEquals(States.ERROR, receiver.machine.state());
    assertTrue(receiver.events.contains(TransportEvents.QP_FATAL));
    assertEquals(States.READY_TO_SEND, sender.machine.state());
  }

  @Test
  void shouldEndAMatchedReceiveWhateverHappensToTheQueuePair() {
    for (int state : new int[] {States.ERROR, States.RESET}) {
      try (TagBench other = new TagBench()) {
        HostilePeer hostile = HostilePeer.at(other.addresses, 300);
        other.receiver.ready(300);
        other.add(1, 0);
        other.receive(7, 8192);
        partly(other, hostile, MessageTag.EAGER, 0);
        other.expect(Operation.RECEIVED_TAG, 1, WcStatus.SUCCESS, MATCH);
        assertEquals(0, other.receiver.modify(state, 0));
        other.expect(Operation.RECEIVED_TAG, 1, WcStatus.FLUSHED, 0);
        other.told.expectNone();
        hostile.close();
      }
    }
  }

  /** Writes half of a message of 200 bytes with tag 0. */
  private static void partly(TagBench bench, HostilePeer hostile, int operation, int number) {
    var out = hostile.link(200).out();
    long frame = out.claim(100);
    out.setWord(frame, 0, operation);
    out.setWord(frame, 8, 0);
    out.publish(frame, 100, PacketFormat.SEND, PacketFormat.FIRST, 0, number, 200);
    hostile.link(200).ring();
    assertEquals(States.READY_TO_SEND, bench.receiver.machine.state());
  }

  @Test
  void shouldMatchNothingNewWhileAnUnexpectedMessageComesIn() {
    try (TagBench other = new TagBench()) {
      HostilePeer hostile = HostilePeer.at(other.addresses, 300);
      other.receiver.ready(300);
      other.receive(7, 8192);
      partly(other, hostile, MessageTag.EAGER, 0);
      other.add(1, 0);
      assertTrue(other.tags.list.isWaiting());
      assertEquals(0, other.receiver.modify(States.ERROR, 0));
      other.expect(Operation.RECEIVED_TAG, 7, WcStatus.FLUSHED, 0);
      assertFalse(other.tags.list.isWaiting());
      hostile.close();
    }
  }

  @Test
  void shouldBreakOffAPeerThatCutsTheHeader() {
    try (TagBench other = new TagBench()) {
      HostilePeer hostile = HostilePeer.at(other.addresses, 300);
      other.receiver.ready(300);
      other.add(1, 0);
      other.receive(7, 8192);
      assertTrue(hostile.write(200, PacketFormat.SEND, PacketFormat.FIRST, 0, 200, 8));
      assertEquals(States.ERROR, other.receiver.machine.state());
      other.told.expectNone();
      hostile.close();
    }
  }
}
