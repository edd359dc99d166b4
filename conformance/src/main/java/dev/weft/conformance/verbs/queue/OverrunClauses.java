package dev.weft.conformance.verbs.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;
import static dev.weft.conformance.verbs.bench.VerbsCheck.answered;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.verbs.bench.EventInbox;
import dev.weft.conformance.verbs.bench.Feeder;
import dev.weft.conformance.verbs.bench.Inbox;
import dev.weft.conformance.verbs.bench.Party;
import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.conformance.verbs.bench.VerbsCheck;
import dev.weft.conformance.verbs.bench.Work;
import dev.weft.verbs.AsyncEventType;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.work.ReceiveWorkRequest;
import java.time.Duration;
import java.util.List;

/** VQ: overruns of completion queues. */
public final class OverrunClauses {

  private OverrunClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("VQ-49", Level.REQUIRED, "ibv_poll_cq(3), notes; ibv_get_async_event(3)")
            .says("a completion too many is lost and reported by CQ_ERR, not on the channel (X-38)")
            .lookAt("what the writer does with a full ring")
            .check(OverrunClauses::toldOnce),
        clause("VQ-50", Level.REQUIRED, "ibv_poll_cq(3), notes")
            .says("what was stored can be polled, then the queue has failed, with one event (X-38)")
            .lookAt("what is latched at an overrun")
            .check(OverrunClauses::deadAfterwards),
        clause("VQ-50A", Level.REQUIRED, "ibv_get_async_event(3)")
            .says("a queue pair that cannot go on, its queue being full, raises QP_FATAL once")
            .lookAt("what each request raises that is flushed into a full queue")
            .check(OverrunClauses::fatalOnce));
  }

  private static void toldOnce(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    EventInbox events = bench.events(bench.channel());
    CompletionQueue queue = bench.queue(3, null, events.channel());
    Feeder feeder = bench.feeder(queue);
    feeder.feed(1, queue.cqe());
    answered(0, queue.requestNotify(false), "req_notify of a full queue");
    bench.asyncEvents().expectNone("a full queue");
    feeder.push(99);
    bench.asyncEvents().expect(AsyncEventType.CQ_ERR, queue);
    if (events.next(Duration.ofMillis(20)) != null) {
      queue.ackEvents(1);
      that(false, "an overrun made an event on the completion channel");
    }
  }

  private static void deadAfterwards(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueue queue = bench.queue(3);
    Feeder feeder = bench.feeder(queue);
    Feeder other = bench.feeder(queue);
    int size = queue.cqe();
    other.pair();
    feeder.feed(1, size);
    feeder.push(98);
    bench.asyncEvents().expect(AsyncEventType.CQ_ERR, queue);
    other.push(99);
    Party.pause(10);
    Inbox inbox = bench.inbox(queue);
    equal(Feeder.numbers(1, size), inbox.numbers(size), "wr_ids that were stored");
    int answer = inbox.poll(1);
    other.push(100);
    Party.pause(10);
    int later = inbox.poll(1);
    List<Work> seen = inbox.polled();
    that(later <= 0, "a completion after the overrun: %s", seen);
    equal(
        0L,
        bench.asyncEvents().count(AsyncEventType.CQ_ERR, queue),
        "further CQ_ERR events of one queue");
    QueuePairState state = feeder.pair().receiver().pair().state();
    trial.chose(
        "poll then gives %s; the pair whose completion was lost is in %s",
        VerbsCheck.name(answer), state);
  }

  private static void fatalOnce(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueue queue = bench.queue(3);
    Feeder feeder = bench.feeder(queue);
    feeder.feed(1, queue.cqe());
    feeder.push(99);
    bench.asyncEvents().expect(AsyncEventType.CQ_ERR, queue);
    QueuePair pair = feeder.pair().receiver().pair();
    for (int i = 0; i < 50; i++) {
      pair.postRecv(new ReceiveWorkRequest().wrId(i), null);
    }
    long told = bench.asyncEvents().count(AsyncEventType.QP_FATAL, pair);
    that(told <= 1, "%d QP_FATAL events of one queue pair", told);
  }
}
