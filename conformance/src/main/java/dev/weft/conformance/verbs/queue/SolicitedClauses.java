package dev.weft.conformance.verbs.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.verbs.bench.Buffer;
import dev.weft.conformance.verbs.bench.EventInbox;
import dev.weft.conformance.verbs.bench.Feeder;
import dev.weft.conformance.verbs.bench.Pair;
import dev.weft.conformance.verbs.bench.Party;
import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.conformance.verbs.bench.VerbsCheck;
import dev.weft.conformance.verbs.bench.Work;
import dev.weft.conformance.verbs.queue.ArmClauses.Armed;
import dev.weft.verbs.attributes.Mtu;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.work.SendFlags;
import java.util.List;

/** VS: which completions are solicited. */
public final class SolicitedClauses {
  private static final String IBA = "InfiniBand architecture, Request Completion Notification";
  private static final String ARM = "ibv_req_notify_cq(3)";
  private static final int BOTH = SendFlags.SIGNALED | SendFlags.SOLICITED;

  private SolicitedClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("VS-01", Level.REQUIRED, IBA)
            .says("send, send with immediate and write with immediate can be solicited")
            .lookAt("which packets carry the solicited bit")
            .check(SolicitedClauses::threeKinds),
        clause("VS-02", Level.REQUIRED, IBA)
            .says("a long message makes one solicited completion, at its end")
            .lookAt("whether the bit is on the last packet only")
            .check(SolicitedClauses::longMessage),
        clause("VS-03", Level.REQUIRED, IBA)
            .says("a receive of a solicited message fires either arm")
            .lookAt("what the writer checks of the arm word")
            .check(SolicitedClauses::firesBoth),
        clause("VS-04", Level.REQUIRED, IBA)
            .says("a receive of any other message fires the next-arm only")
            .lookAt("what the writer checks of the arm word")
            .check(SolicitedClauses::unsolicitedFiresNext),
        clause("VS-05", Level.REQUIRED, IBA)
            .says("a receive that fails or is flushed is solicited, whatever the bit (X-9)")
            .lookAt("what flushing passes to the queue")
            .check(SolicitedClauses::flushedReceive),
        clause("VS-06", Level.REQUIRED, IBA)
            .says("a send that succeeds is never solicited, not even with the flag (X-10)")
            .lookAt("whether the requester passes its own flag to its own queue")
            .check(SolicitedClauses::goodSendIsNot),
        clause("VS-07", Level.REQUIRED, ARM + ", status not successful")
            .says("a send that fails is solicited (X-9)")
            .lookAt("what the requester passes to the queue for a failure")
            .check(SolicitedClauses::failedSend),
        clause("VS-08", Level.UNSTATED, "ibv_post_send(3), IBV_SEND_SOLICITED")
            .says("the flag on write, read and atomic has no effect")
            .lookAt("whether these refuse the flag")
            .check(SolicitedClauses::flagWithoutReceive),
        clause("VS-09", Level.REQUIRED, IBA)
            .says("solicited and signaled are independent")
            .lookAt("whether the flag makes a completion of the sender")
            .check(SolicitedClauses::independentOfSignaled),
        clause("VS-10", Level.REQUIRED, IBA)
            .says("in a queue for sends and receives own sends pass a solicited arm (X-10)")
            .lookAt("what distinguishes sends from receives in the writer")
            .check(SolicitedClauses::ownSendsPass),
        clause("VS-11", Level.REQUIRED, IBA)
            .says("ten unsolicited and one solicited: one event, eleven completions in order")
            .lookAt("what the solicited arm does with the others")
            .check(SolicitedClauses::tenAndOne));
  }

  private static void threeKinds(Trial trial) {
    Armed armed = Armed.on(trial);
    Pair pair = armed.feeder().pair();
    Buffer target = pair.receiver().buffer();
    pair.receiver().receives(1, 6);
    armed.arm(true);
    pair.sender().post(1, request -> request.flags(SendFlags.SIGNALED));
    pair.sender().post(2, r -> r.sendWithImmediate(2).flags(SendFlags.SIGNALED));
    pair.sender().post(3, r -> r.writeWithImmediate(target.address(0), target.rkey(), 3));
    pair.sender().sends().numbers(3);
    armed.events().expectNone("three messages without the bit");
    pair.sender().post(4, request -> request.flags(BOTH));
    armed.expectOne("a solicited send");
    armed.arm(true);
    pair.sender().post(5, request -> request.sendWithImmediate(5).flags(BOTH));
    armed.expectOne("a solicited send with immediate data");
    armed.arm(true);
    pair.sender()
        .post(6, r -> r.writeWithImmediate(target.address(0), target.rkey(), 6).flags(BOTH));
    armed.expectOne("a solicited write with immediate data");
    equal(Feeder.numbers(1, 6), armed.inbox().numbers(6), "wr_ids");
  }

  private static void longMessage(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    EventInbox events = bench.events(bench.channel());
    var queue = bench.queue(8, null, events.channel());
    Pair pair = bench.plan(QueuePairType.RC).mtu(Mtu.MTU_256).receiveQueue(queue).open();
    int length = 20_000;
    pair.receiver().receiveAt(1, Party.RECEIVES, length);
    VerbsCheck.answered(0, queue.requestNotify(true), "req_notify");
    pair.sender().post(1, r -> r.buffer(pair.sender().buffer().region(), 0, length).flags(BOTH));
    events.take(queue);
    int found = bench.inbox(queue).poll(1);
    equal(1, found, "completions when the event of a long message comes");
    events.expectNone("one long message");
  }

  private static void firesBoth(Trial trial) {
    Armed armed = Armed.on(trial);
    armed.arm(true);
    armed.feeder().feedSolicited(1, 1);
    armed.expectOne("a solicited receive under a solicited arm");
    armed.arm(false);
    armed.feeder().feedSolicited(2, 1);
    armed.expectOne("a solicited receive under a next-arm");
  }

  private static void unsolicitedFiresNext(Trial trial) {
    Armed armed = Armed.on(trial);
    armed.arm(true);
    armed.feeder().feed(1, 1);
    armed.events().expectNone("an unsolicited receive under a solicited arm");
    armed.arm(false);
    armed.feeder().feed(2, 1);
    armed.expectOne("an unsolicited receive under a next-arm");
  }

  private static void flushedReceive(Trial trial) {
    Armed armed = Armed.on(trial);
    Party receiver = armed.feeder().pair().receiver();
    receiver.receives(1, 3);
    armed.arm(true);
    receiver.move(QueuePairState.ERR);
    armed.expectOne("receives that were flushed");
    equal(3, armed.inbox().expect(3).size(), "flushed receives");
    Armed late = Armed.on(trial);
    late.arm(true);
    late.feeder().flush(9);
    late.expectOne("a receive that was posted to a queue pair in ERR");
  }

  private static void goodSendIsNot(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Sends sends = Sends.on(bench);
    sends.arm();
    sends.pair().receiver().receives(1, 2);
    sends.pair().sender().send(1, BOTH);
    sends.pair().sender().send(2, SendFlags.SIGNALED);
    equal(List.of(1L, 2L), sends.pair().sender().sends().numbers(2), "wr_ids of both sends");
    sends.events().expectNone("sends that succeeded, one with the solicited flag");
  }

  /** A pair whose sender's completions go to a queue with a channel. */
  private record Sends(EventInbox events, Pair pair) {

    static Sends on(VerbsBench bench) {
      EventInbox events = bench.events(bench.channel());
      var queue = bench.queue(64, null, events.channel());
      return new Sends(events, bench.plan(QueuePairType.RC).sendQueue(queue).open());
    }

    void arm() {
      int answer = pair.sender().sends().queue().requestNotify(true);
      VerbsCheck.answered(0, answer, "req_notify(solicited only)");
    }
  }

  private static void failedSend(Trial trial) {
    Sends sends = Sends.on(VerbsBench.on(trial));
    Party sender = sends.pair().sender();
    sends.arm();
    sender.post(1, r -> r.write(sends.pair().receiver().buffer().address(0), 0xBAD));
    sends.events().take(sender.sends().queue());
    sender.sends().expectStatus(CompletionStatus.REM_ACCESS_ERR);
    sends.arm();
    sender.send(2);
    sends.events().take(sender.sends().queue());
    sender.sends().expectStatus(CompletionStatus.WR_FLUSH_ERR);
  }

  private static void flagWithoutReceive(Trial trial) {
    Armed armed = Armed.on(trial);
    Pair pair = armed.feeder().pair();
    Buffer target = pair.receiver().buffer();
    armed.arm(false);
    pair.sender().post(1, r -> r.write(target.address(0), target.rkey()).flags(BOTH));
    pair.sender().post(2, r -> r.read(target.address(0), target.rkey()).flags(BOTH));
    pair.sender().post(3, r -> r.fetchAndAdd(target.address(0), target.rkey(), 1).flags(BOTH));
    pair.sender().sends().numbers(3);
    armed.events().expectNone("a write, a read and an atomic with the solicited flag");
    trial.chose("the flag is ignored without a receive");
  }

  private static void independentOfSignaled(Trial trial) {
    Armed armed = Armed.on(trial);
    Pair pair = armed.feeder().pair();
    pair.receiver().receive(1);
    armed.arm(true);
    pair.sender().send(1, SendFlags.SOLICITED);
    armed.expectOne("an unsignaled solicited send");
    pair.sender().sends().expectEmpty("an unsignaled solicited send");
  }

  private static void ownSendsPass(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    EventInbox events = bench.events(bench.channel());
    var queue = bench.queue(64, null, events.channel());
    Pair pair = bench.plan(QueuePairType.RC).sendQueue(queue).receiveQueue(queue).bothHere().open();
    VerbsCheck.answered(0, queue.requestNotify(true), "req_notify");
    pair.receiver().receives(1, 2);
    pair.sender().send(11, SendFlags.SIGNALED);
    pair.sender().sends().expect(2);
    events.expectNone("an own send and an unsolicited receive");
    pair.sender().send(12, BOTH);
    events.take(queue);
    List<Work> works = pair.sender().sends().expect(2);
    that(works.stream().allMatch(Work::isSuccess), "a failure in %s", works);
  }

  private static void tenAndOne(Trial trial) {
    Armed armed = Armed.on(trial);
    armed.arm(true);
    armed.feeder().feed(1, 10);
    armed.events().expectNone("ten unsolicited messages");
    armed.feeder().feedSolicited(11, 1);
    armed.expectOne("a solicited message after ten others");
    equal(Feeder.numbers(1, 11), armed.inbox().numbers(11), "wr_ids");
  }
}
