package dev.weft.conformance.fabric.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.BenchBuilder;
import dev.weft.conformance.fabric.bench.Entry;
import dev.weft.conformance.fabric.bench.Messages;
import dev.weft.conformance.fabric.bench.MultiReceive;
import dev.weft.conformance.fabric.bench.Outcome;
import dev.weft.conformance.fabric.bench.QueueReader;
import dev.weft.conformance.fabric.bench.Talk;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.message.OperationFlags;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Which operations write an entry when they succeed: EP-007 to EP-014. */
public final class SelectiveCompletionClauses {

  private static final String BIND = "fi_endpoint(3), FI_SELECTIVE_COMPLETION";
  private static final long SELECTIVE = BindFlags.SELECTIVE_COMPLETION;
  private static final long COMPLETION = OperationFlags.COMPLETION;
  private static final long INJECT = OperationFlags.INJECT;

  private SelectiveCompletionClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("EP-007", Level.REQUIRED, "fi_endpoint(3) 1.4, examples")
            .says("without FI_SELECTIVE_COMPLETION every send but the inject calls writes an entry")
            .lookAt("where an operation decides whether it writes an entry")
            .check(SelectiveCompletionClauses::boundPlainly),
        clause("EP-008", Level.REQUIRED, "fi_endpoint(3) 1.4, examples")
            .says("with FI_SELECTIVE_COMPLETION only operations with FI_COMPLETION write one")
            .lookAt("the same decision where the queue was bound selectively")
            .check(SelectiveCompletionClauses::boundSelectively),
        clause("EP-009", Level.REQUIRED, "fi_endpoint(3) 1.4, examples")
            .says("FI_COMPLETION in op_flags makes plain sends write one, and sendmsg(0) none")
            .lookAt("default flags mixed with the explicit flags of sendmsg")
            .check(SelectiveCompletionClauses::defaultFlagsAskForIt),
        clause("EP-010", Level.REQUIRED, "fi_endpoint(3), op_flags")
            .says("the explicit flags of a msg call replace the defaults; plain calls use them")
            .lookAt("OR-ing the defaults into the flags of sendmsg or recvmsg")
            .check(SelectiveCompletionClauses::explicitReplacesDefault),
        clause("EP-011", Level.REQUIRED, BIND)
            .says("selective completion is a matter of each direction alone")
            .lookAt("one flag that serves both directions")
            .check(SelectiveCompletionClauses::perDirection),
        clause("EP-012", Level.UNSTATED, BIND)
            .says("a completion level without FI_COMPLETION writes one entry or none")
            .lookAt("whether a level implies the request for an entry")
            .check(SelectiveCompletionClauses::levelAlone),
        clause("EP-013", Level.UNSTATED, BIND)
            .says("a suppressed receive with data writes one entry or none")
            .lookAt("whether the data of a suppressed receive gets lost")
            .check(SelectiveCompletionClauses::suppressedReceiveWithData),
        clause("EP-014", Level.REQUIRED, "fi_msg(3), FI_MULTI_RECV")
            .says(
                "the release of a multi-receive buffer is reported even if entries are suppressed")
            .lookAt("suppression of the entry that carries the release")
            .needs(Capabilities.MULTI_RECV)
            .check(SelectiveCompletionClauses::releaseIsAlwaysReported));
  }

  /** Counts the entries of one send: those before the entry of a marker message. */
  private static final class Sends {
    private static final long MARKER = 999;
    private final Talk talk;
    private final MemorySegment text;
    private final long to;

    Sends(Talk talk) {
      this.talk = talk;
      this.text = talk.text(8, 1);
      this.to = talk.toReceiver();
    }

    void plainCalls(int expected) {
      expect(expected, "send", () -> talk.send(text, 5));
      expect(
          expected,
          "sendv",
          () ->
              talk.post(
                  "sendv", () -> talk.near().sendv(Messages.message(text, to, 5).vector(), to, 5)));
      expect(
          expected,
          "senddata",
          () -> talk.post("senddata", () -> talk.near().sendData(text, 8, 1, to, 5)));
    }

    void sendMsg(int expected, long flags) {
      expect(
          expected,
          "sendmsg(" + OperationFlags.describe(flags) + ")",
          () -> talk.sendMsg(text, 5, flags));
    }

    void injectCalls(int expected) {
      expect(expected, "inject", () -> talk.post("inject", () -> talk.near().inject(text, 8, to)));
      expect(
          expected,
          "injectdata",
          () -> talk.post("injectdata", () -> talk.near().injectData(text, 8, 1, to)));
    }

    void expect(int expected, String call, Runnable send) {
      equal(expected, entries(send), "entries of " + call);
    }

    int entries(Runnable send) {
      talk.recvMsg(talk.memory(8), 1, COMPLETION);
      talk.recvMsg(talk.memory(8), 2, COMPLETION);
      send.run();
      talk.sendMsg(text, MARKER, COMPLETION);
      talk.received(2);
      int entries = 0;
      for (Entry entry = talk.sent(); entry.context() != MARKER; entry = talk.sent()) {
        equal(5L, entry.context(), "context of the send's entry");
        entries++;
      }
      talk.nothingSent("after a send and its marker");
      return entries;
    }
  }

  private static void boundPlainly(Trial trial) {
    Sends sends = new Sends(Talk.on(trial));
    sends.plainCalls(1);
    for (long flags : new long[] {0, COMPLETION, INJECT, INJECT | COMPLETION}) {
      sends.sendMsg(1, flags);
    }
    sends.injectCalls(0);
  }

  private static void boundSelectively(Trial trial) {
    Sends sends = new Sends(Talk.on(Bench.on(trial).transmitFlags(SELECTIVE)));
    sends.plainCalls(0);
    sends.sendMsg(1, COMPLETION);
    sends.sendMsg(1, COMPLETION | INJECT);
    sends.sendMsg(0, 0);
    sends.sendMsg(0, INJECT);
    sends.injectCalls(0);
  }

  private static void defaultFlagsAskForIt(Trial trial) {
    BenchBuilder builder =
        Bench.on(trial)
            .transmitFlags(SELECTIVE)
            .hints(info -> info.toBuilder().transmitFlags(COMPLETION).build());
    Sends sends = new Sends(Talk.on(builder));
    sends.plainCalls(1);
    sends.sendMsg(1, COMPLETION);
    sends.sendMsg(0, 0);
    sends.injectCalls(0);
  }

  private static void explicitReplacesDefault(Trial trial) {
    Talk talk = Talk.on(Bench.on(trial).transmitFlags(SELECTIVE).receiveFlags(SELECTIVE));
    talk.near().operationFlags(BindFlags.TRANSMIT, COMPLETION);
    talk.far().operationFlags(BindFlags.RECV, COMPLETION);
    MemorySegment text = talk.text(8, 1);
    talk.recvMsg(talk.memory(8), 1, 0);
    talk.recv(talk.memory(8), 2);
    talk.sendMsg(text, 3, 0);
    talk.send(text, 4);
    equal(2L, talk.received().context(), "context of the only entry, that of recv");
    equal(4L, talk.sent().context(), "context of the only entry, that of send");
    talk.nothingReceived("after recvmsg(0) and recv");
    talk.nothingSent("after sendmsg(0) and send");
  }

  private static void perDirection(Trial trial) {
    for (long transmit : new long[] {0, SELECTIVE}) {
      for (long receive : new long[] {0, SELECTIVE}) {
        Talk talk = Talk.on(Bench.on(trial).transmitFlags(transmit).receiveFlags(receive));
        String how =
            "queues bound with %s and %s"
                .formatted(BindFlags.describe(transmit), BindFlags.describe(receive));
        new Sends(talk)
            .expect(transmit == 0 ? 1 : 0, "send, " + how, () -> talk.send(text(talk), 5));
        equal(receive == 0 ? 1L : 2L, firstReceived(talk), "context of the first receive, " + how);
      }
    }
  }

  private static MemorySegment text(Talk talk) {
    return talk.text(8, 1);
  }

  /** Context 1 where a plain receive writes an entry, 2 where only FI_COMPLETION does. */
  private static long firstReceived(Talk talk) {
    talk.recv(talk.memory(8), 1);
    talk.recvMsg(talk.memory(8), 2, COMPLETION);
    talk.send(text(talk), 3);
    talk.send(text(talk), 4);
    return talk.received().context();
  }

  private static void levelAlone(Trial trial) {
    Sends sends = new Sends(Talk.on(Bench.on(trial).transmitFlags(SELECTIVE)));
    int entries =
        sends.entries(() -> sends.talk.sendMsg(sends.text, 5, OperationFlags.TRANSMIT_COMPLETE));
    that(entries <= 1, "one send wrote %d entries", entries);
    trial.chose("FI_TRANSMIT_COMPLETE without FI_COMPLETION writes %d entries", entries);
  }

  private static void suppressedReceiveWithData(Trial trial) {
    Talk talk = Talk.on(Bench.on(trial).receiveFlags(SELECTIVE));
    MemorySegment text = talk.text(8, 1);
    talk.recv(talk.memory(8), 1);
    talk.recvMsg(talk.memory(8), 2, COMPLETION);
    talk.post("senddata", () -> talk.near().sendData(text, 8, 0x77, talk.toReceiver(), 3));
    talk.send(text, 4);
    Entry first = talk.received();
    boolean written = first.context() == 1;
    if (written) {
      that(first.has(CompletionFlags.REMOTE_CQ_DATA), "the suppressed receive's entry: %s", first);
      equal(0x77L, first.data(), "data of the suppressed receive");
      equal(2L, talk.received().context(), "context of the next receive");
    }
    trial.chose("a suppressed receive with data writes %s", written ? "an entry" : "no entry");
  }

  private static void releaseIsAlwaysReported(Trial trial) {
    for (CompletionFormat format : CompletionFormat.values()) {
      releaseIsReported(trial, format);
    }
  }

  /** Entries without flags tell of the release by their context alone. */
  private static void releaseIsReported(Trial trial, CompletionFormat format) {
    Talk talk = Talk.on(Bench.on(trial).receiveFlags(SELECTIVE).format(format));
    MultiReceive.minimum(talk, 16);
    talk.recvMsg(talk.memory(64), 7, OperationFlags.MULTI_RECV);
    for (int i = 0; i < 2; i++) {
      talk.send(talk.text(30, i), i);
    }
    QueueReader queue = talk.receiver().receive();
    List<Outcome> seen = talk.arrivals().rest(queue);
    boolean flags = queue.queue().format() != CompletionFormat.CONTEXT;
    long released = flags ? seen.stream().filter(MultiReceive::releases).count() : seen.size();
    equal(1L, released, "entries of format %s with FI_MULTI_RECV among %s", format, seen);
    equal(7L, seen.getLast().context(), "context of the release");
  }
}
