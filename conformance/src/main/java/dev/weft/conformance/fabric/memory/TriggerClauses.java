package dev.weft.conformance.fabric.memory;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.returned;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.Entry;
import dev.weft.conformance.fabric.bench.Failure;
import dev.weft.conformance.fabric.bench.Messages;
import dev.weft.conformance.fabric.bench.Parts;
import dev.weft.conformance.fabric.bench.Pattern;
import dev.weft.conformance.fabric.bench.Sentinel;
import dev.weft.conformance.fabric.bench.Talk;
import dev.weft.conformance.fabric.bench.Tally;
import dev.weft.conformance.fabric.bench.Window;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.RmaMessage;
import dev.weft.fabric.message.TaggedMessage;
import dev.weft.fabric.message.TriggeredContext;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Triggered operations: EP-058, EP-059. */
public final class TriggerClauses {

  private static final String TRIGGER = "fi_trigger(3)";
  private static final long FLAG = OperationFlags.TRIGGER;

  private TriggerClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("EP-058", Level.REQUIRED, TRIGGER + ", FI_TRIGGER")
            .says("an operation starts when its counter is at its threshold, at once if it is")
            .lookAt("what looks for waiting operations when a counter moves")
            .needs(Capabilities.TRIGGER | Capabilities.TAGGED | Capabilities.RMA)
            .automaticToo()
            .check(TriggerClauses::thresholds),
        clause("EP-059", Level.REQUIRED, TRIGGER + ", FI_TRIGGER_THRESHOLD")
            .says("they start by threshold, then as posted, even if the counter jumps")
            .lookAt("the order of what a counter has waiting")
            .needs(Capabilities.TRIGGER)
            .check(TriggerClauses::order));
  }

  private static void thresholds(Trial trial) {
    Talk talk = Talk.on(Bench.on(trial).oneProcess());
    Counter counter = Parts.counter(trial, talk.bench().senderDomain());
    sends(talk, counter);
    receives(talk, counter);
    remoteMemory(talk, counter);
    refusals(talk, counter);
    cancelled(talk, counter);
    answered(trial);
  }

  private static Message message(Talk talk, MemorySegment buffer, long context) {
    return Messages.message(buffer, talk.toReceiver(), context);
  }

  private static void sends(Talk talk, Counter counter) {
    talk.recv(talk.memory(16), 1);
    talk.recv(talk.memory(16), 2);
    Message first = message(talk, talk.text(16, 1), 3).trigger(TriggeredContext.at(counter, 2));
    returned(0, talk.near().sendMsg(first, FLAG), "sendmsg(FI_TRIGGER) below the threshold");
    first.context(99).trigger(null);
    returned(0, counter.add(1), "add");
    talk.nothingReceived("while the counter is below the threshold");
    talk.nothingSent("while the counter is below the threshold");
    returned(0, counter.add(1), "add");
    equal(1L, talk.received().context(), "context of the receive");
    equal(3L, talk.sent().context(), "context of the triggered send");
    Message met = message(talk, talk.text(16, 2), 4).trigger(TriggeredContext.at(counter, 2));
    returned(0, talk.near().sendMsg(met, FLAG), "sendmsg(FI_TRIGGER) at the threshold");
    equal(2L, talk.received().context(), "context of the second receive");
    equal(4L, talk.sent().context(), "context of a send whose threshold was met");
  }

  private static void receives(Talk talk, Counter counter) {
    counter.set(0);
    MemorySegment buffer = talk.memory(16);
    TaggedMessage receive =
        Messages.tagged(buffer, Messages.ANYBODY, 7, 5).trigger(TriggeredContext.at(counter, 1));
    returned(0, talk.far().trecvMsg(receive, FLAG), "trecvmsg(FI_TRIGGER)");
    talk.tsend(talk.text(16, 3), 7, 6);
    talk.sent();
    talk.nothingReceived("before the receive has started");
    returned(0, counter.add(1), "add");
    equal(5L, talk.received().context(), "context of the triggered receive");
    Pattern.expect(buffer, 3, "a message taken by a triggered receive");
  }

  private static void remoteMemory(Talk talk, Counter counter) {
    counter.set(0);
    Window window = Window.open(talk, 64);
    RmaMessage write =
        Messages.remote(talk.text(64, 4), talk.toReceiver(), window.address(0), window.key(), 7)
            .trigger(TriggeredContext.at(counter, 1));
    returned(0, talk.near().writeMsg(write, FLAG), "writemsg(FI_TRIGGER)");
    talk.nothingSent("before the write has started");
    Sentinel.untouched(window.memory(), 0, "the target of a write that has not started");
    returned(0, counter.add(1), "add");
    equal(7L, talk.sent().context(), "context of the triggered write");
    Pattern.expect(window.memory(), 4, "the target of a triggered write");
  }

  private static void refusals(Talk talk, Counter counter) {
    Message none = message(talk, talk.text(8, 1), 8);
    returned(-Errno.EINVAL, talk.near().sendMsg(none, FLAG), "sendmsg(FI_TRIGGER), no trigger");
    Message inject = message(talk, talk.text(8, 1), 8).trigger(TriggeredContext.at(counter, 9));
    long flags = FLAG | OperationFlags.INJECT;
    returned(-Errno.EINVAL, talk.near().sendMsg(inject, flags), "sendmsg(FI_TRIGGER|FI_INJECT)");
  }

  private static void cancelled(Talk talk, Counter counter) {
    Message send = message(talk, talk.text(8, 1), 9).trigger(TriggeredContext.at(counter, 100));
    returned(0, talk.near().sendMsg(send, FLAG), "sendmsg(FI_TRIGGER)");
    talk.sender().cancel(9);
    Failure failure = talk.arrivals().failure(talk.sender().transmit());
    equal(Errno.ECANCELED, failure.error(), "err of a cancelled triggered send");
    counter.set(100);
    talk.nothingReceived("a cancelled triggered send");
    talk.nothingSent("after the error of a cancelled send");
  }

  /** The receiver's counter of receives triggers its own send. */
  private static void answered(Trial trial) {
    Tally tally = new Tally(trial, Bench.on(trial), BindFlags.RECV);
    Talk talk = tally.talk();
    talk.recv(talk.memory(16), 1);
    MemorySegment answer = talk.memory(16);
    talk.post("recv", () -> talk.near().recv(answer, 16, Messages.ANYBODY, 2));
    Message reply =
        Messages.message(talk.text(16, 5), talk.toSender(), 3)
            .trigger(TriggeredContext.at(tally.far(BindFlags.RECV), 1));
    returned(0, talk.far().sendMsg(reply, FLAG), "sendmsg(FI_TRIGGER) of the receiver");
    talk.send(talk.text(16, 6), 4);
    Entry arrived = talk.arrivals().entry(talk.sender().receive());
    equal(2L, arrived.context(), "context of the receive of the answer");
    Pattern.expect(answer, 5, "the answer");
  }

  private static void order(Trial trial) {
    Talk talk = Talk.on(trial);
    Counter counter = Parts.counter(trial, talk.bench().senderDomain());
    for (int i = 0; i < 4; i++) {
      talk.recv(talk.memory(16), i);
    }
    long[] thresholds = {3, 1, 2, 2};
    for (int i = 0; i < thresholds.length; i++) {
      Message send =
          message(talk, talk.text(16, i), 10L + i)
              .trigger(TriggeredContext.at(counter, thresholds[i]));
      returned(0, talk.near().sendMsg(send, FLAG), "sendmsg(FI_TRIGGER)");
    }
    returned(0, counter.add(5), "add");
    List<Long> contexts = talk.sent(4).stream().map(Entry::context).toList();
    equal(List.of(11L, 12L, 13L, 10L), contexts, "the sends, posted with thresholds 3, 1, 2, 2");
    talk.received(4);
  }
}
