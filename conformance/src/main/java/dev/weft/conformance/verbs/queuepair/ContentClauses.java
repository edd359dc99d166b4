package dev.weft.conformance.verbs.queuepair;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.verbs.bench.Buffer;
import dev.weft.conformance.verbs.bench.Inbox;
import dev.weft.conformance.verbs.bench.Pair;
import dev.weft.conformance.verbs.bench.Party;
import dev.weft.conformance.verbs.bench.Receives;
import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.conformance.verbs.bench.WindowBench;
import dev.weft.conformance.verbs.bench.Work;
import dev.weft.verbs.MemoryWindow;
import dev.weft.verbs.SharedReceiveQueue;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.SharedReceiveQueueInit;
import dev.weft.verbs.completion.CompletionOpcode;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.completion.WcFlags;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** VE: the fields of a completion that all transports share. */
public final class ContentClauses {
  private static final String POLL = "ibv_poll_cq(3)";
  private static final String IBA = "InfiniBand architecture, Poll For Completion";

  private ContentClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("VE-01", Level.REQUIRED, IBA)
            .says("wr_id is the posted value, whatever the status")
            .lookAt("where a failure takes its wr_id from")
            .check(ContentClauses::numberAsPosted),
        clause("VE-02", Level.REQUIRED, POLL + ", opcode")
            .says("each request completes at the sender with the opcode of its kind (X-27)")
            .lookAt("the translation of work opcodes to completion opcodes")
            .check(ContentClauses::opcodesAtTheSender),
        clause("VE-03", Level.REQUIRED, POLL + ", opcode")
            .says("a send is RECV, a write with immediate RECV_RDMA_WITH_IMM (X-26)")
            .lookAt("the opcode of receives")
            .check(ContentClauses::opcodesAtTheReceiver),
        clause("VE-04", Level.REQUIRED, IBA)
            .says("byte_len of a receive is what was delivered, also 0 (X-33)")
            .lookAt("the length of receive completions")
            .check(ContentClauses::lengthDelivered),
        clause("VE-06", Level.SETTLED, POLL + ", byte_len")
            .says("a write with immediate has its length and leaves the receive's memory (X-25)")
            .lookAt("what the responder does with the receive of a write with immediate")
            .check(ContentClauses::writeWithImmediate),
        clause("VE-07", Level.SETTLED, POLL + ", byte_len")
            .says("byte_len of a read is what was read, of an atomic 8")
            .lookAt("the length of read and atomic completions")
            .check(ContentClauses::lengthOfReads),
        clause("VE-08", Level.UNSTATED, POLL + ", byte_len")
            .says("byte_len of sends and writes is the device's choice")
            .lookAt("the length of send completions")
            .check(ContentClauses::lengthOfSends),
        clause("VE-09", Level.REQUIRED, IBA)
            .says("the immediate flag is set exactly if there was immediate data (X-23)")
            .lookAt("flags left over in a reused slot")
            .check(ContentClauses::flagOnlyWithData),
        clause("VE-14", Level.UNSTATED, POLL + ", IBV_WC_GRH")
            .says("whether connected receives carry the GRH flag is the device's choice")
            .lookAt("the flags of connected receives")
            .check(ContentClauses::flagOfConnected),
        clause("VE-15", Level.SETTLED, "ibv_post_recv(3)")
            .says("data fills the buffers in order, what is past it stays as it was")
            .lookAt("how the responder scatters")
            .check(ContentClauses::fillsInOrder),
        clause("VE-17", Level.REQUIRED, POLL + ", status")
            .says("there are 24 statuses with the numbers and names of ibv_wc_status")
            .lookAt("the table of statuses")
            .check(ContentClauses::statuses),
        clause("VE-18", Level.UNSTATED, POLL + ", vendor_err")
            .says("vendor_err is opaque")
            .lookAt("vendor_err of successes and failures")
            .check(ContentClauses::vendorError),
        clause("VE-19", Level.REQUIRED, POLL + ", qp_num")
            .says("qp_num is the local pair, with a shared receive queue the one it came to")
            .lookAt("the qp_num of receives from a shared queue")
            .check(ContentClauses::localPair));
  }

  private static void numberAsPosted(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Pair pair = bench.plan(QueuePairType.RC).senderHere().open();
    for (long number : new long[] {0, -1, Long.MIN_VALUE, 0x0123456789ABCDEFL}) {
      pair.receiver().receive(number);
      pair.sender().send(number);
      equal(number, pair.sender().sends().numbers(1).getFirst(), "wr_id of a send");
      equal(number, pair.receiver().receives().numbers(1).getFirst(), "wr_id of a receive");
    }
    pair.sender().post(-7, r -> r.write(pair.receiver().buffer().address(0), 0xBAD));
    pair.sender().send(-8);
    List<Work> failed = pair.sender().sends().expect(2);
    equal(
        List.of(-7L, -8L),
        failed.stream().map(Work::wrId).toList(),
        "wr_ids of a failure and a flush");
    that(failed.stream().noneMatch(Work::isSuccess), "a success in %s", failed);
  }

  private static void opcodesAtTheSender(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Pair pair = bench.plan(QueuePairType.RC).bothHere().open();
    Party sender = pair.sender();
    Buffer target = pair.receiver().buffer();
    MemoryWindow window = WindowBench.bound(bench, pair.receiver());
    pair.receiver().receives(1, 4);
    expect(pair, CompletionOpcode.SEND, SendWorkRequest::send);
    expect(pair, CompletionOpcode.SEND, r -> r.sendWithImmediate(1));
    expect(pair, CompletionOpcode.SEND, r -> r.sendWithInvalidate(window.rkey()));
    expect(pair, CompletionOpcode.RDMA_WRITE, r -> r.write(target.address(0), target.rkey()));
    expect(
        pair,
        CompletionOpcode.RDMA_WRITE,
        r -> r.writeWithImmediate(target.address(0), target.rkey(), 1));
    expect(pair, CompletionOpcode.RDMA_READ, r -> r.read(target.address(0), target.rkey()));
    expect(
        pair,
        CompletionOpcode.COMP_SWAP,
        r -> r.compareAndSwap(target.address(0), target.rkey(), 1, 2));
    expect(
        pair, CompletionOpcode.FETCH_ADD, r -> r.fetchAndAdd(target.address(0), target.rkey(), 1));
    MemoryWindow own = WindowBench.bound(bench, sender);
    expect(
        pair,
        CompletionOpcode.LOCAL_INV,
        r -> {
          r.buffers().clear();
          r.localInvalidate(own.rkey());
        });
  }

  private static void expect(Pair pair, int opcode, Consumer<SendWorkRequest> change) {
    pair.sender().post(opcode, change);
    Work work = pair.sender().sends().expectStatus(CompletionStatus.SUCCESS);
    equal(
        CompletionOpcode.name(opcode), CompletionOpcode.name(work.opcode()), "opcode of %s", work);
  }

  private static void opcodesAtTheReceiver(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Pair pair = bench.pair();
    Buffer target = pair.receiver().buffer();
    pair.receiver().receives(1, 3);
    pair.sender().send(1);
    pair.sender().post(2, r -> r.sendWithImmediate(2));
    pair.sender().post(3, r -> r.writeWithImmediate(target.address(0), target.rkey(), 3));
    List<Work> works = pair.receiver().receives().expect(3);
    equal(
        List.of(CompletionOpcode.RECV, CompletionOpcode.RECV, CompletionOpcode.RECV_RDMA_WITH_IMM),
        works.stream().map(Work::opcode).toList(),
        "opcodes of a send, a send and a write with immediate data");
    equal(
        List.of(false, true, true),
        works.stream().map(work -> work.has(WcFlags.WITH_IMM)).toList(),
        "immediate flags");
  }

  private static void lengthDelivered(Trial trial) {
    Pair pair = VerbsBench.on(trial).pair();
    for (int length : new int[] {0, 1, 63, Party.SLOT, 0}) {
      pair.receiver().receive(1);
      pair.sender().sendBytes(2, length);
      equal(length, pair.receiver().receives().expect(1).getFirst().byteLength(), "byte_len");
    }
    pair.receiver().receiveNothing(3);
    pair.sender().post(4, request -> request.buffers().clear());
    equal(0, pair.receiver().receives().expect(1).getFirst().byteLength(), "byte_len of nothing");
  }

  private static void writeWithImmediate(Trial trial) {
    Pair pair = VerbsBench.on(trial).pair();
    Buffer target = pair.receiver().buffer();
    pair.sender().buffer().pattern(0, 100, 3);
    target.pattern(Party.slot(1), Party.SLOT, 9);
    pair.receiver().receive(1);
    pair.receiver().receiveNothing(2);
    for (int number = 1; number <= 2; number++) {
      pair.sender()
          .post(
              number,
              r ->
                  r.buffer(pair.sender().buffer().region(), 0, 100)
                      .writeWithImmediate(target.address(256), target.rkey(), 5));
      Work work = pair.receiver().receives().expect(1).getFirst();
      equal((long) number, work.wrId(), "wr_id of the receive that was consumed");
      equal(100, work.byteLength(), "byte_len of a write with immediate");
    }
    target.expectPattern(256, 100, 3, "memory that was written");
    target.expectPattern(Party.slot(1), Party.SLOT, 9, "memory of the consumed receive");
  }

  private static void lengthOfReads(Trial trial) {
    Pair pair = VerbsBench.on(trial).plan(QueuePairType.RC).senderHere().open();
    Buffer target = pair.receiver().buffer();
    Buffer own = pair.sender().buffer();
    pair.sender()
        .post(1, r -> r.buffer(own.region(), 0, 300).read(target.address(0), target.rkey()));
    equal(300, pair.sender().sends().expect(1).getFirst().byteLength(), "byte_len of a read");
    pair.sender().post(2, r -> r.fetchAndAdd(target.address(0), target.rkey(), 1));
    pair.sender().post(3, r -> r.compareAndSwap(target.address(0), target.rkey(), 1, 2));
    pair.sender()
        .sends()
        .expect(2)
        .forEach(work -> equal(8, work.byteLength(), "byte_len of %s", work));
  }

  private static void lengthOfSends(Trial trial) {
    Pair pair = VerbsBench.on(trial).plan(QueuePairType.RC).senderHere().open();
    Buffer target = pair.receiver().buffer();
    pair.receiver().receive(1);
    pair.sender().sendBytes(1, 50);
    int sent = pair.sender().sends().expect(1).getFirst().byteLength();
    pair.sender().post(2, r -> r.write(target.address(0), target.rkey()));
    int written = pair.sender().sends().expect(1).getFirst().byteLength();
    trial.chose("byte_len of a send of 50 is %d, of a write of 8 %d", sent, written);
  }

  private static void flagOnlyWithData(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    var queue = bench.queue(3);
    Pair pair = bench.pairInto(queue);
    Inbox inbox = bench.inbox(queue);
    for (int i = 0; i < 20; i++) {
      boolean with = i % 2 == 0;
      pair.receiver().receive(i);
      pair.sender().post(i, with ? r -> r.sendWithImmediate(0) : SendWorkRequest::send);
      Work work = inbox.expect(1).getFirst();
      equal(with, work.has(WcFlags.WITH_IMM), "immediate flag of message %d", i);
    }
  }

  private static void flagOfConnected(Trial trial) {
    Pair pair = VerbsBench.on(trial).pair();
    pair.deliver(1);
    Work work = pair.receiver().receives().expect(1).getFirst();
    trial.chose("GRH of a connected receive is %s", work.has(WcFlags.GRH) ? "set" : "clear");
  }

  private static void fillsInOrder(Trial trial) {
    Pair pair = VerbsBench.on(trial).pair();
    Buffer own = pair.receiver().buffer();
    own.pattern(0, 1024, 9);
    pair.sender().buffer().pattern(0, 40, 3);
    Receives.post(pair.receiver(), 1, 0, 16, 512, 16, 256, 64);
    pair.sender().sendBytes(1, 40);
    pair.receiver().receives().numbers(1);
    Buffer sent = pair.sender().buffer();
    for (int i = 0; i < 40; i++) {
      long place = i < 16 ? i : i < 32 ? 512 + i - 16 : 256 + i - 32;
      equal(sent.at(i), own.at(place), "byte %d of the message", i);
    }
    for (long canary : new long[] {16, 528, 264, 319}) {
      Buffer expected = new Buffer(Arena.ofAuto().allocate(1024), null);
      expected.pattern(0, 1024, 9);
      equal(expected.at(canary), own.at(canary), "byte %d, past the message", canary);
    }
  }

  private static void statuses(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    List<String> names = IntStream.range(0, 24).mapToObj(CompletionStatus::name).toList();
    equal(24L, names.stream().distinct().count(), "names of 24 statuses");
    equal("IBV_WC_SUCCESS", names.getFirst(), "name of 0");
    equal("IBV_WC_TM_RNDV_INCOMPLETE", names.getLast(), "name of 23");
    for (int unknown : new int[] {24, -1, Integer.MAX_VALUE}) {
      equal("unknown", CompletionStatus.text(unknown), "text of status %d", unknown);
    }
    Pair pair = bench.pair();
    pair.deliver(1);
    pair.receiver().receives().expectStatus(0);
    pair.receiver().receive(2);
    pair.receiver().move(QueuePairState.ERR);
    pair.receiver().receives().expectStatus(5);
  }

  private static void vendorError(Trial trial) {
    Pair pair = VerbsBench.on(trial).plan(QueuePairType.RC).senderHere().open();
    pair.receiver().receive(1);
    pair.sender().send(1);
    int good = pair.sender().sends().expect(1).getFirst().vendorError();
    pair.sender().post(2, r -> r.write(pair.receiver().buffer().address(0), 0xBAD));
    int failed = pair.sender().sends().expect(1).getFirst().vendorError();
    trial.chose("vendor_err of a success is %d, of a failure %d", good, failed);
  }

  private static void localPair(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    var queue = bench.queue(64);
    SharedReceiveQueue shared = bench.shared(SharedReceiveQueueInit.basic(32, 2));
    Pair one = bench.plan(QueuePairType.RC).receiveQueue(queue).shared(shared).open();
    Pair two = bench.plan(QueuePairType.RC).receiveQueue(queue).shared(shared).open();
    Buffer buffer = one.receiver().buffer();
    for (int i = 0; i < 6; i++) {
      Receives.post(shared, buffer, i, Party.slot(i), Party.SLOT);
    }
    for (int i = 0; i < 3; i++) {
      one.sender().send(i, SendFlags.SIGNALED);
      one.sender().sends().numbers(1);
      two.sender().send(i, SendFlags.SIGNALED);
      two.sender().sends().numbers(1);
    }
    List<Work> works = bench.inbox(queue).expect(6);
    Set<Integer> expected = Set.of(one.receiver().number(), two.receiver().number());
    equal(
        new TreeSet<>(expected),
        works.stream().map(Work::queuePair).collect(Collectors.toCollection(TreeSet::new)),
        "qp_nums of messages to two pairs with one shared receive queue");
    long ones = works.stream().filter(w -> w.queuePair() == one.receiver().number()).count();
    equal(3L, ones, "messages to the first pair");
  }
}
