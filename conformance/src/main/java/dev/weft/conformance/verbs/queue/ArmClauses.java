package dev.weft.conformance.verbs.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;
import static dev.weft.conformance.verbs.bench.VerbsCheck.answered;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Rounds;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.verbs.bench.EventInbox;
import dev.weft.conformance.verbs.bench.Feeder;
import dev.weft.conformance.verbs.bench.Inbox;
import dev.weft.conformance.verbs.bench.Pair;
import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.conformance.verbs.bench.VerbsCheck;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.work.SendFlags;
import java.time.Duration;
import java.util.List;

/** VN: arming queues. */
public final class ArmClauses {
  private static final String ARM = "ibv_req_notify_cq(3)";

  private ArmClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("VN-01", Level.REQUIRED, ARM + ", return value")
            .says("req_notify returns 0 or an errno")
            .lookAt("what req_notify returns")
            .check(ArmClauses::returnsZero),
        clause("VN-02", Level.REQUIRED, ARM)
            .says("one request gives at most one event")
            .lookAt("whether the writer disarms when it notifies")
            .check(ArmClauses::oneShot),
        clause("VN-03", Level.REQUIRED, ARM)
            .says("the event is of a later completion; a device may count those that are queued")
            .lookAt("whether arming looks at what is queued")
            .check(ArmClauses::laterCompletionsOnly),
        clause("VN-04", Level.REQUIRED, "ibv_get_cq_event(3), stages")
            .says("arm, drain, wait never sleeps past a completion; drain, arm, wait can (X-1)")
            .lookAt("the order of the entry's release and the arm word's read in the writer")
            .concurrent()
            .within(Duration.ofSeconds(60))
            .check(trial -> new ArmRace(trial).check()),
        clause("VN-05", Level.REQUIRED, "ibv_get_cq_event(3)")
            .says("an event whose completion was drained already is normal (X-2)")
            .lookAt("whether an event looks at the queue")
            .check(ArmClauses::eventWithoutCompletion),
        clause("VN-06", Level.SETTLED, "ibv_get_cq_event(3)")
            .says("polling the causing completion does not withdraw the event (X-4)")
            .lookAt("whether poll touches queued events")
            .check(ArmClauses::pollKeepsTheEvent),
        clause("VN-07", Level.SETTLED, ARM)
            .says("arming an armed queue again gives still one event (X-8)")
            .lookAt("whether arms are counted")
            .check(ArmClauses::armTwice),
        clause("VN-08", Level.SETTLED, "ibv_get_cq_event(3)")
            .says("a queue re-armed with an event unread gets a second one, unmerged (X-3)")
            .lookAt("whether the channel keeps a set of queues instead of a list of events")
            .check(ArmClauses::eventsAreNotMerged),
        clause("VN-09", Level.REQUIRED, ARM + ", solicited_only 0")
            .says("any completion triggers: send, receive, good, failed, flushed")
            .lookAt("where the writer checks the type of arm")
            .check(ArmClauses::anyCompletion),
        clause("VN-10", Level.REQUIRED, ARM + ", solicited_only")
            .says("with solicited_only an unsolicited one neither triggers nor disarms (X-6)")
            .lookAt("whether the writer disarms before it checks the type")
            .check(ArmClauses::unsolicitedDoesNotDisarm),
        clause("VN-11", Level.SETTLED, ARM + "; IBA C11-31")
            .says("armed for solicited, then for next: it is next (X-5)")
            .lookAt("how a second arm changes the first")
            .check(ArmClauses::upgrades),
        clause("VN-12", Level.SETTLED, ARM + "; IBA C11-32")
            .says("armed for next, then for solicited: it stays next (X-5)")
            .lookAt("how a second arm changes the first")
            .check(ArmClauses::doesNotDowngrade),
        clause("VN-13", Level.UNSTATED, ARM)
            .says("arming a queue without a channel harms nothing")
            .lookAt("arm and writer without a channel")
            .check(ArmClauses::withoutChannel),
        clause("VN-14", Level.REQUIRED, "InfiniBand architecture, Request Completion Notification")
            .says("arming one queue does not arm another of the same channel")
            .lookAt("where the arm word lives")
            .check(ArmClauses::armIsPerQueue),
        clause("VN-15", Level.SETTLED, "ibv_get_cq_event(3)")
            .says("the completion is in the queue before its event can be got (X-7)")
            .lookAt("the order of store and notification in the writer")
            .check(ArmClauses::completionComesFirst),
        clause("VN-28", Level.UNSTATED, "ibv_get_cq_event(3)")
            .says("neither getting nor acking arms again")
            .lookAt("what get and ack touch")
            .check(ArmClauses::getDoesNotArm));
  }

  /** A queue with its own channel, and a feeder of completions. */
  record Armed(VerbsBench bench, EventInbox events, CompletionQueue queue, Feeder feeder) {

    static Armed on(Trial trial) {
      VerbsBench bench = VerbsBench.on(trial);
      EventInbox events = bench.events(bench.channel());
      CompletionQueue queue = bench.queue(64, null, events.channel());
      return new Armed(bench, events, queue, bench.feeder(queue));
    }

    void arm(boolean solicitedOnly) {
      answered(0, queue.requestNotify(solicitedOnly), "req_notify(%b)", solicitedOnly);
    }

    /** Takes and acknowledges exactly one event; fails if another follows. */
    void expectOne(String after) {
      events.take(queue);
      events.expectNone("the one event of " + after);
    }

    Inbox inbox() {
      return bench.inbox(queue);
    }
  }

  private static void returnsZero(Trial trial) {
    Armed armed = Armed.on(trial);
    armed.arm(false);
    armed.arm(true);
  }

  private static void oneShot(Trial trial) {
    Armed armed = Armed.on(trial);
    armed.arm(false);
    armed.feeder().feed(1, 10);
    armed.expectOne("10 completions after one arm");
    armed.arm(false);
    armed.feeder().feed(11, 1);
    armed.expectOne("1 completion after the second arm");
    equal(Feeder.numbers(1, 11), armed.inbox().numbers(11), "wr_ids");
  }

  private static void laterCompletionsOnly(Trial trial) {
    Armed armed = Armed.on(trial);
    armed.feeder().feed(1, 1);
    armed.arm(false);
    boolean early = armed.events().next(Duration.ofMillis(20)) != null;
    if (early) {
      armed.queue().ackEvents(1);
      armed.arm(false);
    }
    armed.feeder().feed(2, 1);
    armed.events().take(armed.queue());
    trial.chose("a waiting completion %s", early ? "triggers at once" : "does not count");
  }

  private static void eventWithoutCompletion(Trial trial) {
    Armed armed = Armed.on(trial);
    armed.arm(false);
    armed.feeder().feed(1, 1);
    equal(List.of(1L), armed.inbox().numbers(1), "wr_id, drained before the event is got");
    armed.events().take(armed.queue());
    equal(0, armed.inbox().poll(1), "poll after an event without a completion");
    armed.arm(false);
    armed.feeder().feed(2, 1);
    armed.expectOne("the next completion");
  }

  private static void pollKeepsTheEvent(Trial trial) {
    Armed armed = Armed.on(trial);
    armed.arm(false);
    armed.feeder().feed(1, 3);
    equal(3, armed.inbox().poll(8), "poll of what caused the event, and more");
    armed.expectOne("completions that were polled");
  }

  private static void armTwice(Trial trial) {
    Armed armed = Armed.on(trial);
    for (int i = 0; i < 3; i++) {
      armed.arm(false);
    }
    armed.feeder().feed(1, 3);
    armed.expectOne("3 completions after 3 arms");
  }

  private static void eventsAreNotMerged(Trial trial) {
    Armed armed = Armed.on(trial);
    armed.arm(false);
    armed.feeder().feed(1, 1);
    armed.arm(false);
    armed.feeder().feed(2, 1);
    armed.events().expect(armed.queue());
    armed.events().expect(armed.queue());
    armed.events().expectNone("two arms with a completion each");
    armed.queue().ackEvents(2);
  }

  private static void anyCompletion(Trial trial) {
    Armed armed = Armed.on(trial);
    armed.arm(false);
    armed.feeder().feed(1, 1);
    armed.expectOne("a good receive");
    armed.arm(false);
    armed.feeder().flush(2);
    armed.expectOne("a flushed receive");
    Pair pair = armed.bench().plan(QueuePairType.RC).sendQueue(armed.queue()).open();
    armed.arm(false);
    pair.receiver().receive(3);
    pair.sender().send(3);
    armed.expectOne("a good send");
    armed.arm(false);
    pair.sender().post(4, r -> r.write(pair.receiver().buffer().address(0), 0xBAD));
    armed.expectOne("a failed write");
  }

  private static void unsolicitedDoesNotDisarm(Trial trial) {
    Armed armed = Armed.on(trial);
    armed.arm(true);
    armed.feeder().feed(1, 3);
    armed.events().expectNone("unsolicited completions under a solicited arm");
    armed.feeder().feedSolicited(4, 1);
    armed.expectOne("a solicited completion after unsolicited ones");
    armed.feeder().feedSolicited(5, 1);
    armed.events().expectNone("a second solicited completion after one arm");
  }

  private static void upgrades(Trial trial) {
    Armed armed = Armed.on(trial);
    armed.arm(true);
    armed.arm(false);
    armed.feeder().feed(1, 1);
    armed.expectOne("an unsolicited completion, armed for solicited and then for next");
  }

  private static void doesNotDowngrade(Trial trial) {
    Armed armed = Armed.on(trial);
    armed.arm(false);
    armed.arm(true);
    armed.feeder().feed(1, 1);
    armed.expectOne("an unsolicited completion, armed for next and then for solicited");
  }

  private static void withoutChannel(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueue queue = bench.queue(8);
    int answer = queue.requestNotify(false);
    bench.feeder(queue).feed(1, 2);
    equal(List.of(1L, 2L), bench.inbox(queue).numbers(2), "wr_ids of an armed queue");
    trial.chose("arming a queue without a channel returns %s", VerbsCheck.name(answer));
  }

  private static void armIsPerQueue(Trial trial) {
    Armed armed = Armed.on(trial);
    VerbsBench bench = armed.bench();
    CompletionQueue other = bench.queue(8, null, armed.events().channel());
    armed.arm(false);
    bench.feeder(other).feed(1, 2);
    armed.events().expectNone("completions in a queue that is not armed");
    armed.feeder().feed(1, 1);
    armed.expectOne("a completion in the armed queue");
  }

  private static void completionComesFirst(Trial trial) {
    Armed armed = Armed.on(trial);
    Rounds rounds = trial.race(2_000);
    Pair pair = armed.feeder().pair();
    for (int i = 0; rounds.next(); i++) {
      armed.arm(false);
      pair.receiver().receive(i);
      pair.sender().send(i, SendFlags.SIGNALED);
      armed.events().take(armed.queue());
      int found = armed.inbox().poll(1);
      that(found == 1, "poll after the event of round %d: %d", i, found);
      pair.sender().sends().numbers(1);
    }
  }

  private static void getDoesNotArm(Trial trial) {
    Armed armed = Armed.on(trial);
    armed.arm(false);
    armed.feeder().feed(1, 1);
    armed.events().take(armed.queue());
    armed.feeder().feed(2, 3);
    armed.events().expectNone("completions after get and ack without an arm");
    trial.chose("one event per arm, whatever is got and acked");
  }
}
