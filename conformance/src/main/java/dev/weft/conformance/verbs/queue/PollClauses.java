package dev.weft.conformance.verbs.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;
import static dev.weft.conformance.verbs.bench.VerbsCheck.answered;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Rounds;
import dev.weft.conformance.check.Task;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Sentinel;
import dev.weft.conformance.verbs.bench.EventInbox;
import dev.weft.conformance.verbs.bench.Feeder;
import dev.weft.conformance.verbs.bench.Inbox;
import dev.weft.conformance.verbs.bench.Pair;
import dev.weft.conformance.verbs.bench.Party;
import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.conformance.verbs.bench.VerbsCheck;
import dev.weft.conformance.verbs.bench.WindowBench;
import dev.weft.conformance.verbs.bench.Work;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.completion.CompletionOpcode;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.completion.WcFlags;
import dev.weft.verbs.completion.WorkCompletionBatch;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** VP: polling into an array. */
public final class PollClauses {
  private static final String POLL = "ibv_poll_cq(3)";
  private static final int STRIDE = 48;

  private PollClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("VP-01", Level.REQUIRED, POLL)
            .says("poll returns how many it delivered, from slot 0; other slots are untouched")
            .lookAt("how many slots poll writes")
            .check(PollClauses::deliversFromTheFirst),
        clause("VP-02", Level.REQUIRED, POLL + ", return value")
            .says("an empty queue gives 0, which is no failure")
            .lookAt("what poll returns for nothing")
            .check(PollClauses::emptyIsZero),
        clause("VP-03", Level.REQUIRED, "verbs.h, ibv_poll_cq")
            .says("fewer than asked means that there were no more")
            .lookAt("when poll ends early")
            .check(PollClauses::fewerMeansEmpty),
        clause("VP-04", Level.REQUIRED, "InfiniBand architecture, Poll For Completion")
            .says("the oldest comes first")
            .lookAt("the order of the ring")
            .check(PollClauses::oldestFirst),
        clause("VP-05", Level.REQUIRED, POLL)
            .says("what was delivered is gone")
            .lookAt("when the head of the ring moves")
            .check(PollClauses::deliveredIsGone),
        clause("VP-06", Level.REQUIRED, POLL + ", return value")
            .says("failure is a negative number (or the exception of a destroyed queue)")
            .lookAt("the sign of what poll returns for a queue that cannot be used")
            .check(PollClauses::failureIsNegative),
        clause("VP-07", Level.UNSTATED, POLL)
            .says("0 entries take nothing, fewer than 0 take nothing either (X-45)")
            .lookAt("the check of the count")
            .check(PollClauses::noneOrFewer),
        clause("VP-08", Level.REQUIRED, "ibv_alloc_td(3), default")
            .says("of many pollers each completion reaches one, each sees its own in order")
            .lookAt("how pollers exclude each other")
            .concurrent()
            .within(Duration.ofSeconds(60))
            .check(trial -> new PollerCrowd(trial, 4, 20_000).check()),
        clause("VP-09", Level.REQUIRED, POLL + "; InfiniBand architecture")
            .says("polling never blocks and neither makes, removes nor disarms a notification")
            .lookAt("whether poll touches the arm word")
            .check(PollClauses::pollLeavesTheArm),
        clause("VP-10", Level.REQUIRED, POLL)
            .says("what was polled makes room")
            .lookAt("when the writer sees the reader's index")
            .check(PollClauses::pollingMakesRoom),
        clause("VP-11", Level.REQUIRED, POLL + ", status")
            .says("a failure has wr_id, status, qp_num and vendor_err (X-21)")
            .lookAt("what is stored for a failed request")
            .check(PollClauses::failureHasFour),
        clause("VP-12", Level.UNSTATED, POLL + ", opcode")
            .says("the opcode of a failure is not that of an earlier completion (X-21)")
            .lookAt("what is stored as opcode of a failed request")
            .check(PollClauses::opcodeOfFailure),
        clause("VP-13", Level.REQUIRED, "verbs.h, IBV_WC_RECV")
            .says("bit 7 of the opcode distinguishes receives from sends (X-22)")
            .lookAt("the numbers of the opcodes")
            .check(PollClauses::receivesHaveBitSeven),
        clause("VP-14", Level.REQUIRED, POLL + ", imm_data")
            .says("immediate data comes bit for bit in network order, its flag also for 0 (X-23)")
            .lookAt("the byte order of imm_data, and what sets the flag")
            .check(PollClauses::immediateBitForBit),
        clause("VP-15", Level.REQUIRED, POLL + ", IBV_WC_WITH_INV")
            .says("an invalidated key comes as a number, and then there is no immediate data")
            .lookAt("the slot that both share")
            .check(PollClauses::invalidatedKey),
        clause("VP-16", Level.UNSTATED, POLL + ", IBV_WC_WITH_IMM")
            .says("whether the sender's completion carries the flag is the device's choice")
            .lookAt("the flags of send completions")
            .check(PollClauses::flagAtTheSender),
        clause("VP-17", Level.REQUIRED, "ibv_reg_mr(3)")
            .says("a thread that sees the completion sees the data")
            .lookAt("the acquire that pairs with the writer's release")
            .check(PollClauses::dataIsVisible));
  }

  private static void deliversFromTheFirst(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueue queue = bench.queue(8);
    bench.feeder(queue).feed(1, 3);
    WorkCompletionBatch batch = WorkCompletionBatch.allocate(Arena.ofAuto(), 8);
    equal(8L * STRIDE, batch.segment().byteSize(), "bytes of 8 struct ibv_wc");
    Sentinel.fill(batch.segment());
    equal(3, queue.poll(batch, 8), "poll of 8 with 3 queued");
    for (int i = 0; i < 3; i++) {
      long offset = (long) i * STRIDE;
      equal(i + 1L, batch.wrId(i), "wr_id of slot %d", i);
      equal(i + 1L, batch.segment().get(ValueLayout.JAVA_LONG, offset), "bytes 0..7 of slot %d", i);
      equal(0, batch.segment().get(ValueLayout.JAVA_INT, offset + 8), "status of slot %d", i);
      int opcode = batch.segment().get(ValueLayout.JAVA_INT, offset + 12);
      equal(CompletionOpcode.RECV, opcode, "opcode of slot %d", i);
    }
    Sentinel.untouched(batch.segment(), 3L * STRIDE, "slots past those delivered");
  }

  private static void emptyIsZero(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueue queue = bench.queue(8);
    WorkCompletionBatch batch = WorkCompletionBatch.allocate(Arena.ofAuto(), 8);
    Sentinel.fill(batch.segment());
    for (int i = 0; i < 100; i++) {
      equal(0, queue.poll(batch, 8), "poll of an empty queue");
    }
    Sentinel.untouched(batch.segment(), 0, "the array of a poll that found nothing");
    bench.feeder(queue).feed(1, 1);
    equal(List.of(1L), bench.inbox(queue).numbers(1), "wr_id after polls of nothing");
  }

  private static void fewerMeansEmpty(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueue queue = bench.queue(8);
    Feeder feeder = bench.feeder(queue);
    Inbox inbox = bench.inbox(queue);
    feeder.feed(1, 5);
    equal(5, inbox.poll(8), "poll of 8 with 5 queued");
    feeder.feed(6, 5);
    equal(3, inbox.poll(3), "poll of 3 with 5 queued");
    equal(2, inbox.poll(3), "poll of 3 with 2 queued");
    equal(0, inbox.poll(3), "poll of 3 with none queued");
  }

  private static void oldestFirst(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueue queue = bench.queue(64);
    Feeder feeder = bench.feeder(queue);
    for (int round = 0; round < 20; round++) {
      feeder.feed(100L * round, 13);
      equal(Feeder.numbers(100L * round, 13), bench.inbox(queue).numbers(13), "order, %d", round);
    }
  }

  private static void deliveredIsGone(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueue queue = bench.queue(8);
    Feeder feeder = bench.feeder(queue);
    Inbox inbox = bench.inbox(queue);
    List<Long> seen = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      feeder.feed(5L * i, 5);
      seen.addAll(inbox.numbers(2));
      seen.addAll(inbox.numbers(3));
      inbox.expectEmpty("after all that was fed");
    }
    equal(Feeder.numbers(0, 150), seen, "everything once");
  }

  private static void failureIsNegative(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueue queue = bench.queue(8);
    queue.close();
    WorkCompletionBatch batch = WorkCompletionBatch.allocate(Arena.ofAuto(), 8);
    try {
      int answer = queue.poll(batch, 8);
      that(answer < 0, "poll of a destroyed queue returned %d", answer);
    } catch (IllegalStateException misuse) {
      that(misuse.getMessage() != null, "an exception without a message");
    }
  }

  private static void noneOrFewer(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueue queue = bench.queue(8);
    bench.feeder(queue).feed(1, 2);
    WorkCompletionBatch batch = WorkCompletionBatch.allocate(Arena.ofAuto(), 8);
    equal(0, queue.poll(batch, 0), "poll of 0 entries");
    String way;
    try {
      int answer = queue.poll(batch, -1);
      that(answer <= 0, "poll of -1 entries delivered %d", answer);
      way = "returns " + VerbsCheck.name(answer);
    } catch (IllegalArgumentException misuse) {
      way = "is refused";
    }
    equal(List.of(1L, 2L), bench.inbox(queue).numbers(2), "wr_ids after polls of 0 and -1");
    trial.chose("poll of -1 %s", way);
  }

  private static void pollLeavesTheArm(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    EventInbox events = bench.events(bench.channel());
    CompletionQueue queue = bench.queue(8, null, events.channel());
    answered(0, queue.requestNotify(false), "req_notify");
    Inbox inbox = bench.inbox(queue);
    for (int i = 0; i < 100; i++) {
      equal(0, inbox.poll(4), "poll of an empty armed queue");
    }
    events.expectNone("polls of an empty armed queue");
    bench.feeder(queue).feed(1, 1);
    events.expect(queue);
    queue.ackEvents(1);
  }

  private static void pollingMakesRoom(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueue queue = bench.queue(7);
    int size = queue.cqe();
    Feeder feeder = bench.feeder(queue);
    Inbox inbox = bench.inbox(queue);
    feeder.feed(0, size);
    for (int i = 0; i < 5; i++) {
      equal(Feeder.numbers(3L * i, 3), inbox.numbers(3), "wr_ids of a full queue");
      feeder.feed(size + 3L * i, 3);
    }
    bench.asyncEvents().expectNone("a queue filled up again and again");
    equal(Feeder.numbers(15, size), inbox.numbers(size), "wr_ids at the end");
  }

  private static void failureHasFour(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueue queue = bench.queue(8);
    Feeder feeder = bench.feeder(queue);
    feeder.feed(1, 1);
    feeder.flush(Long.MIN_VALUE);
    Inbox inbox = bench.inbox(queue);
    inbox.numbers(1);
    Work failure = inbox.expect(1).getFirst();
    equal(Long.MIN_VALUE, failure.wrId(), "wr_id of a flushed receive");
    equal(CompletionStatus.WR_FLUSH_ERR, failure.status(), "status of a flushed receive");
    equal(feeder.flushed().number(), failure.queuePair(), "qp_num of a flushed receive");
  }

  private static void opcodeOfFailure(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueue shared = bench.queue(8);
    Party party = bench.party(QueuePairType.RC, shared, shared).toError();
    party.send(1);
    party.receive(2);
    List<Work> works = bench.inbox(shared).expect(2);
    works.forEach(w -> equal(CompletionStatus.WR_FLUSH_ERR, w.status(), "status of %s", w));
    List<String> opcodes =
        works.stream()
            .map(w -> (w.wrId() == 1 ? "send " : "receive ") + CompletionOpcode.name(w.opcode()))
            .sorted()
            .toList();
    trial.chose("opcode of a flushed %s", String.join(", of a flushed ", opcodes));
  }

  private static void receivesHaveBitSeven(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Pair pair = bench.pair();
    pair.receiver().receive(1);
    pair.sender().send(2);
    int received = pair.receiver().receives().expect(1).getFirst().opcode();
    int sent = pair.sender().sends().expect(1).getFirst().opcode();
    that((received & 128) != 0, "opcode of a receive: %d", received);
    that((sent & 128) == 0, "opcode of a send: %d", sent);
    that(CompletionOpcode.isReceive(CompletionOpcode.TM_ADD), "130 has bit 7 as well");
  }

  private static void immediateBitForBit(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Pair pair = bench.pair();
    Inbox inbox = bench.plainInbox(pair.receiver().receives().queue());
    for (int value : new int[] {0xDEADBEEF, 0, -1, 1, Integer.MIN_VALUE}) {
      pair.receiver().receive(1);
      pair.sender().post(2, request -> request.sendWithImmediate(value));
      pair.sender().sends().expect(1);
      Work work = inbox.expect(1).getFirst();
      that(work.has(WcFlags.WITH_IMM), "no WITH_IMM for immediate data 0x%08x", value);
      equal(value, work.immediate(), "immediate data");
      int bytes = inbox.batch().segment().get(ValueLayout.JAVA_INT, 24);
      equal(value, bytes, "bytes 24..27 of struct ibv_wc");
    }
  }

  private static void invalidatedKey(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Pair pair = bench.pair();
    int key = WindowBench.bound(bench, pair.receiver()).rkey();
    pair.receiver().receive(1);
    pair.sender().post(2, request -> request.sendWithInvalidate(key));
    Work work = pair.receiver().receives().expect(1).getFirst();
    that(work.has(WcFlags.WITH_INV), "no WITH_INV in %s", work);
    that(!work.has(WcFlags.WITH_IMM), "WITH_IMM beside WITH_INV in %s", work);
    equal(key, work.immediate(), "invalidated key");
  }

  private static void flagAtTheSender(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Pair pair = bench.pair();
    pair.receiver().receive(1);
    pair.sender().post(2, request -> request.sendWithImmediate(7));
    Work work = pair.sender().sends().expect(1).getFirst();
    trial.chose("WITH_IMM of the sender is %s", work.has(WcFlags.WITH_IMM) ? "set" : "clear");
  }

  private static void dataIsVisible(Trial trial) throws InterruptedException {
    VerbsBench bench = VerbsBench.on(trial);
    Pair pair = bench.pair();
    Rounds rounds = trial.race(20_000);
    pair.receiver().receiveAt(1, 8, Party.BYTES);
    Task<Boolean> sending =
        trial.start(
            () -> {
              for (int i = 1; i <= rounds.total(); i++) {
                pair.sender().buffer().put(0, i);
                pair.sender().send(i);
                pair.sender().sends().expect(1);
              }
              return true;
            });
    for (int i = 1; rounds.next(); i++) {
      pair.receiver().receiveAt(i + 1, (i + 1L) % 2 * 8, Party.BYTES);
      pair.receiver().receives().numbers(1);
      equal((long) i, pair.receiver().buffer().get(i % 2 * 8L), "data of message %d", i);
    }
    pair.receiver().receives(0, 2); // the sender may be two ahead
    sending.result();
  }
}
