package dev.weft.conformance.verbs.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;
import static dev.weft.conformance.verbs.bench.VerbsCheck.answered;
import static dev.weft.conformance.verbs.bench.VerbsCheck.refused;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.verbs.bench.Feeder;
import dev.weft.conformance.verbs.bench.Pair;
import dev.weft.conformance.verbs.bench.Party;
import dev.weft.conformance.verbs.bench.Receives;
import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.conformance.verbs.bench.VerbsCheck;
import dev.weft.conformance.verbs.bench.Work;
import dev.weft.verbs.AsyncEventType;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.ExtendedCompletionQueue;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.SharedReceiveQueue;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.QueuePairCapabilities;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.SharedReceiveQueueInit;
import dev.weft.verbs.completion.WcFields;
import java.util.ArrayList;
import java.util.List;

/** VA: completion queues and the work queues that report to them. */
public final class AssociationClauses {
  private static final String CREATE = "ibv_create_qp(3)";
  private static final String IBA = "InfiniBand architecture, Create Queue Pair";

  private AssociationClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("VA-01", Level.REQUIRED, CREATE)
            .says("a queue pair names a queue for sends and one for receives, else EINVAL")
            .lookAt("the checks of queue pair creation")
            .check(AssociationClauses::bothAreNeeded),
        clause("VA-02", Level.REQUIRED, IBA)
            .says("one queue may serve both; opcode and wr_id distinguish them")
            .lookAt("what sends and receives share in a queue")
            .check(AssociationClauses::oneForBoth),
        clause("VA-03", Level.REQUIRED, IBA)
            .says("with two queues sends go to the first only, receives to the second only")
            .lookAt("which queue each direction is given")
            .check(AssociationClauses::twoQueues),
        clause("VA-04", Level.REQUIRED, IBA)
            .says("one queue may serve many queue pairs; qp_num says which")
            .lookAt("the qp_num of completions")
            .check(AssociationClauses::manyPairs),
        clause("VA-05", Level.OPTIONAL, IBA)
            .says("queue pairs 0 and 1 share queues with each other but with no other kind")
            .lookAt("whether a queue records the kind of its users")
            .check(AssociationClauses::managementPairs),
        clause("VA-06", Level.SETTLED, CREATE)
            .says("each work queue is one use of its queue, a failed creation none (X-40)")
            .lookAt("how uses are counted and given back")
            .check(AssociationClauses::usesAreCounted),
        clause("VA-07", Level.UNSTATED, CREATE)
            .says("a queue of another context is refused")
            .lookAt("whether creation compares contexts")
            .check(AssociationClauses::otherContext),
        clause("VA-08", Level.REQUIRED, "ibv_create_srq_ex(3)")
            .says("a tag-matching receive queue keeps its completion queue busy")
            .lookAt("whether shared receive queues count as users")
            .check(AssociationClauses::sharedReceiveQueueHolds),
        clause("VA-09", Level.UNSTATED, "ibv_poll_cq(3), notes")
            .says("creation does not check that a queue is large enough; it overruns later")
            .lookAt("whether creation adds up depths")
            .check(AssociationClauses::sizeIsTheCallers),
        clause("VA-10", Level.UNSTATED, "ibv_destroy_qp(3)")
            .says("completions of a destroyed or reset pair may go, the rest keeps order (X-42)")
            .lookAt("how entries are taken out of the middle of the ring")
            .check(AssociationClauses::destroyedPair),
        clause("X-41", Level.UNSTATED, "ibv_destroy_qp(3)")
            .says("a pair may be destroyed while a batch shows its completion (X-41)")
            .lookAt("what a batch keeps of the entry at which it stands")
            .check(AssociationClauses::destroyedInsideBatch));
  }

  private static QueuePair create(
      VerbsBench bench, CompletionQueue sends, CompletionQueue receives, int sendWr) {
    return bench.pair(
        bench.domain(),
        QueuePairInit.builder(QueuePairType.RC)
            .sendCq(sends)
            .receiveCq(receives)
            .capabilities(QueuePairCapabilities.of(sendWr, 4))
            .build());
  }

  private static void bothAreNeeded(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueue queue = bench.queue(8);
    refused(VerbsErrno.EINVAL, "create_qp without queues", () -> create(bench, null, null, 4));
    refused(
        VerbsErrno.EINVAL, "create_qp without a send queue", () -> create(bench, null, queue, 4));
    refused(
        VerbsErrno.EINVAL,
        "create_qp without a receive queue",
        () -> create(bench, queue, null, 4));
    equal(queue, create(bench, queue, bench.queue(8), 4).sendCq(), "send_cq");
  }

  private static void oneForBoth(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueue queue = bench.queue(64);
    Pair pair = bench.plan(QueuePairType.RC).sendQueue(queue).receiveQueue(queue).bothHere().open();
    for (int i = 0; i < 5; i++) {
      pair.receiver().receive(200 + i);
      pair.sender().send(100 + i);
    }
    List<Work> works = bench.inbox(queue).expect(10);
    works.forEach(work -> equal(work.wrId() < 200 ? 0 : 128, work.opcode(), "opcode of %s", work));
    equal(Feeder.numbers(100, 5), numbers(works, 100), "wr_ids of sends, in order");
    equal(Feeder.numbers(200, 5), numbers(works, 200), "wr_ids of receives, in order");
  }

  private static List<Long> numbers(List<Work> works, long hundred) {
    return works.stream().map(Work::wrId).filter(id -> id / 100 * 100 == hundred).toList();
  }

  private static void twoQueues(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueue sends = bench.queue(64);
    CompletionQueue receives = bench.queue(64);
    Pair pair =
        bench.plan(QueuePairType.RC).sendQueue(sends).receiveQueue(receives).bothHere().open();
    pair.deliver(1);
    pair.receiver().receive(2);
    pair.sender().send(2);
    equal(List.of(2L), bench.inbox(sends).numbers(1), "wr_id in the queue of sends");
    equal(List.of(1L, 2L), bench.inbox(receives).numbers(2), "wr_ids in the queue of receives");
    bench.inbox(sends).expectEmpty("after all sends");
    bench.inbox(receives).expectEmpty("after all receives");
  }

  private static void manyPairs(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueue queue = bench.queue(64);
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Pair pair =
          bench.plan(QueuePairType.RC).sendQueue(queue).receiveQueue(queue).bothHere().open();
      pairs.add(pair);
      pair.receiver().receive(200 + i);
      pair.sender().send(100 + i);
    }
    for (Work work : bench.inbox(queue).expect(6)) {
      Pair pair = pairs.get((int) (work.wrId() % 100));
      Party party = work.wrId() < 200 ? pair.sender() : pair.receiver();
      equal(party.number(), work.queuePair(), "qp_num of %s", work);
    }
  }

  private static void managementPairs(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueue managed = bench.queue(16);
    CompletionQueue other = bench.queue(16);
    create(bench, other, other, 4);
    management(bench, QueuePairType.GSI, managed);
    management(bench, QueuePairType.SMI, managed);
    refused(
        VerbsErrno.EINVAL,
        "create_qp of RC with the queue of QP0 and QP1",
        () -> create(bench, managed, other, 4));
    VerbsBench second = VerbsBench.on(trial);
    CompletionQueue taken = second.queue(16);
    create(second, taken, taken, 4);
    refused(
        VerbsErrno.EINVAL,
        "create_qp of GSI with the queue of an RC pair",
        () -> management(second, QueuePairType.GSI, taken));
    trial.chose("QP0 and QP1 exist and share queues with each other only");
  }

  private static QueuePair management(VerbsBench bench, QueuePairType type, CompletionQueue queue) {
    return bench.pair(
        bench.domain(), QueuePairInit.builder(type).completionQueue(queue).port(1).build());
  }

  private static void usesAreCounted(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueue both = bench.queue(8);
    CompletionQueue sends = bench.queue(8);
    CompletionQueue receives = bench.queue(8);
    QueuePair one = create(bench, both, both, 4);
    QueuePair two = create(bench, sends, receives, 4);
    refused(
        "create_qp of more requests than the device has",
        () -> create(bench, both, both, bench.device().maxQpWr() + 1));
    for (CompletionQueue queue : List.of(both, sends, receives)) {
      refused(VerbsErrno.EBUSY, "destroy of a queue in use", queue::close);
    }
    two.close();
    sends.close();
    receives.close();
    refused(VerbsErrno.EBUSY, "destroy of a queue in use as both", both::close);
    one.close();
    both.close();
  }

  private static void otherContext(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    VerbsContext stranger = bench.openContext();
    CompletionQueue foreign = bench.keep(stranger.createCq(8, null, null, 0));
    VerbsException refusal =
        refused(
            "create_qp with a queue of another context",
            () -> create(bench, foreign, bench.queue(8), 4));
    foreign.close();
    trial.chose("refused with %s", VerbsErrno.name(refusal.errno()));
  }

  private static void sharedReceiveQueueHolds(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    trial.skipUnless(bench.device().tagMatching().maxTags() > 0, "no tag matching");
    CompletionQueue queue = bench.queue(16);
    SharedReceiveQueue shared =
        bench.shared(SharedReceiveQueueInit.basic(8, 1).matchingTags(queue, 4, 4));
    equal(queue, shared.completionQueue(), "the queue of a tag-matching receive queue");
    refused(VerbsErrno.EBUSY, "destroy of the queue of a receive queue", queue::close);
    refused(
        "create_srq_ex without a queue",
        () -> bench.shared(SharedReceiveQueueInit.basic(8, 1).matchingTags(null, 4, 4)));
    completesInItsOwn(bench, queue, shared);
    shared.close();
    queue.close();
  }

  private static void completesInItsOwn(
      VerbsBench bench, CompletionQueue queue, SharedReceiveQueue shared) {
    CompletionQueue other = bench.queue(16);
    Pair pair = bench.plan(QueuePairType.RC).receiveQueue(other).shared(shared).open();
    Receives.post(shared, pair.receiver().buffer(), 5, Party.slot(5), Party.SLOT);
    pair.sender().buffer().put(0, 0);
    pair.sender().send(1);
    equal(List.of(5L), bench.inbox(queue).numbers(1), "wr_id in the shared queue's queue");
    bench.inbox(other).expectEmpty("the queue pair's own queue for receives");
    pair.receiver().pair().close();
  }

  private static void sizeIsTheCallers(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueue small = bench.queue(1);
    Feeder feeder = bench.feeder(small);
    feeder.feed(1, small.cqe());
    feeder.push(99);
    bench.asyncEvents().expect(AsyncEventType.CQ_ERR, small);
    trial.chose("a queue that is too small is accepted and overruns");
  }

  private static void destroyedPair(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    List<String> ways = new ArrayList<>();
    for (boolean reset : new boolean[] {false, true}) {
      CompletionQueue queue = bench.queue(64);
      Pair stays = bench.pairInto(queue);
      Pair goes = bench.pairInto(queue);
      for (int i = 1; i <= 5; i++) {
        stays.deliver(i);
        goes.deliver(100 + i);
      }
      if (reset) {
        goes.receiver().move(QueuePairState.RESET);
      } else {
        goes.receiver().pair().close();
      }
      stays.deliver(6);
      List<Long> seen = bench.inbox(queue).all();
      List<Long> rest = seen.stream().filter(number -> number < 100).toList();
      List<Long> stale = seen.stream().filter(number -> number > 100).toList();
      equal(Feeder.numbers(1, 6), rest, "wr_ids of the pair that stays");
      that(stale.isEmpty() || stale.equals(Feeder.numbers(101, 5)), "stale: %s", stale);
      ways.add(
          (reset ? "reset " : "destroy ") + (stale.isEmpty() ? "removes" : "leaves") + " them");
    }
    trial.chose("%s", String.join(", ", ways));
  }

  private static void destroyedInsideBatch(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    ExtendedCompletionQueue queue = bench.extended(WcFields.STANDARD);
    Pair goes = bench.pairInto(queue);
    goes.deliver(1);
    goes.deliver(2);
    answered(0, FieldClauses.startWithin(queue), "start_poll");
    int number = goes.receiver().number();
    goes.receiver().pair().close();
    equal(1L, queue.wrId(), "wr_id of the destroyed pair's completion in an open batch");
    equal(number, queue.readQpNum(), "qp_num of the destroyed pair's completion");
    int next = queue.nextPoll();
    that(next == 0 || next == VerbsErrno.ENOENT, "next_poll returned %s", VerbsCheck.name(next));
    queue.endPoll();
    Pair stays = bench.pairInto(queue);
    stays.deliver(3);
    List<Long> seen = bench.inbox(queue).all();
    that(seen.contains(3L), "the next pair's completion is missing: %s", seen);
    trial.chose("the batch goes on%s", next == 0 ? " through both" : ", the rest is removed");
  }
}
