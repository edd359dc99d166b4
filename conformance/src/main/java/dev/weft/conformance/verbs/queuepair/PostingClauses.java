package dev.weft.conformance.verbs.queuepair;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;
import static dev.weft.conformance.verbs.bench.VerbsCheck.answered;
import static dev.weft.conformance.verbs.bench.VerbsCheck.answeredOneOf;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.verbs.bench.Buffer;
import dev.weft.conformance.verbs.bench.Feeder;
import dev.weft.conformance.verbs.bench.Pair;
import dev.weft.conformance.verbs.bench.PairPlan;
import dev.weft.conformance.verbs.bench.Party;
import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.conformance.verbs.bench.VerbsCheck;
import dev.weft.conformance.verbs.bench.Work;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.attributes.QueuePairCapabilities;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.SharedReceiveQueueInit;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.work.BadRequest;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import dev.weft.verbs.work.WorkOpcode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** VQ: posting requests, and which of them complete. */
public final class PostingClauses {
  private static final String SEND = "ibv_post_send(3)";
  private static final String RECV = "ibv_post_recv(3)";
  private static final Set<Integer> TOO_MANY = Set.of(VerbsErrno.EINVAL, VerbsErrno.ENOMEM);

  private PostingClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("VQ-01", Level.REQUIRED, SEND + "; " + RECV)
            .says("a list stops at the first bad request, names it and keeps those before it")
            .lookAt("the loop over a list")
            .check(PostingClauses::listStopsAtTheBadOne),
        clause("VQ-02", Level.SETTLED, SEND + "; " + RECV)
            .says("a full queue gives ENOMEM, too many buffers are refused")
            .lookAt("the counts of outstanding requests")
            .check(PostingClauses::fullQueues),
        clause("VQ-03", Level.REQUIRED, SEND + ", table of opcodes")
            .says("an opcode that the transport does not have is refused with EINVAL")
            .lookAt("the operations of each transport")
            .check(PostingClauses::opcodeFitsTheType),
        clause("VQ-04", Level.SETTLED, SEND)
            .says("sends are refused in RESET, held in SQD and flushed in ERR")
            .lookAt("what posting checks of the state")
            .check(PostingClauses::sendsByState),
        clause("VQ-05", Level.SETTLED, RECV + "; IBA C10-97.2.1")
            .says("receives are refused in RESET and with a shared queue, flushed in ERR")
            .lookAt("what posting checks of the state")
            .check(PostingClauses::receivesByState),
        clause("VQ-06", Level.REQUIRED, SEND + ", IBV_SEND_INLINE")
            .says("inline data is taken at once, its key not looked at, its length limited")
            .lookAt("when inline data is copied")
            .check(PostingClauses::inlineData),
        clause("VQ-07", Level.REQUIRED, SEND + ", sq_sig_all")
            .says("with sq_sig_all each send completes, else those with the flag")
            .lookAt("which requests make completions")
            .check(PostingClauses::signaledOnly),
        clause("VQ-08", Level.SETTLED, SEND + "; IBA 10.7.3.1")
            .says("a request that fails makes a completion, flagged or not (X-28)")
            .lookAt("whether failures check the flag")
            .check(PostingClauses::failureIsSignaled),
        clause("VQ-09", Level.REQUIRED, "InfiniBand architecture, Poll For Completion")
            .says("a completion proves all earlier sends done and gives their room back (X-29)")
            .lookAt("when the send queue's tail moves")
            .check(PostingClauses::roomComesBack),
        clause("VQ-10", Level.UNSTATED, SEND)
            .says("when the room of unsignaled sends comes back is the device's choice (X-29)")
            .lookAt("when the send queue's tail moves")
            .check(PostingClauses::unsignaledForEver),
        clause("VQ-11", Level.SETTLED, RECV)
            .says("each receive that is used makes a completion")
            .lookAt("receives of unsignaled sends")
            .check(PostingClauses::receivesAreSignaled));
  }

  private static void listStopsAtTheBadOne(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Pair pair = bench.plan(QueuePairType.RC).senderHere().open();
    Party sender = pair.sender();
    pair.receiver().receives(1, 2);
    SendWorkRequest last = sender.request(4);
    SendWorkRequest wrong = sender.request(3).opcode(WorkOpcode.TSO).next(last);
    SendWorkRequest first = sender.request(1).next(sender.request(2).next(wrong));
    BadRequest<SendWorkRequest> bad = new BadRequest<>();
    answered(VerbsErrno.EINVAL, sender.pair().postSend(first, bad), "post_send of a list");
    equal(wrong, bad.request(), "the bad request");
    equal(List.of(1L, 2L), sender.sends().numbers(2), "wr_ids of those before it");
    sender.sends().expectEmpty("after those before the bad request");
    receiveList(bench);
  }

  private static void receiveList(VerbsBench bench) {
    Pair pair = bench.pair();
    Party receiver = pair.receiver();
    ReceiveWorkRequest wrong = receiveOf(3, receiver.buffer(), 5);
    ReceiveWorkRequest first =
        receiveOf(1, receiver.buffer(), 1).next(receiveOf(2, receiver.buffer(), 1).next(wrong));
    BadRequest<ReceiveWorkRequest> bad = new BadRequest<>();
    answeredOneOf(TOO_MANY, receiver.pair().postRecv(first, bad), "post_recv of a list");
    equal(wrong, bad.request(), "the bad receive");
    pair.sender().send(1);
    pair.sender().send(2);
    equal(List.of(1L, 2L), receiver.receives().numbers(2), "wr_ids of those before it");
  }

  private static ReceiveWorkRequest receiveOf(long wrId, Buffer buffer, int buffers) {
    ReceiveWorkRequest request = new ReceiveWorkRequest().wrId(wrId);
    for (int i = 0; i < buffers; i++) {
      request.buffers().add(buffer.region(), Party.slot(wrId), 64);
    }
    return request;
  }

  private static void fullQueues(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    QueuePairCapabilities asked = new QueuePairCapabilities(8, 8, 2, 2, 0);
    Pair pair = bench.plan(QueuePairType.RC).capabilities(asked).bothHere().open();
    QueuePairCapabilities has = pair.sender().pair().capabilities();
    that(has.maxSendWr() >= 8 && has.maxReceiveWr() >= 8, "capabilities %s", has);
    for (int i = 0; i < has.maxSendWr(); i++) {
      pair.sender().send(i);
    }
    SendWorkRequest surplus = pair.sender().request(99);
    answered(VerbsErrno.ENOMEM, pair.sender().pair().postSend(surplus), "post_send, full");
    for (int i = 0; i < has.maxReceiveWr(); i++) {
      pair.sender().receive(i);
    }
    ReceiveWorkRequest more = receiveOf(99, pair.sender().buffer(), 1);
    answered(VerbsErrno.ENOMEM, pair.sender().pair().postRecv(more), "post_recv, full");
    ReceiveWorkRequest many = receiveOf(1, pair.receiver().buffer(), has.maxReceiveSge() + 1);
    answered(VerbsErrno.EINVAL, pair.receiver().pair().postRecv(many), "receive, many buffers");
    SendWorkRequest wide = pair.receiver().request(1);
    for (int i = 0; i < has.maxSendSge(); i++) {
      wide.buffers().add(pair.receiver().buffer().region(), 0, 8);
    }
    answeredOneOf(TOO_MANY, pair.receiver().pair().postSend(wide), "send of many buffers");
    pair.receiver().receives(0, 8);
    equal(Feeder.numbers(0, 8), pair.sender().sends().numbers(8), "wr_ids of a full queue");
  }

  private static void opcodeFitsTheType(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Pair datagrams = bench.plan(QueuePairType.UD).bothHere().open();
    Pair unreliable = bench.plan(QueuePairType.UC).bothHere().open();
    Pair reliable = bench.plan(QueuePairType.RC).bothHere().open();
    List<Integer> oneSided =
        List.of(
            WorkOpcode.RDMA_WRITE,
            WorkOpcode.RDMA_WRITE_WITH_IMM,
            WorkOpcode.RDMA_READ,
            WorkOpcode.ATOMIC_CMP_AND_SWP,
            WorkOpcode.ATOMIC_FETCH_AND_ADD,
            WorkOpcode.SEND_WITH_INV,
            WorkOpcode.LOCAL_INV,
            WorkOpcode.BIND_MW);
    refuses(datagrams.sender(), oneSided);
    refuses(
        unreliable.sender(),
        List.of(
            WorkOpcode.RDMA_READ,
            WorkOpcode.ATOMIC_CMP_AND_SWP,
            WorkOpcode.ATOMIC_FETCH_AND_ADD,
            WorkOpcode.TSO));
    refuses(reliable.sender(), List.of(WorkOpcode.TSO, 12, 13, 16, -1));
  }

  private static void refuses(Party party, List<Integer> opcodes) {
    for (int opcode : opcodes) {
      int answer = party.pair().postSend(party.request(opcode).opcode(opcode));
      answered(
          VerbsErrno.EINVAL,
          answer,
          "post_send of opcode %d (%s) on %s",
          opcode,
          WorkOpcode.name(opcode),
          party.pair().type());
    }
    party.sends().expectEmpty("refused sends");
  }

  private static void sendsByState(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    PairPlan plan = bench.plan(QueuePairType.RC).bothHere();
    Pair pair = plan.openReset();
    Party sender = pair.sender();
    List<String> early = new ArrayList<>();
    answered(VerbsErrno.EINVAL, sender.pair().postSend(sender.request(1)), "send in RESET");
    sender.modified(plan.toInit());
    early.add("INIT " + VerbsCheck.name(sender.pair().postSend(sender.request(2))));
    sender.modified(plan.toReceive(sender, pair.receiver()));
    early.add("RTR " + VerbsCheck.name(sender.pair().postSend(sender.request(3))));
    sender.modified(plan.toSend(sender));
    plan.connect(pair.receiver(), sender);
    pair.receiver().receives(1, 8);
    sender.send(4);
    sender.sends().numbers(1);
    sender.move(QueuePairState.SQD);
    sender.send(5);
    sender.sends().expectEmpty("a send in SQD");
    sender.move(QueuePairState.RTS);
    equal(5L, sender.sends().numbers(1).getFirst(), "wr_id of the send that SQD held");
    sender.move(QueuePairState.ERR);
    sender.send(6);
    equal(
        6L,
        sender.sends().expectStatus(CompletionStatus.WR_FLUSH_ERR).wrId(),
        "wr_id of a send in ERR");
    trial.chose("a send is answered in %s", String.join(", in ", early));
  }

  private static void receivesByState(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    PairPlan plan = bench.plan(QueuePairType.RC).bothHere();
    Pair pair = plan.openReset();
    Party receiver = pair.receiver();
    ReceiveWorkRequest request = receiveOf(1, receiver.buffer(), 1);
    answered(VerbsErrno.EINVAL, receiver.pair().postRecv(request), "receive in RESET");
    receiver.modified(plan.toInit());
    receiver.receive(2);
    plan.connect(pair.sender(), receiver);
    receiver.receives().expectEmpty("a receive in INIT");
    receiver.modified(plan.toReceive(receiver, pair.sender()));
    receiver.receive(3);
    pair.sender().send(1);
    pair.sender().send(2);
    equal(List.of(2L, 3L), receiver.receives().numbers(2), "wr_ids of receives of INIT and RTR");
    receiver.move(QueuePairState.ERR);
    receiver.receive(4);
    equal(
        4L,
        receiver.receives().expectStatus(CompletionStatus.WR_FLUSH_ERR).wrId(),
        "wr_id of a receive in ERR");
    var shared = bench.shared(SharedReceiveQueueInit.basic(4, 1));
    Party sharing = bench.plan(QueuePairType.RC).shared(shared).open().receiver();
    int answer = sharing.pair().postRecv(receiveOf(5, sharing.buffer(), 1));
    answered(VerbsErrno.EINVAL, answer, "receive on a pair with a shared receive queue");
  }

  private static void inlineData(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Pair pair = bench.plan(QueuePairType.RC).bothHere().open();
    Party sender = pair.sender();
    Buffer own = sender.buffer();
    int flags = SendFlags.SIGNALED | SendFlags.INLINE;
    own.put(0, 0x1111);
    sender.post(1, r -> inline(r, own, 8).flags(flags));
    own.put(0, 0x2222);
    pair.receiver().receive(1);
    pair.receiver().receives().numbers(1);
    equal(0x1111L, pair.receiver().buffer().get(Party.slot(1)), "data at the time of the post");
    sender.sends().numbers(1);
    int most = sender.pair().capabilities().maxInlineData();
    that(most >= 64, "max_inline_data asked 64, has %d", most);
    SendWorkRequest surplus = inline(sender.request(2), own, most + 1).flags(flags);
    answeredOneOf(TOO_MANY, sender.pair().postSend(surplus), "inline data of %d", most + 1);
    Buffer target = pair.receiver().buffer();
    own.put(0, 0x3333);
    sender.post(3, r -> inline(r, own, 8).write(target.address(8), target.rkey()).flags(flags));
    own.put(0, 0x4444);
    sender.sends().numbers(1);
    equal(0x3333L, target.get(8), "data of an inline write");
    SendWorkRequest read =
        inline(sender.request(4), own, 8).read(target.address(8), target.rkey()).flags(flags);
    answered(VerbsErrno.EINVAL, sender.pair().postSend(read), "an inline read");
  }

  /** An inline request whose data has an unknown key. */
  private static SendWorkRequest inline(SendWorkRequest request, Buffer buffer, int length) {
    request.buffers().clear().add(buffer.memory().asSlice(0, length), 0xBAD);
    return request;
  }

  private static void signaledOnly(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Pair flagged = bench.plan(QueuePairType.RC).senderHere().open();
    Pair all = bench.plan(QueuePairType.RC).senderHere().signalAll().open();
    for (Pair pair : List.of(flagged, all)) {
      pair.receiver().receives(1, 10);
      for (int i = 1; i <= 10; i++) {
        pair.sender().send(i, i == 10 ? SendFlags.SIGNALED : 0);
      }
      pair.receiver().receives().numbers(10);
    }
    equal(List.of(10L), flagged.sender().sends().numbers(1), "wr_id of the flagged send");
    flagged.sender().sends().expectEmpty("ten sends, one with the flag");
    equal(Feeder.numbers(1, 10), all.sender().sends().numbers(10), "wr_ids with sq_sig_all");
  }

  private static void failureIsSignaled(Trial trial) {
    Pair pair = VerbsBench.on(trial).plan(QueuePairType.RC).senderHere().open();
    Party sender = pair.sender();
    sender.post(1, r -> r.write(pair.receiver().buffer().address(0), 0xBAD).flags(0));
    sender.send(2, 0);
    Work failure = sender.sends().expectStatus(CompletionStatus.REM_ACCESS_ERR);
    equal(1L, failure.wrId(), "wr_id of an unsignaled failure");
    Work flush = sender.sends().expectStatus(CompletionStatus.WR_FLUSH_ERR);
    equal(2L, flush.wrId(), "wr_id of an unsignaled flush");
  }

  private static void roomComesBack(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    QueuePairCapabilities asked = new QueuePairCapabilities(8, 64, 1, 1, 0);
    Pair pair = bench.plan(QueuePairType.RC).senderHere().capabilities(asked).open();
    int depth = pair.sender().pair().capabilities().maxSendWr();
    for (int round = 0; round < 5; round++) {
      pair.receiver().receives(0, depth);
      for (int i = 1; i <= depth; i++) {
        pair.sender().send(i, i == depth ? SendFlags.SIGNALED : 0);
      }
      equal((long) depth, pair.sender().sends().numbers(1).getFirst(), "wr_id, round %d", round);
      pair.receiver().receives().numbers(depth);
    }
  }

  private static void unsignaledForEver(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    QueuePairCapabilities asked = new QueuePairCapabilities(8, 64, 1, 1, 0);
    Pair pair = bench.plan(QueuePairType.RC).senderHere().capabilities(asked).open();
    int depth = pair.sender().pair().capabilities().maxSendWr();
    Buffer target = pair.receiver().buffer();
    int posted = 0;
    int answer = 0;
    while (posted < 3 * depth && answer == 0) {
      SendWorkRequest request =
          pair.sender().request(posted).write(target.address(0), target.rkey()).flags(0);
      answer = pair.sender().pair().postSend(request);
      posted += answer == 0 ? 1 : 0;
      Party.pause(answer == 0 ? 1 : 0);
    }
    that(posted >= depth, "%d of %d unsignaled writes were accepted", posted, depth);
    answeredOneOf(Set.of(0, VerbsErrno.ENOMEM), answer, "post_send of unsignaled writes");
    trial.chose(
        "unsignaled requests give their room back %s",
        answer == 0 ? "when they are carried out" : "with a later completion");
  }

  private static void receivesAreSignaled(Trial trial) {
    Pair pair = VerbsBench.on(trial).pair();
    pair.receiver().receives(1, 5);
    for (int i = 1; i <= 5; i++) {
      pair.sender().send(i, 0);
    }
    equal(Feeder.numbers(1, 5), pair.receiver().receives().numbers(5), "wr_ids of receives");
  }
}
