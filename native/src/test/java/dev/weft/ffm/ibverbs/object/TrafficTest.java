package dev.weft.ffm.ibverbs.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.rdmacm.QueuePairTransitions;
import dev.weft.verbs.AddressHandle;
import dev.weft.verbs.ExtendedCompletionQueue;
import dev.weft.verbs.MemoryWindow;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.SharedReceiveQueue;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.attributes.CompletionQueueInit;
import dev.weft.verbs.attributes.MemoryWindowType;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.attributes.SharedReceiveQueueInit;
import dev.weft.verbs.completion.CompletionOpcode;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.completion.WcFields;
import dev.weft.verbs.completion.WcFlags;
import dev.weft.verbs.work.BadRequest;
import dev.weft.verbs.work.MemoryWindowBind;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every operation, from post to completion. */
class TrafficTest {
  private static final long THERE = 8192;
  private static final long HEADER = 40;

  private RdmaRig rig;
  private QueuePair sender;
  private QueuePair receiver;

  @BeforeEach
  void open() {
    rig = new RdmaRig();
    List<QueuePair> both = rig.pairs(QueuePairType.RC);
    sender = both.getFirst();
    receiver = both.getLast();
  }

  @AfterEach
  void close() {
    if (rig != null) {
      rig.close();
    }
  }

  private long word(long offset) {
    return rig.region.memory().get(ValueLayout.JAVA_LONG, offset);
  }

  private void word(long offset, long value) {
    rig.region.memory().set(ValueLayout.JAVA_LONG, offset, value);
  }

  private SendWorkRequest request(long wrId) {
    return new SendWorkRequest()
        .wrId(wrId)
        .flags(SendFlags.SIGNALED)
        .buffer(rig.region, 0, Long.BYTES);
  }

  private void receive(QueuePair pair, long wrId, int length) {
    assertEquals(
        0, pair.postRecv(new ReceiveWorkRequest().wrId(wrId).buffer(rig.region, THERE, length)));
  }

  @Test
  void shouldSendWithImmediateData() {
    assertEquals(QueuePairState.RTS, sender.state());
    assertEquals(receiver.qpNum(), sender.query().destinationQpn());
    word(0, 42);
    receive(receiver, 1, 64);
    assertEquals(0, sender.postSend(request(2).sendWithImmediate(0x0102_0304)));
    while (rig.nextStatus() == CompletionStatus.SUCCESS && rig.batch().wrId(0) != 1) {
      // the sender's own
    }
    assertEquals(CompletionOpcode.RECV, rig.batch().opcode(0));
    assertEquals(8, rig.batch().byteLen(0));
    assertEquals(0x0102_0304, rig.batch().immData(0));
    assertTrue((rig.batch().wcFlags(0) & WcFlags.WITH_IMM) != 0);
    assertEquals(receiver.qpNum(), rig.batch().qpNum(0));
    assertEquals(42, word(THERE));
  }

  @Test
  void shouldWriteReadAndChangeRemoteMemory() {
    word(0, 5);
    long there = rig.region.address() + THERE;
    int key = rig.region.rkey();
    receive(receiver, 9, 0);
    assertEquals(0, sender.postSend(request(1).write(there, key)));
    assertEquals(0, sender.postSend(request(2).buffer(rig.region, 64, 8).read(there, key)));
    assertEquals(
        0, sender.postSend(request(3).buffer(rig.region, 72, 8).fetchAndAdd(there, key, 4)));
    assertEquals(
        0, sender.postSend(request(4).buffer(rig.region, 80, 8).compareAndSwap(there, key, 9, 77)));
    assertEquals(0, sender.postSend(request(5).writeWithImmediate(there + 8, key, 6)));
    assertEquals(
        List.of(
            "1 IBV_WC_RDMA_WRITE",
            "2 IBV_WC_RDMA_READ",
            "3 IBV_WC_FETCH_ADD",
            "4 IBV_WC_COMP_SWAP",
            "5 IBV_WC_RDMA_WRITE",
            "9 IBV_WC_RECV_RDMA_WITH_IMM"),
        rig.completions(6));
    assertEquals(
        List.of(5L, 5L, 9L, 77L, 5L),
        List.of(word(64), word(72), word(80), word(THERE), word(THERE + 8)));
  }

  @Test
  void shouldPostListsAndSayWhereTheyEnd() {
    for (int i = 0; i < 40; i++) {
      receive(receiver, 100 + i, 8);
    }
    SendWorkRequest wrong = new SendWorkRequest().wrId(40).opcode(77);
    SendWorkRequest first = wrong;
    for (int i = 39; i >= 0; i--) {
      first = new SendWorkRequest().wrId(i).send().buffer(rig.region, 0, 8).next(first);
    }
    BadRequest<SendWorkRequest> bad = new BadRequest<>();
    assertEquals(VerbsErrno.EINVAL, sender.postSend(first, bad));
    assertEquals(wrong, bad.request());
    assertTrue(bad.reason().contains("opcode=77"), bad::reason);
    assertEquals(40, rig.completions(40).size());
  }

  @Test
  void shouldCopyInlineDataDuringTheCall() {
    receive(receiver, 1, 64);
    word(0, 11);
    SendWorkRequest inline = request(2).flags(SendFlags.SIGNALED | SendFlags.INLINE).send();
    inline.buffers().clear().add(rig.region.address(), 8, 0);
    assertEquals(0, sender.postSend(inline));
    word(0, 12);
    rig.completions(2);
    assertEquals(11, word(THERE));
  }

  @Test
  void shouldReportARemoteAccessError() {
    assertEquals(0, sender.postSend(request(1).write(rig.region.address(), rig.region.rkey() + 1)));
    assertEquals(CompletionStatus.REM_ACCESS_ERR, rig.nextStatus());
    assertEquals(QueuePairState.ERR, sender.state());
  }

  @Test
  void shouldSendOverAnUnreliableConnection() {
    List<QueuePair> both = rig.pairs(QueuePairType.UC);
    word(0, 21);
    receive(both.getLast(), 1, 8);
    assertEquals(0, both.getFirst().postSend(request(2).send()));
    assertEquals(List.of("1 IBV_WC_RECV", "2 IBV_WC_SEND"), rig.completions(2));
    assertEquals(21, word(THERE));
  }

  @Test
  void shouldSendDatagrams() {
    QueuePair from = rig.pair(QueuePairType.UD);
    QueuePair to = rig.pair(QueuePairType.UD);
    QueuePairTransitions.makeReady(from);
    QueuePairTransitions.makeReady(to);
    AddressHandle handle = rig.ownHandle();
    word(0, 31);
    receive(to, 1, 64);
    int key = QueuePairTransitions.USUAL_QKEY;
    assertEquals(0, from.postSend(request(2).send().to(handle, to.qpNum(), key)));
    assertEquals(List.of("1 IBV_WC_RECV", "2 IBV_WC_SEND"), rig.completions(2));
    assertEquals(31, word(THERE + HEADER));
    handle.close();
    assertEquals(VerbsErrno.EINVAL, from.postSend(request(3).send().to(handle, to.qpNum(), key)));
    assertEquals(VerbsErrno.EINVAL, from.postSend(request(4).send()));
  }

  @Test
  void shouldReplyToADatagram() {
    QueuePair from = rig.pair(QueuePairType.UD);
    QueuePair to = rig.pair(QueuePairType.UD);
    QueuePairTransitions.makeReady(from);
    QueuePairTransitions.makeReady(to);
    int key = QueuePairTransitions.USUAL_QKEY;
    receive(to, 1, 64);
    assertEquals(0, from.postSend(request(2).flags(0).send().to(rig.ownHandle(), to.qpNum(), key)));
    assertEquals(CompletionStatus.SUCCESS, rig.nextStatus());
    int source = rig.batch().srcQp(0);
    assertEquals(from.qpNum(), source);
    MemorySegment header = rig.region.memory().asSlice(THERE, HEADER);
    AddressHandle back = rig.keep(rig.domain.createAhFromWc(1, rig.batch(), 0, header));
    receive(from, 3, 64);
    assertEquals(0, to.postSend(request(4).flags(0).send().to(back, source, key)));
    assertEquals(List.of("3 IBV_WC_RECV"), rig.completions(1));
  }

  @Test
  void shouldReceiveThroughASharedQueue() {
    SharedReceiveQueue shared =
        rig.keep(rig.domain.createSrq(SharedReceiveQueueInit.basic(8, 2).withContext("shared")));
    QueuePair one = rig.pair(QueuePairType.RC);
    QueuePair other = rig.pair(QueuePairType.RC, rig.queue, shared);
    rig.connect(one, other);
    ReceiveWorkRequest receive = new ReceiveWorkRequest().wrId(1).buffer(rig.region, THERE, 8);
    assertEquals(0, shared.postRecv(receive));
    assertEquals(VerbsErrno.EINVAL, other.postRecv(receive));
    assertEquals(0, one.postSend(request(2).send()));
    assertEquals(List.of("1 IBV_WC_RECV", "2 IBV_WC_SEND"), rig.completions(2));
    assertTrue(shared.query().maxWr() >= 8);
    assertEquals("shared", shared.context());
  }

  @Test
  void shouldBuildRequestsInPlace() {
    word(0, 51);
    word(8, 52);
    long there = rig.region.address() + THERE;
    int key = rig.region.rkey();
    MemorySegment data = rig.region.memory().asSlice(8, 8);
    int error =
        sender
            .startWork()
            .wrId(1)
            .flags(SendFlags.SIGNALED)
            .rdmaWrite(key, there)
            .sge(rig.region.lkey(), rig.region.address(), 8)
            .wrId(2)
            .rdmaWrite(key, there + 8)
            .inlineData(data)
            .complete();
    assertEquals(0, error);
    assertEquals(List.of("1 IBV_WC_RDMA_WRITE", "2 IBV_WC_RDMA_WRITE"), rig.completions(2));
    assertEquals(List.of(51L, 52L), List.of(word(THERE), word(THERE + 8)));
    sender.startWork().send().abort();
    assertEquals(VerbsErrno.EINVAL, sender.startWork().sge(1, 1, 1).complete());
    assertEquals(VerbsErrno.EINVAL, sender.startWork().send().through(1, 1, 1).complete());
  }

  @Test
  void shouldReadAnExtendedQueueInPlace() {
    ExtendedCompletionQueue extended =
        rig.keep(
            rig.context.createCqEx(
                CompletionQueueInit.builder(16)
                    .wcFlags(WcFields.BYTE_LEN | WcFields.QP_NUM | WcFields.IMM)
                    .build()));
    QueuePair one = rig.pair(QueuePairType.RC, extended, null);
    QueuePair other = rig.pair(QueuePairType.RC, extended, null);
    rig.connect(one, other);
    assertEquals(VerbsErrno.ENOENT, extended.startPoll());
    assertThrows(IllegalStateException.class, extended::wrId);
    for (int round = 0; round < 20; round++) {
      receive(other, 100, 8);
      assertEquals(0, one.postSend(request(200).sendWithImmediate(round)));
      assertEquals(300, readTwo(extended, other.qpNum(), round));
    }
    assertEquals(VerbsErrno.ENOENT, extended.startPoll());
  }

  /** Reads one receive and one send, in one batch or two; returns the sum of their wr_ids. */
  private long readTwo(ExtendedCompletionQueue extended, int number, int immediate) {
    long sum = 0;
    int seen = 0;
    while (seen < 2) {
      RdmaRig.start(extended);
      assertThrows(IllegalStateException.class, () -> extended.poll(rig.batch(), 1));
      assertThrows(IllegalStateException.class, extended::readSlid);
      do {
        seen++;
        sum += extended.wrId();
        assertEquals(CompletionStatus.SUCCESS, extended.status());
        if (extended.readOpcode() == CompletionOpcode.RECV) {
          assertEquals(8, extended.readByteLen());
          assertEquals(number, extended.readQpNum());
          assertEquals(immediate, extended.readImmData());
        }
      } while (extended.nextPoll() == 0);
      extended.endPoll();
    }
    return sum;
  }

  @Test
  void shouldBindWindowsOfType2() {
    MemoryWindow window = rig.keep(rig.domain.allocMw(MemoryWindowType.TYPE_2));
    int key = window.nextRkey();
    MemoryWindowBind bind =
        new MemoryWindowBind()
            .part(rig.region, rig.region.address() + THERE, 64)
            .access(RegionAccess.REMOTE_WRITE);
    assertEquals(0, receiver.postSend(request(1).bindMw(window, key, bind)));
    assertEquals(List.of("1 IBV_WC_BIND_MW"), rig.completions(1));
    assertEquals(key, window.rkey());
    word(0, 61);
    assertEquals(0, sender.postSend(request(2).write(rig.region.address() + THERE, key)));
    assertEquals(List.of("2 IBV_WC_RDMA_WRITE"), rig.completions(1));
    assertEquals(61, word(THERE));
    assertEquals(
        VerbsErrno.EINVAL, receiver.postSend(request(3).bindMw(window, key ^ 0x100, bind)));
    assertEquals(0, receiver.postSend(request(4).localInvalidate(key)));
    assertEquals(List.of("4 IBV_WC_LOCAL_INV"), rig.completions(1));
    assertNotEquals(0, window.rkey());
  }

  /** A driver may compare the key in the struct with that of the last bind. */
  @Test
  void shouldBindAWindowOfType2Again() {
    MemoryWindow window = rig.keep(rig.domain.allocMw(MemoryWindowType.TYPE_2));
    MemoryWindowBind bind =
        new MemoryWindowBind()
            .part(rig.region, rig.region.address() + THERE, 64)
            .access(RegionAccess.REMOTE_WRITE);
    for (int i = 1; i < 4; i++) {
      int key = window.nextRkey();
      assertEquals(0, receiver.postSend(request(i).bindMw(window, key, bind)));
      assertEquals(List.of(i + " IBV_WC_BIND_MW"), rig.completions(1));
      assertEquals(key, window.rkey());
      assertEquals(0, receiver.postSend(request(9).localInvalidate(key)));
      assertEquals(List.of("9 IBV_WC_LOCAL_INV"), rig.completions(1));
    }
  }
}
