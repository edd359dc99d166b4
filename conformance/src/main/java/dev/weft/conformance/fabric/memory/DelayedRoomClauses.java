package dev.weft.conformance.fabric.memory;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.returned;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.Entry;
import dev.weft.conformance.fabric.bench.Messages;
import dev.weft.conformance.fabric.bench.Parts;
import dev.weft.conformance.fabric.bench.Pattern;
import dev.weft.conformance.fabric.bench.Talk;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.TriggeredContext;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.LongStream;

/** More operations that start later than a queue has room for: EP-023A, EP-058A. */
public final class DelayedRoomClauses {

  private static final int[] SIZES = {1, 2, 8};
  private static final int BYTES = 16;

  /** Longer than what most providers send without an answer of the receiver. */
  private static final long LONG = 70_000;

  private static final long FIRST = 900;
  private static final long PLAIN = 901;
  private static final long ANSWER = 902;

  private DelayedRoomClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("EP-023A", Level.REQUIRED, "fi_cq(3), FI_FENCE; fi_domain(3), FI_RM_ENABLED")
            .says("fenced sends beyond the queue's room complete once there is room, in order")
            .lookAt("what starts a fenced operation that found no room for its entry")
            .needs(Capabilities.FENCE)
            .check(DelayedRoomClauses::fenced),
        clause("EP-058A", Level.REQUIRED, "fi_trigger(3); fi_domain(3), FI_RM_ENABLED")
            .says("triggered sends take no room before they start, and complete once there is some")
            .lookAt("what starts a triggered operation that found no room for its entry")
            .needs(Capabilities.TRIGGER)
            .check(DelayedRoomClauses::triggered));
  }

  private static void fenced(Trial trial) {
    for (int size : SIZES) {
      Talk talk = Talk.on(Bench.on(trial).size(size));
      long length = Math.min(talk.bench().info().endpoint().maxMessageSize(), LONG);
      talk.sendMsg(talk.text(length, FIRST), FIRST, OperationFlags.TRANSMIT_COMPLETE);
      int accepted = post(size, i -> talk.near().sendMsg(message(talk, i), OperationFlags.FENCE));
      talk.bench().settle();
      answered(talk);
      receive(talk, length, FIRST);
      equal(FIRST, talk.sent().context(), "size=%d: context of the send before the fence", size);
      expectAll(talk, size, accepted);
    }
  }

  private static void triggered(Trial trial) {
    for (int size : SIZES) {
      Talk talk = Talk.on(Bench.on(trial).oneProcess().size(size));
      Counter counter = Parts.counter(trial, talk.bench().senderDomain());
      TriggeredContext trigger = TriggeredContext.at(counter, 1);
      int accepted =
          post(
              size,
              i -> talk.near().sendMsg(message(talk, i).trigger(trigger), OperationFlags.TRIGGER));
      talk.send(talk.text(BYTES, PLAIN), PLAIN);
      equal(PLAIN, talk.sent().context(), "size=%d: a send while others wait", size);
      receive(talk, BYTES, PLAIN);
      returned(0, counter.add(1), "add");
      talk.bench().settle();
      answered(talk);
      expectAll(talk, size, accepted);
    }
  }

  private static Message message(Talk talk, long number) {
    return Messages.message(talk.text(BYTES, number), talk.toReceiver(), number);
  }

  /** Posts more than the queue has room for; the provider may refuse some. Returns how many. */
  private static int post(int size, IntUnaryOperator post) {
    int most = 3 * size + 2;
    for (int i = 0; i < most; i++) {
      int result = post.applyAsInt(i);
      if (result == -Errno.EAGAIN) {
        return i;
      }
      returned(0, result, "post %d", i);
    }
    return most;
  }

  /** The other direction has a queue of its own, which is not held back. */
  private static void answered(Talk talk) {
    MemorySegment buffer = talk.memory(BYTES);
    talk.post("recv", () -> talk.near().recv(buffer, BYTES, Messages.ANYBODY, ANSWER));
    MemorySegment text = talk.text(BYTES, ANSWER);
    talk.post("inject", () -> talk.far().inject(text, BYTES, talk.toSender()));
    Entry arrived = talk.arrivals().entry(talk.sender().receive());
    equal(ANSWER, arrived.context(), "context of the answer");
    Pattern.expect(buffer, ANSWER, "the answer");
  }

  private static void expectAll(Talk talk, int size, int accepted) {
    List<Long> posted = LongStream.range(0, accepted).boxed().toList();
    List<Long> ended = talk.sent(accepted).stream().map(Entry::context).toList();
    equal(posted, ended, "size=%d: contexts of the sends", size);
    talk.nothingSent("after all sends");
    for (long number = 0; number < accepted; number++) {
      receive(talk, BYTES, number);
    }
  }

  private static void receive(Talk talk, long length, long number) {
    MemorySegment buffer = talk.memory(length);
    talk.recv(buffer, number);
    equal(number, talk.received().context(), "context of the receive");
    Pattern.expect(buffer, number, "message " + number);
  }
}
