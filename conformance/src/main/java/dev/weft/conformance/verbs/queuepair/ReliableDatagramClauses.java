package dev.weft.conformance.verbs.queuepair;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.rejected;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;
import static dev.weft.conformance.verbs.bench.ReliableBench.expectStopped;
import static dev.weft.conformance.verbs.bench.ReliableBench.post;
import static dev.weft.conformance.verbs.bench.ReliableBench.send;
import static dev.weft.conformance.verbs.bench.VerbsCheck.answered;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.verbs.bench.Buffer;
import dev.weft.conformance.verbs.bench.Pair;
import dev.weft.conformance.verbs.bench.PairPlan;
import dev.weft.conformance.verbs.bench.Party;
import dev.weft.conformance.verbs.bench.ReliableBench;
import dev.weft.conformance.verbs.bench.ReliableBench.Contexts;
import dev.weft.conformance.verbs.bench.ReliableBench.Side;
import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.conformance.verbs.bench.Work;
import dev.weft.conformance.verbs.queue.FieldClauses;
import dev.weft.verbs.EndToEndContext;
import dev.weft.verbs.ExtendedCompletionQueue;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.completion.CompletionOpcode;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.completion.WcFields;
import java.util.List;

/** VE-20 and the statuses that only reliable datagrams have. */
public final class ReliableDatagramClauses {
  private static final String IBA = "InfiniBand architecture, Poll For Completion";
  private static final String STATUS = "ibv_poll_cq(3), status";
  private static final long FIELDS = WcFields.STANDARD | WcFields.EXTENSIONS;

  /** What memory holds before it is gone. */
  private static final byte BEFORE = 0x42;

  private static final long EIGHT_BEFORE = 0x4242424242424242L;

  private ReliableDatagramClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("VE-20", Level.OPTIONAL, IBA)
            .says("receives of reliable datagrams have freed resources, EE context and source")
            .lookAt("the fields of RD completions, and when they are readable")
            .check(ReliableDatagramClauses::contents),
        clause("T1-03", Level.OPTIONAL, STATUS)
            .says("a request whose EE context fails under it is LOC_EEC_OP_ERR")
            .lookAt("what a context in error does with the request under way")
            .check(ReliableDatagramClauses::contextFails),
        clause("T1-14", Level.OPTIONAL, STATUS)
            .says("an EE context of another reliable datagram domain is LOC_RDD_VIOL_ERR")
            .lookAt("what the requester compares before it hands a request to a context")
            .check(ReliableDatagramClauses::foreignDomain),
        clause("T1-15", Level.OPTIONAL, STATUS)
            .says("a wrong Q_Key, domain or number of a queue pair is REM_INV_RD_REQ_ERR")
            .lookAt("what the responder checks before it takes a message")
            .check(ReliableDatagramClauses::refusedByTheResponder),
        clause("T1-16", Level.OPTIONAL, STATUS)
            .says("a receive whose message is aborted in the middle is REM_ABORT_ERR")
            .lookAt("what a context does with a message that its peer does not finish")
            .check(ReliableDatagramClauses::givenUpInTheMiddle),
        clause("T1-17", Level.OPTIONAL, STATUS)
            .says("a number that no EE context has is INV_EECN_ERR")
            .lookAt("how a request finds its context")
            .check(ReliableDatagramClauses::unknownContext),
        clause("T1-18", Level.OPTIONAL, STATUS)
            .says("an EE context that is not ready to send is INV_EEC_STATE_ERR")
            .lookAt("what the requester checks of a context's state")
            .check(ReliableDatagramClauses::contextNotReady),
        clause("T1-21", Level.OPTIONAL, STATUS)
            .says("a request whose memory was unmapped under the device is GENERAL_ERR")
            .lookAt("what the device does with a fault that is no protection error")
            .check(ReliableDatagramClauses::memoryGone));
  }

  // Contents.

  private static void contents(Trial trial) {
    ReliableBench bench = ReliableBench.on(trial);
    ExtendedCompletionQueue queue = bench.bench().extended(FIELDS);
    Party receiver = bench.receiver(queue);
    Contexts first = bench.contexts();
    Contexts second = bench.contexts();
    Party one = bench.sender();
    Party two = bench.sender();
    receiver.receives(1, 4);
    send(one, first.near(), receiver, 1);
    expectReceive(queue, 1, first.far(), one);
    send(two, first.near(), receiver, 2);
    expectReceive(queue, 2, first.far(), two);
    send(one, second.near(), receiver, 3);
    expectReceive(queue, 3, second.far(), one);
    Buffer target = receiver.buffer();
    post(
        two,
        second.near(),
        receiver,
        4,
        r -> r.writeWithImmediate(target.address(0), target.rkey(), 9));
    Work written = expectReceive(queue, 4, second.far(), two);
    equal(CompletionOpcode.RECV_RDMA_WITH_IMM, written.opcode(), "opcode of a write's receive");
    equal(9, written.immediate(), "imm_data");
    equal(List.of(1L, 3L), one.sends().numbers(2), "wr_ids of the first sender");
    equal(List.of(2L, 4L), two.sends().numbers(2), "wr_ids of the second sender");
    failuresTellFreedResources(queue, receiver, one, first);
    unaskedFieldsAreRefused(bench);
  }

  /** Takes the next completion, which must be a success with the right source. */
  private static Work expectReceive(
      ExtendedCompletionQueue queue, long wrId, EndToEndContext through, Party from) {
    answered(0, FieldClauses.startWithin(queue), "start_poll");
    Work work = Work.of(queue);
    int freed = queue.readFreedResourceCount();
    int context = queue.readEndToEndContext();
    queue.endPoll();
    that(work.isSuccess(), "a failure: %s", work);
    equal(wrId, work.wrId(), "wr_id");
    equal(1, freed, "freed resource count of %s", work);
    equal(through.number(), context, "EE context of %s", work);
    equal(from.number(), work.source().queuePair(), "source QP of %s", work);
    equal(5, work.source().serviceLevel(), "service level of %s", work);
    return work;
  }

  private static void failuresTellFreedResources(
      ExtendedCompletionQueue queue, Party receiver, Party sender, Contexts through) {
    receiver.receiveAt(5, Party.RECEIVES, 4);
    send(sender, through.near(), receiver, 5);
    expectStopped(sender, CompletionStatus.REM_INV_REQ_ERR);
    expectFailure(queue, 5, CompletionStatus.LOC_LEN_ERR);
    receiver.receives(6, 2);
    receiver.move(QueuePairState.ERR);
    expectFailure(queue, 6, CompletionStatus.WR_FLUSH_ERR);
    expectFailure(queue, 7, CompletionStatus.WR_FLUSH_ERR);
  }

  private static void expectFailure(ExtendedCompletionQueue queue, long wrId, int status) {
    answered(0, FieldClauses.startWithin(queue), "start_poll");
    equal(wrId, queue.wrId(), "wr_id of a failed receive");
    equal(CompletionStatus.name(status), CompletionStatus.name(queue.status()), "its status");
    equal(1, queue.readFreedResourceCount(), "its freed resource count");
    queue.endPoll();
  }

  private static void unaskedFieldsAreRefused(ReliableBench bench) {
    ExtendedCompletionQueue queue = bench.bench().extended(WcFields.STANDARD);
    bench.bench().feeder(queue).feed(1, 1);
    answered(0, queue.startPoll(null), "start_poll");
    rejected(
        IllegalStateException.class, "a count not asked for", () -> queue.readFreedResourceCount());
    rejected(
        IllegalStateException.class, "an EECN not asked for", () -> queue.readEndToEndContext());
    queue.endPoll();
  }

  // Statuses.

  private static void contextFails(Trial trial) {
    ReliableBench bench = ReliableBench.on(trial);
    Contexts failing = bench.contexts();
    Contexts sound = bench.contexts();
    Party underWay = bench.sender();
    Party inLine = bench.sender();
    Party receiver = bench.receiver(null);
    send(underWay, failing.near(), receiver, 1);
    send(inLine, failing.near(), receiver, 2);
    Party.pause(20);
    underWay.sends().expectEmpty("a request that waits for a receive");
    ReliableBench.move(failing.near(), ReliableBench.toError());
    expectStopped(underWay, CompletionStatus.LOC_EEC_OP_ERR);
    expectStopped(inLine, CompletionStatus.INV_EEC_STATE_ERR);
    ReliableBench.move(failing.far(), ReliableBench.toError()); // else the last retry may arrive
    goesOn(underWay, sound, receiver);
    goesOn(inLine, sound, receiver);
  }

  /** Checks that a message arrives, so only the request before it has failed. */
  private static void goesOn(Party sender, Contexts through, Party receiver) {
    receiver.receive(9);
    send(sender, through.near(), receiver, 9);
    equal(List.of(9L), sender.sends().numbers(1), "wr_id of a later send");
    equal(List.of(9L), receiver.receives().numbers(1), "wr_id of a later receive");
    ReliableBench.expectState(through.near(), QueuePairState.RTS);
    ReliableBench.expectState(through.far(), QueuePairState.RTS);
  }

  private static void foreignDomain(Trial trial) {
    ReliableBench bench = ReliableBench.on(trial);
    Side other = bench.side(bench.near().station());
    Contexts foreign = bench.contexts(other, bench.far());
    Party sender = bench.sender();
    Party receiver = bench.receiver(null);
    send(sender, foreign.near(), receiver, 1);
    expectStopped(sender, CompletionStatus.LOC_RDD_VIOL_ERR);
    goesOn(sender, bench.contexts(), receiver);
    goesOn(bench.party(other, null), foreign, receiver);
  }

  private static void refusedByTheResponder(Trial trial) {
    ReliableBench bench = ReliableBench.on(trial);
    Contexts through = bench.contexts();
    Party sender = bench.sender();
    Party receiver = bench.receiver(null);
    receiver.receive(9);
    post(
        sender,
        through.near(),
        receiver,
        1,
        r -> r.through(through.near().number(), receiver.number(), PairPlan.QKEY + 1));
    expectStopped(sender, CompletionStatus.REM_INV_RD_REQ_ERR);
    post(
        sender,
        through.near(),
        receiver,
        2,
        r -> r.through(through.near().number(), 0xABCDEF, PairPlan.QKEY));
    expectStopped(sender, CompletionStatus.REM_INV_RD_REQ_ERR);
    Party foreign = bench.party(bench.side(bench.far().station()), null);
    foreign.receive(9);
    send(sender, through.near(), foreign, 3);
    expectStopped(sender, CompletionStatus.REM_INV_RD_REQ_ERR);
    foreign.receives().expectEmpty("a message through a context of another domain");
    receiver.receives().expectEmpty("refused messages");
    send(sender, through.near(), receiver, 9);
    sender.sends().numbers(1);
    equal(List.of(9L), receiver.receives().numbers(1), "wr_id of the receive that was left");
  }

  private static void givenUpInTheMiddle(Trial trial) {
    ReliableBench bench = ReliableBench.on(trial);
    Contexts back = bench.contexts(bench.far(), bench.near());
    Party sender = bench.party(bench.far(), null);
    Party receiver = bench.party(bench.near(), null);
    MemoryRegion gone = bench.bench().keep(cut(sender));
    receiver.receiveAt(1, Party.RECEIVES, 1 << 15);
    post(
        sender,
        back.near(),
        receiver,
        1,
        r -> r.buffer(sender.buffer().region(), 0, 24_000).buffers().add(gone, 0, CutMemory.BYTES));
    expectStopped(sender, CompletionStatus.GENERAL_ERR);
    receiver.receives().expectStatus(CompletionStatus.REM_ABORT_ERR);
    goesOn(sender, back, receiver);
  }

  /** A region whose memory is cut once it is registered. */
  private static MemoryRegion cut(Party party) {
    CutMemory memory = CutMemory.map();
    memory.memory().fill(BEFORE);
    MemoryRegion region = party.station().domain().regMr(memory.memory(), RegionAccess.LOCAL_WRITE);
    memory.cut();
    return region;
  }

  private static void memoryGone(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Pair pair = bench.plan(QueuePairType.RC).senderHere().open();
    MemoryRegion gone = bench.keep(cut(pair.sender()));
    pair.receiver().receive(1);
    pair.sender().post(1, r -> r.buffer(gone, 0, Party.BYTES));
    Work sent = pair.sender().sends().expect(1).getFirst();
    if (sent.status() == CompletionStatus.SUCCESS) {
      pair.receiver().receives().numbers(1);
      equal(EIGHT_BEFORE, pair.receiver().buffer().get(Party.slot(1)), "data out of kept pages");
      trial.chose("the device keeps the pages of a region");
      return;
    }
    equal(CompletionStatus.GENERAL_ERR, sent.status(), "status of %s", sent);
    pair.receiver().receives().expectEmpty("a message out of memory that is gone");
  }

  private static void unknownContext(Trial trial) {
    ReliableBench bench = ReliableBench.on(trial);
    Contexts through = bench.contexts();
    Party sender = bench.sender();
    Party receiver = bench.receiver(null);
    post(sender, through.near(), receiver, 1, r -> r.through(1, receiver.number(), PairPlan.QKEY));
    expectStopped(sender, CompletionStatus.INV_EECN_ERR);
    EndToEndContext gone = bench.context(bench.near());
    int number = gone.number();
    gone.close();
    post(
        sender,
        through.near(),
        receiver,
        2,
        r -> r.through(number, receiver.number(), PairPlan.QKEY));
    expectStopped(sender, CompletionStatus.INV_EECN_ERR);
    goesOn(sender, through, receiver);
  }

  private static void contextNotReady(Trial trial) {
    ReliableBench bench = ReliableBench.on(trial);
    EndToEndContext idle = bench.context(bench.near());
    Party sender = bench.sender();
    Party receiver = bench.receiver(null);
    send(sender, idle, receiver, 1);
    expectStopped(sender, CompletionStatus.INV_EEC_STATE_ERR);
    ReliableBench.move(idle, ReliableBench.toInit());
    send(sender, idle, receiver, 2);
    expectStopped(sender, CompletionStatus.INV_EEC_STATE_ERR);
    goesOn(sender, bench.contexts(), receiver);
  }
}
