package dev.weft.conformance.verbs.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;
import static dev.weft.conformance.verbs.bench.VerbsCheck.answered;
import static dev.weft.conformance.verbs.bench.VerbsCheck.refused;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.verbs.bench.EventInbox;
import dev.weft.conformance.verbs.bench.Feeder;
import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.conformance.verbs.bench.VerbsCheck;
import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.attributes.QueuePairType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** VC: destroying completion queues. */
public final class DestroyClauses {
  private static final String DESTROY = "ibv_destroy_cq(3)";

  private DestroyClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("VC-21", Level.REQUIRED, DESTROY)
            .says("a queue that nothing uses is destroyed, with what is unpolled in it")
            .lookAt("what prevents a destroy")
            .check(DestroyClauses::unpolledIsNoBar),
        clause("VC-22", Level.REQUIRED, DESTROY + ", EBUSY")
            .says("a queue that a queue pair uses is busy, and stays fully usable")
            .lookAt("what counts the uses, and when the queue is marked as closed")
            .check(DestroyClauses::usedIsBusy),
        clause("VC-23", Level.SETTLED, DESTROY)
            .says("EBUSY is returned at once, also with events to be acked (X-11)")
            .lookAt("whether destroy waits for acks before it looks at the uses")
            .check(DestroyClauses::busyAtOnce),
        clause("VC-24", Level.SETTLED, DESTROY)
            .says("a destroyed queue releases its channel, a busy one does not")
            .lookAt("when the channel's reference is given back")
            .check(DestroyClauses::releasesChannel),
        clause("VC-25", Level.UNSTATED, DESTROY)
            .says("calls after destroy fail cleanly: no hang, no crash, no result")
            .lookAt("the check for a closed queue in each call")
            .check(DestroyClauses::useAfterDestroy));
  }

  private static void unpolledIsNoBar(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueue queue = bench.queue(8);
    Feeder feeder = bench.feeder(queue);
    feeder.feed(1, 5);
    feeder.close();
    queue.close();
  }

  private static void usedIsBusy(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    EventInbox events = bench.events(bench.channel());
    CompletionQueue queue = bench.queue(8, null, events.channel());
    Feeder feeder = bench.feeder(queue);
    feeder.feed(1, 1);
    refused(VerbsErrno.EBUSY, "destroy of a queue in use", queue::close);
    equal(List.of(1L), bench.inbox(queue).numbers(1), "wr_id before the refused destroy");
    answered(0, queue.requestNotify(false), "req_notify after a refused destroy");
    feeder.feed(2, 1);
    events.expect(queue);
    queue.ackEvents(1);
    equal(List.of(2L), bench.inbox(queue).numbers(1), "wr_id after the refused destroy");
    refused(VerbsErrno.EBUSY, "second destroy of a queue in use", queue::close);
    feeder.close();
    queue.close();
  }

  private static void busyAtOnce(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    EventInbox events = bench.events(bench.channel());
    CompletionQueue queue = bench.queue(8, null, events.channel());
    answered(0, queue.requestNotify(false), "req_notify");
    bench.feeder(queue).feed(1, 1);
    events.expect(queue);
    refused(VerbsErrno.EBUSY, "destroy of a queue in use with an event to ack", queue::close);
    queue.ackEvents(1);
  }

  private static void releasesChannel(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionChannel channel = bench.channel();
    CompletionQueue one = bench.queue(8, null, channel);
    CompletionQueue two = bench.queue(8, null, channel);
    Feeder feeder = bench.feeder(two);
    feeder.feed(1, 1);
    one.close();
    refused(VerbsErrno.EBUSY, "destroy of a channel with one queue left", channel::close);
    refused(VerbsErrno.EBUSY, "destroy of a queue in use", two::close);
    refused(VerbsErrno.EBUSY, "destroy of a channel after a refused destroy", channel::close);
    feeder.close();
    two.close();
    channel.close();
  }

  private static void useAfterDestroy(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueue queue = bench.queue(8);
    CompletionQueue other = bench.queue(8);
    queue.close();
    Map<String, Runnable> calls = new LinkedHashMap<>();
    calls.put("poll", () -> failing(bench.inbox(queue).poll(1)));
    calls.put("req_notify", () -> failing(queue.requestNotify(false)));
    calls.put("resize", () -> failing(queue.resize(16)));
    calls.put("ack", () -> queue.ackEvents(1));
    calls.put("create_qp", () -> bench.party(QueuePairType.RC, queue, other));
    calls.put("destroy", queue::close);
    List<String> ways = new ArrayList<>();
    calls.forEach((name, call) -> ways.add(name + " " + way(call)));
    that(
        ways.stream().filter(way -> way.endsWith(" succeeds")).allMatch(w -> w.startsWith("d")),
        "after destroy: %s",
        ways);
    trial.chose("after destroy: %s", String.join(", ", ways));
  }

  /** Throws the exception of a returned errno. */
  private static void failing(int answer) {
    if (answer != 0) {
      throw new IllegalStateException(VerbsCheck.name(answer));
    }
  }

  private static String way(Runnable call) {
    try {
      call.run();
      return "succeeds";
    } catch (RuntimeException refusal) {
      return "throws " + refusal.getClass().getSimpleName();
    }
  }
}
