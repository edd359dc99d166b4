package dev.weft.conformance.verbs.queuepair;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Rounds;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.verbs.bench.AsyncInbox;
import dev.weft.conformance.verbs.bench.Buffer;
import dev.weft.conformance.verbs.bench.Feeder;
import dev.weft.conformance.verbs.bench.Inbox;
import dev.weft.conformance.verbs.bench.Pair;
import dev.weft.conformance.verbs.bench.PairPlan;
import dev.weft.conformance.verbs.bench.Party;
import dev.weft.conformance.verbs.bench.Receives;
import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.conformance.verbs.bench.VerbsCheck;
import dev.weft.conformance.verbs.bench.Work;
import dev.weft.verbs.AsyncEventType;
import dev.weft.verbs.SharedReceiveQueue;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.SharedReceiveQueueAttributes;
import dev.weft.verbs.attributes.SharedReceiveQueueInit;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.work.SendFlags;
import java.util.ArrayList;
import java.util.List;

/** VQ: the order of completions, the error state and shared receive queues. */
public final class OrderClauses {
  private static final String MODIFY = "ibv_modify_qp(3)";

  private OrderClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("VQ-12", Level.REQUIRED, "InfiniBand architecture, Work Queue Completions")
            .says("one send queue, or one receive queue, completes in the order of posting")
            .lookAt("whether short operations overtake long ones")
            .check(OrderClauses::orderOfPosting),
        clause("VQ-13", Level.REQUIRED, "ibv_reg_mr(3), ordering")
            .says("a write is visible at the completion of the send after it")
            .lookAt("the order in which the responder places data")
            .check(OrderClauses::writeThenSend),
        clause("VQ-14", Level.REQUIRED, "ibv_wr_post(3), IBV_SEND_FENCE")
            .says("a fenced request starts after earlier reads and atomics")
            .lookAt("when the requester fetches the data of a fenced send")
            .check(OrderClauses::fence),
        clause("VQ-15", Level.SETTLED, MODIFY)
            .says("ERR completes each outstanding request once, flushed, in order (X-30)")
            .lookAt("how the queues are flushed")
            .check(OrderClauses::errorFlushesAll),
        clause("VQ-16", Level.SETTLED, "ibv_poll_cq(3), status")
            .says("a failed request has its status, all others on both queues flush (X-30, X-32)")
            .lookAt("what a fatal status does to the queue pair")
            .check(OrderClauses::culpritAndOthers),
        clause("VQ-17", Level.SETTLED, "ibv_create_srq(3)")
            .says("receives of a shared queue are not flushed with one of its pairs (X-30)")
            .lookAt("what flushing takes from a shared queue")
            .check(OrderClauses::sharedReceivesStay),
        clause("VQ-18", Level.SETTLED, MODIFY)
            .says("RESET empties the queues without completions (X-31)")
            .lookAt("what RESET does with outstanding requests")
            .check(OrderClauses::resetIsSilent),
        clause("VQ-41", Level.REQUIRED, "ibv_post_send(3)")
            .says("an unreliable pair sends and writes, and never waits for a receive")
            .lookAt("the responder of UC without a receive")
            .check(OrderClauses::unreliable),
        clause("VQ-42", Level.REQUIRED, "ibv_modify_srq(3)")
            .says("a shared queue serves any pair; below its limit one event, until set again")
            .lookAt("when the limit is compared and cleared")
            .check(OrderClauses::sharedQueueLimit));
  }

  private static void orderOfPosting(Trial trial) {
    Pair pair = VerbsBench.on(trial).plan(QueuePairType.RC).senderHere().open();
    Party sender = pair.sender();
    Buffer target = pair.receiver().buffer();
    for (int round = 0; round < 10; round++) {
      pair.receiver().receives(100, 8);
      for (int i = 0; i < 8; i++) {
        int number = i;
        sender.post(
            3L * i,
            r ->
                r.buffer(sender.buffer().region(), 0, 8_000)
                    .read(target.address(0), target.rkey()));
        sender.post(3L * i + 1, r -> r.fetchAndAdd(target.address(0), target.rkey(), number));
        sender.send(3L * i + 2);
      }
      equal(Feeder.numbers(0, 24), sender.sends().numbers(24), "wr_ids of the send queue");
      equal(
          Feeder.numbers(100, 8),
          pair.receiver().receives().numbers(8),
          "wr_ids of the receive queue");
    }
  }

  private static void writeThenSend(Trial trial) {
    Pair pair = VerbsBench.on(trial).pair();
    Party sender = pair.sender();
    Buffer target = pair.receiver().buffer();
    Rounds rounds = trial.race(1_000);
    for (int i = 1; rounds.next(); i++) {
      pair.receiver().receive(i);
      sender.buffer().put(0, i);
      sender.post(i, r -> r.write(target.address(512), target.rkey()).flags(0));
      sender.send(i);
      pair.receiver().receives().numbers(1);
      equal((long) i, target.get(512), "data of the write before send %d", i);
      sender.sends().numbers(1);
    }
  }

  private static void fence(Trial trial) {
    Pair pair = VerbsBench.on(trial).plan(QueuePairType.RC).senderHere().open();
    Party sender = pair.sender();
    Buffer target = pair.receiver().buffer();
    for (int i = 1; i <= 100; i++) {
      target.put(64, 1_000 + i);
      pair.receiver().receive(i);
      sender.post(i, r -> r.read(target.address(64), target.rkey()).flags(0));
      sender.send(i, SendFlags.SIGNALED | SendFlags.FENCE);
      pair.receiver().receives().numbers(1);
      equal(1_000L + i, target.get(Party.slot(i)), "data of a fenced send of what was read, %d", i);
      sender.sends().numbers(1);
    }
  }

  private static void errorFlushesAll(Trial trial) {
    Pair pair = VerbsBench.on(trial).plan(QueuePairType.RC).senderHere().open();
    Party party = pair.sender();
    party.receives(11, 5);
    for (int i = 1; i <= 5; i++) {
      party.send(i, i % 2 == 0 ? SendFlags.SIGNALED : 0);
    }
    party.move(QueuePairState.ERR);
    expectFlushed(party.sends(), 1, 5);
    expectFlushed(party.receives(), 11, 5);
    party.send(6, 0);
    party.receive(16);
    expectFlushed(party.sends(), 6, 1);
    expectFlushed(party.receives(), 16, 1);
    party.sends().expectEmpty("after each flush once");
    party.receives().expectEmpty("after each flush once");
  }

  private static void expectFlushed(Inbox inbox, long first, int count) {
    List<Work> works = inbox.expect(count);
    works.forEach(
        work -> equal(CompletionStatus.WR_FLUSH_ERR, work.status(), "status of %s", work));
    equal(
        Feeder.numbers(first, count),
        works.stream().map(Work::wrId).toList(),
        "wr_ids of flushed requests");
  }

  private static void culpritAndOthers(Trial trial) {
    Pair pair = VerbsBench.on(trial).plan(QueuePairType.RC).senderHere().open();
    Party sender = pair.sender();
    Buffer target = pair.receiver().buffer();
    sender.receives(11, 2);
    sender.post(1, r -> r.write(target.address(0), target.rkey()));
    sender.post(2, r -> r.write(target.address(0), 0xBAD));
    sender.post(3, r -> r.write(target.address(8), target.rkey()));
    equal(1L, sender.sends().numbers(1).getFirst(), "wr_id of the good one");
    equal(
        2L,
        sender.sends().expectStatus(CompletionStatus.REM_ACCESS_ERR).wrId(),
        "wr_id of the culprit");
    expectFlushed(sender.sends(), 3, 1);
    expectFlushed(sender.receives(), 11, 2);
    sender.expectState(QueuePairState.ERR);
    sender.send(4);
    expectFlushed(sender.sends(), 4, 1);
    sender.sends().expectEmpty("after each once");
  }

  private static SharedReceiveQueue shared(VerbsBench bench, int size) {
    return bench.shared(SharedReceiveQueueInit.basic(size, 1));
  }

  private static void sharedReceivesStay(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    SharedReceiveQueue shared = shared(bench, 8);
    Pair fails = bench.plan(QueuePairType.RC).shared(shared).open();
    Pair stays = bench.plan(QueuePairType.RC).shared(shared).open();
    for (int i = 1; i <= 4; i++) {
      Receives.post(shared, stays.receiver().buffer(), i, Party.slot(i), Party.SLOT);
    }
    AsyncInbox events = bench.asyncEvents();
    fails.receiver().move(QueuePairState.ERR);
    fails.receiver().receives().expectEmpty("the failure of a pair with a shared queue");
    events.expect(AsyncEventType.QP_LAST_WQE_REACHED, fails.receiver().pair());
    for (int i = 1; i <= 4; i++) {
      stays.sender().send(i);
    }
    equal(Feeder.numbers(1, 4), stays.receiver().receives().numbers(4), "wr_ids, other pair");
  }

  private static void resetIsSilent(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    PairPlan plan = bench.plan(QueuePairType.RC).bothHere();
    Pair pair = plan.open();
    Party party = pair.sender();
    party.receives(11, 5);
    for (int i = 1; i <= 5; i++) {
      party.send(i);
    }
    party.move(QueuePairState.RESET);
    party.sends().expectEmpty("RESET with 5 sends outstanding");
    party.receives().expectEmpty("RESET with 5 receives outstanding");
    pair.receiver().move(QueuePairState.RESET);
    plan.connect(party, pair.receiver());
    plan.connect(pair.receiver(), party);
    pair.receiver().receive(21);
    party.send(22);
    equal(22L, party.sends().numbers(1).getFirst(), "wr_id after RESET and back");
    equal(21L, pair.receiver().receives().numbers(1).getFirst(), "wr_id after RESET and back");
  }

  private static void unreliable(Trial trial) {
    Pair pair = VerbsBench.on(trial).pair(QueuePairType.UC);
    Party sender = pair.sender();
    Buffer target = pair.receiver().buffer();
    sender.buffer().put(0, 0x55);
    sender.post(1, r -> r.writeWithImmediate(target.address(0), target.rkey(), 1));
    sender.send(2);
    equal(List.of(1L, 2L), sender.sends().numbers(2), "wr_ids without receives");
    Party.pause(100);
    pair.receiver().receives().expectEmpty("messages without a receive");
    pair.receiver().receives(3, 3);
    sender.post(3, r -> r.writeWithImmediate(target.address(8), target.rkey(), 1));
    sender.post(4, r -> r.sendWithImmediate(4));
    sender.post(5, r -> r.write(target.address(16), target.rkey()));
    sender.send(6);
    sender.sends().numbers(4);
    equal(Feeder.numbers(3, 3), pair.receiver().receives().numbers(3), "wr_ids of receives");
    equal(0x55L, target.get(8), "data of a write with immediate");
    equal(0x55L, target.get(16), "data of a write");
  }

  private static void sharedQueueLimit(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    SharedReceiveQueue shared = shared(bench, 16);
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      pairs.add(bench.plan(QueuePairType.RC).shared(shared).open());
    }
    Buffer buffer = pairs.getFirst().receiver().buffer();
    for (int i = 0; i < 10; i++) {
      Receives.post(shared, buffer, i, Party.slot(i), Party.SLOT);
    }
    int mask = SharedReceiveQueueAttributes.LIMIT;
    VerbsCheck.answered(
        0, shared.modify(new SharedReceiveQueueAttributes(0, 0, 7), mask), "modify_srq");
    equal(7, shared.query().limit(), "srq_limit");
    AsyncInbox events = bench.asyncEvents();
    List<Long> seen = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      Pair pair = pairs.get(i % 2);
      pair.sender().send(i);
      pair.sender().sends().numbers(1);
      seen.addAll(pair.receiver().receives().numbers(1));
      if (i == 2) {
        equal(0L, events.count(AsyncEventType.SRQ_LIMIT_REACHED, shared), "events at the limit");
      }
    }
    equal(Feeder.numbers(0, 6), seen, "wr_ids of both pairs");
    equal(1L, events.count(AsyncEventType.SRQ_LIMIT_REACHED, shared), "events below the limit");
    that(shared.query().limit() == 0, "srq_limit after its event: %d", shared.query().limit());
  }
}
