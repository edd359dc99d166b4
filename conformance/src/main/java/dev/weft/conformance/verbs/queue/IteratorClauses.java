package dev.weft.conformance.verbs.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.rejected;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;
import static dev.weft.conformance.verbs.bench.VerbsCheck.answered;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Task;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.verbs.bench.Feeder;
import dev.weft.conformance.verbs.bench.Inbox;
import dev.weft.conformance.verbs.bench.Party;
import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.conformance.verbs.bench.VerbsCheck;
import dev.weft.conformance.verbs.bench.Work;
import dev.weft.verbs.ExtendedCompletionQueue;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.completion.PollAttributes;
import dev.weft.verbs.completion.WcFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntSupplier;

/** VP: polling by start, next and end. */
public final class IteratorClauses {
  private static final String PAGE = "ibv_create_cq_ex(3), ";
  private static final String START = PAGE + "ibv_start_poll";
  private static final String NEXT = PAGE + "ibv_next_poll";
  private static final String END = PAGE + "ibv_end_poll";

  private IteratorClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("VP-18", Level.REQUIRED, START)
            .says("start opens a batch on the oldest completion")
            .lookAt("where start positions the reader")
            .check(IteratorClauses::startsAtTheOldest),
        clause("VP-19", Level.REQUIRED, START + ", ENOENT")
            .says("start of an empty queue gives ENOENT, opens and locks nothing (X-17)")
            .lookAt("whether start releases the lock when there is nothing")
            .check(IteratorClauses::emptyOpensNothing),
        clause("VP-20", Level.REQUIRED, START + ", errors")
            .says("start with another error keeps no lock and takes nothing (X-16)")
            .lookAt("the order of the checks and of the lock in start")
            .check(IteratorClauses::errorOpensNothing),
        clause("VP-21", Level.REQUIRED, NEXT)
            .says("next goes on to the next completion, the older first")
            .lookAt("how next moves the reader")
            .check(IteratorClauses::nextGoesOn),
        clause("VP-22", Level.REQUIRED, NEXT + ", ENOENT")
            .says("next without a completion gives ENOENT and still needs an end (X-17)")
            .lookAt("whether next closes the batch at the end of the ring")
            .check(IteratorClauses::nextAtTheEnd),
        clause("VP-23", Level.UNSTATED, NEXT)
            .says("next after its ENOENT skips and repeats nothing that comes later (X-19)")
            .lookAt("what next has moved when it found nothing")
            .check(IteratorClauses::nextAfterTheEnd),
        clause("VP-24", Level.REQUIRED, END)
            .says("end consumes exactly what was visited (X-18)")
            .lookAt("what end publishes as the reader's index")
            .check(IteratorClauses::endConsumesTheVisited),
        clause("VP-25", Level.REQUIRED, END)
            .says("calls out of order are refused and lose nothing")
            .lookAt("the guard of next, end and the accessors")
            .check(IteratorClauses::outOfOrder),
        clause("VP-26", Level.UNSTATED, START)
            .says("start or poll inside an open batch of the same thread does not hang")
            .lookAt("whether the lock of a batch records its owner")
            .check(IteratorClauses::startTwice),
        clause("VP-27", Level.UNSTATED, START)
            .says("between start and end other pollers wait or go on, but do not interleave")
            .lookAt("the lock that a batch holds")
            .concurrent()
            .check(IteratorClauses::othersWait),
        clause("VP-28", Level.UNSTATED, END)
            .says("when a batch gives its room back is the device's choice")
            .lookAt("when the writer sees what a batch has visited")
            .check(IteratorClauses::roomComesBack),
        clause("VX-20", Level.UNSTATED, START + ", struct ibv_poll_cq_attr")
            .says("an unknown bit of the attributes opens nothing, null is the default")
            .lookAt("the check of comp_mask in start")
            .check(IteratorClauses::pollAttributes));
  }

  /** A queue of 16 with the standard fields and this many completions, from 1. */
  private static ExtendedCompletionQueue filled(VerbsBench bench, int count) {
    ExtendedCompletionQueue queue = bench.extended(WcFields.STANDARD);
    bench.feeder(queue).feed(1, count);
    return queue;
  }

  private static void startsAtTheOldest(Trial trial) {
    ExtendedCompletionQueue queue = filled(VerbsBench.on(trial), 2);
    answered(0, queue.startPoll(null), "start_poll");
    equal(1L, queue.wrId(), "wr_id of the oldest");
    equal(0, queue.status(), "status of the oldest");
    equal(128, queue.readOpcode(), "opcode of the oldest");
    equal(Party.BYTES, queue.readByteLen(), "byte_len of the oldest");
    queue.endPoll();
  }

  private static void emptyOpensNothing(Trial trial) throws InterruptedException {
    VerbsBench bench = VerbsBench.on(trial);
    ExtendedCompletionQueue queue = bench.extended(WcFields.STANDARD);
    for (int i = 0; i < 3; i++) {
      answered(VerbsErrno.ENOENT, queue.startPoll(null), "start_poll of an empty queue");
    }
    equal(0, trial.start(() -> bench.plainInbox(queue).poll(1)).result(), "poll of a thread");
    bench.feeder(queue).feed(1, 1);
    answered(0, queue.startPoll(null), "start_poll after one of nothing");
    equal(1L, queue.wrId(), "wr_id");
    queue.endPoll();
  }

  private static void errorOpensNothing(Trial trial) throws InterruptedException {
    VerbsBench bench = VerbsBench.on(trial);
    ExtendedCompletionQueue queue = filled(bench, 2);
    int answer = queue.startPoll(new PollAttributes(1 << 5));
    trial.skipUnless(answer != 0, "start_poll knows all bits, so it never fails");
    Inbox inbox = bench.plainInbox(queue);
    List<Long> seen = trial.start(() -> inbox.numbers(2)).result();
    equal(List.of(1L, 2L), seen, "wr_ids in another thread after a start_poll that failed");
  }

  private static void nextGoesOn(Trial trial) {
    ExtendedCompletionQueue queue = filled(VerbsBench.on(trial), 3);
    answered(0, queue.startPoll(null), "start_poll");
    for (long number = 1; number <= 3; number++) {
      equal(number, queue.wrId(), "wr_id at place %d", number);
      answered(number < 3 ? 0 : VerbsErrno.ENOENT, queue.nextPoll(), "next_poll");
    }
    queue.endPoll();
  }

  private static void nextAtTheEnd(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    ExtendedCompletionQueue queue = filled(bench, 1);
    answered(0, queue.startPoll(null), "start_poll");
    answered(VerbsErrno.ENOENT, queue.nextPoll(), "next_poll after the only completion");
    queue.endPoll();
    bench.feeder(queue).feed(2, 1);
    equal(List.of(2L), bench.iteratorInbox(queue).numbers(1), "wr_id of the next batch");
    bench.iteratorInbox(queue).expectEmpty("after both");
  }

  private static void nextAfterTheEnd(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    ExtendedCompletionQueue queue = filled(bench, 1);
    Feeder feeder = bench.feeder(queue);
    answered(0, queue.startPoll(null), "start_poll");
    List<Long> seen = new ArrayList<>();
    seen.add(queue.wrId());
    answered(VerbsErrno.ENOENT, queue.nextPoll(), "next_poll after the only completion");
    feeder.feed(2, 2);
    boolean goesOn = false;
    while (queue.nextPoll() == 0) {
      goesOn = true;
      seen.add(queue.wrId());
    }
    queue.endPoll();
    seen.addAll(bench.iteratorInbox(queue).numbers(3 - seen.size()));
    equal(List.of(1L, 2L, 3L), seen, "wr_ids of both batches");
    bench.iteratorInbox(queue).expectEmpty("after all three");
    trial.chose("next after ENOENT %s", goesOn ? "goes on with what comes" : "stays at the end");
  }

  private static void endConsumesTheVisited(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    ExtendedCompletionQueue queue = filled(bench, 6);
    answered(0, queue.startPoll(null), "start_poll");
    answered(0, queue.nextPoll(), "next_poll");
    queue.endPoll();
    answered(0, queue.startPoll(null), "start_poll after two of six");
    equal(3L, queue.wrId(), "wr_id after two of six");
    queue.endPoll();
    answered(0, queue.startPoll(null), "start_poll after start and end");
    equal(4L, queue.wrId(), "start and end at once consume one");
    queue.endPoll();
    equal(List.of(5L, 6L), bench.plainInbox(queue).numbers(2), "wr_ids that were not visited");
    bench.iteratorInbox(queue).expectEmpty("after all six");
  }

  private static void outOfOrder(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    ExtendedCompletionQueue queue = filled(bench, 3);
    rejected(IllegalStateException.class, "end_poll without a batch", queue::endPoll);
    rejected(IllegalStateException.class, "next_poll without a batch", queue::nextPoll);
    rejected(IllegalStateException.class, "wr_id without a batch", queue::wrId);
    rejected(IllegalStateException.class, "opcode without a batch", queue::readOpcode);
    answered(0, queue.startPoll(null), "start_poll after misuse");
    equal(1L, queue.wrId(), "wr_id after misuse");
    queue.endPoll();
    rejected(IllegalStateException.class, "wr_id after end_poll", queue::wrId);
    rejected(IllegalStateException.class, "second end_poll", queue::endPoll);
    equal(List.of(2L, 3L), bench.inbox(queue).numbers(2), "wr_ids after misuse");
  }

  private static void startTwice(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    ExtendedCompletionQueue queue = filled(bench, 3);
    answered(0, queue.startPoll(null), "start_poll");
    String second = way(() -> queue.startPoll(null));
    String poll = way(() -> bench.plainInbox(queue).poll(1));
    equal(1L, queue.wrId(), "wr_id after misuse inside a batch");
    queue.endPoll();
    equal(List.of(2L, 3L), bench.inbox(queue).numbers(2), "wr_ids after misuse inside a batch");
    trial.chose("inside a batch start_poll %s, poll_cq %s", second, poll);
  }

  private static String way(IntSupplier call) {
    try {
      int answer = call.getAsInt();
      that(answer != 0, "a call inside a batch succeeded");
      return "returns " + VerbsCheck.name(answer);
    } catch (IllegalStateException | VerbsException refusal) {
      return "is refused";
    }
  }

  private static void othersWait(Trial trial) throws InterruptedException {
    VerbsBench bench = VerbsBench.on(trial);
    ExtendedCompletionQueue queue = filled(bench, 3);
    answered(0, queue.startPoll(null), "start_poll");
    Task<List<Long>> other =
        trial.start(
            () -> {
              Inbox inbox = bench.plainInbox(queue);
              inbox.poll(1);
              return inbox.polled().stream().map(Work::wrId).toList();
            });
    other.awaitBlocked();
    boolean waits = !other.isDone();
    answered(0, queue.nextPoll(), "next_poll beside another poller");
    long second = queue.wrId();
    queue.endPoll();
    List<Long> seen = new ArrayList<>(List.of(1L, second));
    seen.addAll(other.result());
    seen.addAll(bench.inbox(queue).all());
    seen.sort(null);
    equal(List.of(1L, 2L, 3L), seen, "wr_ids of both threads");
    that(!waits || second == 2, "the batch did not go on with its own: %d", second);
    trial.chose("another poller %s", waits ? "waits for the end of the batch" : "does not wait");
  }

  private static void roomComesBack(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    ExtendedCompletionQueue queue = bench.extended(bench.init(WcFields.STANDARD).cqe(7));
    Feeder feeder = bench.feeder(queue);
    feeder.feed(1, queue.cqe());
    answered(0, queue.startPoll(null), "start_poll of a full queue");
    for (int i = 1; i < queue.cqe(); i++) {
      answered(0, queue.nextPoll(), "next_poll %d of a full queue", i);
    }
    queue.endPoll();
    feeder.feed(100, queue.cqe());
    bench.asyncEvents().expectNone("a queue that was emptied by a batch and filled again");
    equal(
        Feeder.numbers(100, queue.cqe()),
        bench.inbox(queue).numbers(queue.cqe()),
        "wr_ids of the second filling");
    trial.chose("after end_poll all visited room is free");
  }

  private static void pollAttributes(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    ExtendedCompletionQueue queue = filled(bench, 2);
    int answer = queue.startPoll(new PollAttributes(1));
    VerbsCheck.answeredOneOf(Set.of(0, VerbsErrno.EINVAL), answer, "start_poll with comp_mask 1");
    if (answer == 0) {
      queue.endPoll();
    }
    answered(0, queue.startPoll(new PollAttributes(0)), "start_poll with comp_mask 0");
    equal(answer == 0 ? 2L : 1L, queue.wrId(), "wr_id after start_poll with comp_mask 1");
    queue.endPoll();
    trial.chose("an unknown bit is %s", answer == 0 ? "ignored" : "refused with EINVAL");
  }
}
