package dev.weft.conformance.verbs.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Stopwatch;
import dev.weft.conformance.verbs.bench.Buffer;
import dev.weft.conformance.verbs.bench.Feeder;
import dev.weft.conformance.verbs.bench.Pair;
import dev.weft.conformance.verbs.bench.PairPlan;
import dev.weft.conformance.verbs.bench.Party;
import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.conformance.verbs.bench.VerbsCheck;
import dev.weft.conformance.verbs.bench.Work;
import dev.weft.verbs.AsyncEventType;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.SendWorkRequest;
import dev.weft.verbs.work.WorkOpcode;
import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** VQ: statuses of failed requests. */
public final class StatusClauses {
  private static final String POLL = "ibv_poll_cq(3), status";
  private static final int BAD_KEY = 0xBAD;

  private StatusClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("VQ-19", Level.SETTLED, POLL)
            .says("a receive that is too small: LOC_LEN_ERR there, REM_INV_REQ_ERR here")
            .lookAt("what the responder does with a long message")
            .check(StatusClauses::receiveTooSmall),
        clause("VQ-21", Level.UNSTATED, POLL)
            .says("a bad buffer of a receive fails at both ends")
            .lookAt("the status of the responder's own receive")
            .check(StatusClauses::badReceiveBuffer),
        clause("VQ-22", Level.SETTLED, POLL)
            .says("a bad remote key, range, right or domain is REM_ACCESS_ERR, memory untouched")
            .lookAt("what the responder checks before it writes")
            .check(StatusClauses::badRemoteAccess),
        clause("VQ-23", Level.UNSTATED, POLL)
            .says("what the remote pair itself does not allow fails")
            .lookAt("the access flags of the queue pair")
            .check(StatusClauses::pairForbids),
        clause("VQ-24", Level.SETTLED, POLL)
            .says("no receive: RNR_RETRY_EXC_ERR after rnr_retry, the peer stays usable (X-32)")
            .lookAt("the count of repeats, and what RNR does to the responder")
            .check(StatusClauses::receiverNotReady),
        clause("VQ-25", Level.SETTLED, POLL)
            .says("no answer: RETRY_EXC_ERR after retry_cnt repeats; timeout 0 waits for ever")
            .lookAt("the timer of unanswered requests")
            .within(Duration.ofSeconds(40))
            .check(StatusClauses::noAnswer),
        clause("VQ-25c", Level.SETTLED, POLL)
            .says("requests whose numbers are not those of rq_psn get no answer: RETRY_EXC_ERR")
            .lookAt("that no acknowledgement is taken for a request that was not sent yet")
            .check(StatusClauses::wrongNumber),
        clause("VQ-25a", Level.SETTLED, "InfiniBand architecture, packet header validation")
            .says("what a pair of another transport sends is dropped: nothing arrives, no answer")
            .lookAt("whether requests carry their transport")
            .within(Duration.ofSeconds(40))
            .check(StatusClauses::otherTransport),
        clause("VQ-43b", Level.SETTLED, "ibv_modify_qp(3), max_rd_atomic")
            .says("a read or atomic of a pair that may have none under way is LOC_QP_OP_ERR")
            .lookAt("what waits until fewer fetches are under way")
            .check(StatusClauses::noFetches),
        clause("VQ-26", Level.SETTLED, POLL + "; IBA C9-88")
            .says("reads and writes of nothing succeed whatever their key (X-33)")
            .lookAt("whether keys are checked for length 0")
            .check(StatusClauses::zeroLength),
        clause("VQ-27", Level.UNSTATED, "ibv_get_async_event(3)")
            .says("a refused write makes no completion there, but flushes the receives")
            .lookAt("what the responder does to itself after a refusal")
            .check(StatusClauses::responderOfRefused));
  }

  private static void receiveTooSmall(Trial trial) {
    Pair pair = VerbsBench.on(trial).pair();
    pair.receiver().receiveAt(1, Party.RECEIVES, 16);
    pair.receiver().buffer().pattern(Party.RECEIVES + 16, 48, 9);
    pair.sender().sendBytes(2, 64);
    pair.sender().sends().expectStatus(CompletionStatus.REM_INV_REQ_ERR);
    pair.receiver().receives().expectStatus(CompletionStatus.LOC_LEN_ERR);
    pair.receiver().buffer().expectPattern(Party.RECEIVES + 16, 48, 9, "memory past the receive");
    pair.sender().expectState(QueuePairState.ERR);
    pair.receiver().expectState(QueuePairState.ERR);
  }

  private static void badReceiveBuffer(Trial trial) {
    Pair pair = VerbsBench.on(trial).pair();
    var request = new ReceiveWorkRequest().wrId(1);
    request.buffers().add(pair.receiver().buffer().address(0), 64, BAD_KEY);
    VerbsCheck.answered(0, pair.receiver().pair().postRecv(request), "post_recv with a bad key");
    pair.sender().send(2);
    Work sent = pair.sender().sends().expectStatus(CompletionStatus.REM_OP_ERR);
    Work received = pair.receiver().receives().expect(1).getFirst();
    Set<Integer> allowed = Set.of(CompletionStatus.LOC_PROT_ERR, CompletionStatus.LOC_QP_OP_ERR);
    that(allowed.contains(received.status()), "status of %s", received);
    trial.chose(
        "receiver %s, sender %s",
        CompletionStatus.name(received.status()), CompletionStatus.name(sent.status()));
  }

  private static void badRemoteAccess(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    ProtectionDomain other = bench.keep(bench.context().allocPd());
    Buffer foreign = Buffer.register(other, Arena.ofAuto().allocate(64), Buffer.OPEN);
    bench.keep(foreign.region());
    Buffer readable =
        bench.buffer(bench.here(), RegionAccess.LOCAL_WRITE | RegionAccess.REMOTE_READ);
    Buffer writable =
        bench.buffer(bench.here(), RegionAccess.LOCAL_WRITE | RegionAccess.REMOTE_WRITE);
    Buffer open = bench.buffer(bench.here());
    long end = open.memory().byteSize();
    remoteFault(bench, open, r -> r.write(open.address(0), BAD_KEY));
    remoteFault(bench, open, r -> r.write(open.address(end - 4), open.rkey()));
    remoteFault(bench, open, r -> r.write(open.address(-8), open.rkey()));
    remoteFault(bench, open, r -> r.read(open.address(end), open.rkey()));
    remoteFault(bench, readable, r -> r.write(readable.address(0), readable.rkey()));
    remoteFault(bench, writable, r -> r.read(writable.address(0), writable.rkey()));
    remoteFault(bench, writable, r -> r.fetchAndAdd(writable.address(0), writable.rkey(), 1));
    remoteFault(bench, foreign, r -> r.write(foreign.address(0), foreign.rkey()));
  }

  private static void remoteFault(
      VerbsBench bench, Buffer target, Consumer<SendWorkRequest> change) {
    Pair pair = bench.pair();
    target.pattern(0, 64, 5);
    pair.sender().buffer().pattern(0, 8, 6);
    pair.sender().post(1, change);
    pair.sender().sends().expectStatus(CompletionStatus.REM_ACCESS_ERR);
    target.expectPattern(0, 64, 5, "memory after a refused access");
    pair.sender().expectState(QueuePairState.ERR);
  }

  private static void pairForbids(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Pair pair = bench.plan(QueuePairType.RC).access(0).open();
    Buffer target = pair.receiver().buffer();
    target.pattern(0, 8, 5);
    pair.sender().post(1, r -> r.write(target.address(0), target.rkey()));
    Work work = pair.sender().sends().expect(1).getFirst();
    Set<Integer> allowed =
        Set.of(CompletionStatus.REM_INV_REQ_ERR, CompletionStatus.REM_ACCESS_ERR);
    that(allowed.contains(work.status()), "status of %s", work);
    target.expectPattern(0, 8, 5, "memory that the pair does not open");
    trial.chose("%s", CompletionStatus.name(work.status()));
  }

  private static void receiverNotReady(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Pair hasty = bench.plan(QueuePairType.RC).rnrRetry(0).open();
    hasty.sender().send(1);
    hasty.sender().sends().expectStatus(CompletionStatus.RNR_RETRY_EXC_ERR);
    equal(QueuePairState.RTS, hasty.receiver().pair().state(), "state of the receiver");
    hasty.receiver().receives().expectEmpty("a send without a receive");
    Pair withData = bench.plan(QueuePairType.RC).rnrRetry(0).open();
    Buffer target = withData.receiver().buffer();
    withData.sender().post(1, r -> r.writeWithImmediate(target.address(0), target.rkey(), 1));
    withData.sender().sends().expectStatus(CompletionStatus.RNR_RETRY_EXC_ERR);
    Pair patient = bench.pair();
    patient.sender().send(2);
    Party.pause(50);
    patient.sender().sends().expectEmpty("a send that waits for a receive");
    patient.receiver().receive(3);
    patient.sender().sends().expectStatus(CompletionStatus.SUCCESS);
    equal(3L, patient.receiver().receives().numbers(1).getFirst(), "wr_id of the late receive");
  }

  private static void noAnswer(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Stopwatch watch = new Stopwatch();
    PairPlan plan = bench.plan(QueuePairType.RC).retries(2, 12).bothHere();
    Pair unanswered = plan.openReset();
    plan.connect(unanswered.sender(), unanswered.receiver());
    unanswered.sender().send(1);
    Work work = unanswered.sender().sends().expect(1).getFirst();
    equal(
        CompletionStatus.name(CompletionStatus.RETRY_EXC_ERR),
        CompletionStatus.name(work.status()),
        "status of a send to a pair in RESET");
    that(watch.millis() >= 30, "gave up after %d ms", watch.millis());
    Pair gone = plan.open();
    gone.receiver().pair().close();
    gone.sender().send(1);
    gone.sender().sends().expectStatus(CompletionStatus.RETRY_EXC_ERR);
    PairPlan endless = bench.plan(QueuePairType.RC).retries(1, 0).bothHere();
    Pair waiting = endless.openReset();
    endless.connect(waiting.sender(), waiting.receiver());
    waiting.sender().send(1);
    Party.pause(300);
    waiting.sender().sends().expectEmpty("a send with timeout 0 to a pair in RESET");
  }

  private static void wrongNumber(Trial trial) {
    for (int ahead : List.of(3, -3)) {
      PairPlan plan = VerbsBench.on(trial).plan(QueuePairType.RC).retries(2, 10);
      Pair pair = plan.receiveNumber(ahead).open();
      pair.receiver().receive(1);
      pair.sender().send(1);
      pair.sender().sends().expectStatus(CompletionStatus.RETRY_EXC_ERR);
      pair.receiver().receives().expectEmpty("receive of a send with another number");
      pair.receiver().expectState(QueuePairState.RTS);
    }
  }

  private static void otherTransport(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    PairPlan reliable = bench.plan(QueuePairType.RC).retries(2, 10);
    PairPlan unreliable = bench.plan(QueuePairType.UC);
    for (int opcode : List.of(WorkOpcode.SEND, WorkOpcode.RDMA_WRITE_WITH_IMM)) {
      Party asks = meetingAnother(reliable, unreliable);
      dropped(asks, opcode, CompletionStatus.RETRY_EXC_ERR);
      asks.expectState(QueuePairState.ERR);
      asks.peer().expectState(QueuePairState.RTS);
      dropped(meetingAnother(unreliable, reliable), opcode, CompletionStatus.SUCCESS);
    }
  }

  /** A queue pair in this process that is connected to one of another plan. */
  private static Party meetingAnother(PairPlan plan, PairPlan another) {
    Pair pair = plan.senderHere().openReset();
    Party other = another.party(pair.receiver().station(), null, null);
    plan.connect(pair.sender(), other);
    another.connect(other, pair.sender());
    return pair.sender();
  }

  private static void dropped(Party sender, int opcode, int status) {
    Party other = sender.peer();
    other.buffer().pattern(0, 64, 5);
    other.receives(1, 4);
    sender.post(9, r -> r.write(other.buffer().address(0), other.buffer().rkey()).opcode(opcode));
    sender.sends().expectStatus(status);
    other.receives().expectEmpty("what another transport has sent");
    other.buffer().expectPattern(0, 64, 5, "memory that another transport has written");
  }

  private static void noFetches(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    PairPlan plan = bench.plan(QueuePairType.RC).senderHere();
    for (int opcode : List.of(WorkOpcode.RDMA_READ, WorkOpcode.ATOMIC_FETCH_AND_ADD)) {
      Pair pair = plan.openReset();
      Party sender = pair.sender();
      plan.connect(pair.receiver(), sender);
      sender.modified(plan.toInit());
      sender.modified(plan.toReceive(sender, pair.receiver()));
      sender.modified(plan.toSend(sender).toBuilder().maxReadAtomic(0).build());
      sender.meet(pair.receiver());
      pair.deliver(1);
      Buffer target = pair.receiver().buffer();
      sender.post(2, r -> r.read(target.address(0), target.rkey()).opcode(opcode));
      sender.sends().expectStatus(CompletionStatus.LOC_QP_OP_ERR);
      sender.expectState(QueuePairState.ERR);
    }
  }

  private static void zeroLength(Trial trial) {
    Pair pair = VerbsBench.on(trial).plan(QueuePairType.RC).senderHere().open();
    Party sender = pair.sender();
    sender.post(1, r -> nothing(r).write(0xDEAD, BAD_KEY));
    sender.post(2, r -> nothing(r).read(0xDEAD, BAD_KEY));
    sender.post(3, r -> r.buffer(sender.buffer().region(), 0, 0).write(0xDEAD, BAD_KEY));
    equal(Feeder.numbers(1, 3), sender.sends().numbers(3), "wr_ids of requests of nothing");
  }

  private static SendWorkRequest nothing(SendWorkRequest request) {
    request.buffers().clear();
    return request;
  }

  private static void responderOfRefused(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Pair pair = bench.pair();
    pair.receiver().receive(1);
    pair.sender().post(2, r -> r.write(pair.receiver().buffer().address(0), BAD_KEY));
    pair.sender().sends().expectStatus(CompletionStatus.REM_ACCESS_ERR);
    Work flushed = pair.receiver().receives().expectStatus(CompletionStatus.WR_FLUSH_ERR);
    equal(1L, flushed.wrId(), "wr_id of the responder's receive");
    pair.receiver().receives().expectEmpty("after the flush");
    long events = bench.asyncEvents().count(AsyncEventType.QP_ACCESS_ERR, pair.receiver().pair());
    trial.chose("the responder gets %d QP_ACCESS_ERR events", events);
  }
}
