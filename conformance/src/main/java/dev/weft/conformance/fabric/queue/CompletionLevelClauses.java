package dev.weft.conformance.fabric.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.returnedOneOf;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Check.value;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Messages;
import dev.weft.conformance.fabric.bench.Outcome;
import dev.weft.conformance.fabric.bench.Pattern;
import dev.weft.conformance.fabric.bench.Peek;
import dev.weft.conformance.fabric.bench.Talk;
import dev.weft.fabric.Errno;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.ProgressModel;
import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.OperationFlags;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Set;

/** When a send completes and when its buffer is free: EP-016 to EP-024. */
public final class CompletionLevelClauses {

  private static final String LEVELS = "fi_cq(3), completion semantics";
  private static final long DELIVERY = OperationFlags.DELIVERY_COMPLETE;

  private CompletionLevelClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("EP-016", Level.REQUIRED, "fi_endpoint(3), FI_INJECT")
            .says("the flag FI_INJECT frees the buffer on return; the send still writes its entry")
            .lookAt("when the bytes of an injected message are copied, and its entry")
            .check(CompletionLevelClauses::injectFlag),
        clause("EP-017", Level.REQUIRED, "fi_msg(3), fi_inject")
            .says("inject takes up to inject_size bytes and frees the buffer on return")
            .lookAt("the limit, and messages held until a receive is posted")
            .check(CompletionLevelClauses::injectSize),
        clause("EP-018", Level.REQUIRED, LEVELS)
            .says("FI_INJECT_COMPLETE: entry once the buffer is free, at any length")
            .lookAt("the entry of a large message whose bytes are still needed")
            .automaticToo()
            .check(CompletionLevelClauses::injectComplete),
        clause("EP-019", Level.REQUIRED, LEVELS)
            .says("FI_TRANSMIT_COMPLETE: entry although the receiver has not posted a buffer")
            .lookAt("whether the entry waits for the match")
            .automaticToo()
            .check(CompletionLevelClauses::transmitComplete),
        clause("EP-020", Level.REQUIRED, LEVELS)
            .says("FI_DELIVERY_COMPLETE: no entry before the target has the message")
            .lookAt("the acknowledgement that the receiver has processed the message")
            .automaticToo()
            .check(CompletionLevelClauses::deliveryComplete),
        clause("EP-021", Level.REQUIRED, LEVELS)
            .says("FI_MATCH_COMPLETE and FI_COMMIT_COMPLETE are kept or refused, never weakened")
            .lookAt("the check of flags that the provider does not know")
            .needs(Capabilities.TAGGED)
            .check(CompletionLevelClauses::strongLevels),
        clause("EP-022", Level.PERMITTED, LEVELS)
            .says("a receive's entry means readable data, whatever level the sender asked for")
            .lookAt("the order of the copy and the entry")
            .automaticToo()
            .check(CompletionLevelClauses::dataIsReadable),
        clause("EP-023", Level.REQUIRED, LEVELS + ", FI_FENCE")
            .says("the entry of a fenced send stands for all sends before it, at its own level")
            .lookAt("what a fenced operation waits for")
            .needs(Capabilities.FENCE)
            .check(CompletionLevelClauses::fence),
        clause("EP-024", Level.HINT, "fi_msg(3), FI_MORE")
            .says("a send with FI_MORE arrives although nothing follows it")
            .lookAt("what flushes a batch that stays incomplete")
            .check(CompletionLevelClauses::more));
  }

  private static long injectSize(Talk talk) {
    return talk.bench().info().transmit().injectSize();
  }

  /** Receives a message whose source has been overwritten, and compares it. */
  private static void receiveOld(Talk talk, long length, long message) {
    MemorySegment buffer = talk.memory(Math.max(length, 1));
    talk.recv(buffer, 1);
    equal(length, talk.received().length(), "length received");
    Pattern.expect(buffer.asSlice(0, length), message, "a message whose source was overwritten");
  }

  private static void injectFlag(Trial trial) {
    Talk talk = Talk.on(trial);
    long length = Math.min(injectSize(talk), 64);
    MemorySegment text = talk.text(length, 3);
    talk.sendMsg(text, 9, OperationFlags.INJECT);
    text.fill((byte) 0);
    equal(9L, talk.sent().context(), "context of a send with FI_INJECT");
    talk.nothingSent("after the entry of a send with FI_INJECT");
    receiveOld(talk, length, 3);
  }

  private static void injectSize(Trial trial) {
    Talk talk = Talk.on(trial);
    long limit = injectSize(talk);
    that(limit >= 8, "inject_size is %d", limit);
    MemorySegment text = talk.text(limit, 4);
    talk.post("inject", () -> talk.near().inject(text, limit, talk.toReceiver()));
    text.fill((byte) 0);
    receiveOld(talk, limit, 4);
    int beyond = talk.near().inject(talk.text(limit + 1, 5), limit + 1, talk.toReceiver());
    that(beyond < 0, "inject of inject_size + 1 bytes returned %s", value(beyond));
    if (beyond != -Errno.EMSGSIZE) {
      trial.chose("inject of inject_size + 1 bytes gives %s", value(beyond));
    }
    talk.nothingSent("after two injects");
  }

  private static void injectComplete(Trial trial) {
    Talk talk = Talk.on(trial);
    long length = Math.min(10 * injectSize(talk), talk.bench().info().endpoint().maxMessageSize());
    MemorySegment text = talk.text(length, 6);
    talk.sendMsg(text, 9, OperationFlags.INJECT_COMPLETE);
    boolean early = freed(talk, text);
    receiveOld(talk, length, 6);
    if (!early) {
      equal(9L, talk.sent().context(), "context of the send");
    }
    trial.chose("the buffer is free %s", early ? "before the receive" : "after the receive");
  }

  /** Overwrites the source if the entry comes before any receive is posted. */
  private static boolean freed(Talk talk, MemorySegment text) {
    List<Outcome> seen = talk.arrivals().rest(talk.sender().transmit());
    that(seen.size() <= 1, "entries of one send: %s", seen);
    if (seen.isEmpty()) {
      return false;
    }
    that(!seen.getFirst().failed() && seen.getFirst().context() == 9, "seen %s", seen.getFirst());
    text.fill((byte) 0);
    return true;
  }

  private static void transmitComplete(Trial trial) {
    Talk talk = Talk.on(trial);
    MemorySegment text = talk.text(16, 7);
    talk.sendMsg(text, 9, OperationFlags.TRANSMIT_COMPLETE);
    equal(9L, talk.sent().context(), "context of a send without a receive");
    receiveOld(talk, 16, 7);
  }

  private static void deliveryComplete(Trial trial) {
    Talk talk = Talk.on(trial);
    for (long length : new long[] {16, 70_000}) {
      deliver(trial, talk, Math.min(length, talk.bench().info().endpoint().maxMessageSize()));
    }
  }

  private static void deliver(Trial trial, Talk talk, long length) {
    MemorySegment buffer = talk.memory(length);
    talk.recv(buffer, 1);
    talk.sendMsg(talk.text(length, length), 9, DELIVERY);
    int read = -Errno.EAGAIN;
    for (int i = 0; i < 2_000 && read == -Errno.EAGAIN; i++) { // unless it needs the target
      read = talk.sender().transmit().read(1);
    }
    returnedOneOf(Set.of(1, -Errno.EAGAIN), read, "read of the transmit queue");
    boolean alone = read == 1;
    if (!alone) {
      equal(9L, talk.sent().context(), "context of a delivered send");
    }
    Pattern.expect(buffer, length, "the target's buffer when the sender has its entry");
    equal(1L, talk.received().context(), "context of the receive");
    if (alone && talk.bench().info().domain().dataProgress() == ProgressModel.MANUAL) {
      trial.chose("%d bytes are delivered without the target's reading", length);
    }
  }

  private static void strongLevels(Trial trial) {
    Talk talk = Talk.on(trial);
    MemorySegment text = talk.text(16, 1);
    for (long flag : new long[] {OperationFlags.MATCH_COMPLETE, OperationFlags.COMMIT_COMPLETE}) {
      Message message = Messages.message(text, talk.toReceiver(), 9);
      int sent = talk.arrivals().decided(() -> talk.near().sendMsg(message, flag));
      String name = OperationFlags.describe(flag);
      if (sent == 0) {
        talk.nothingSent("a send with " + name + " that nothing matches");
        receiveOld(talk, 16, 1);
        equal(9L, talk.sent().context(), "context of a send with " + name);
        if (flag == OperationFlags.MATCH_COMPLETE) {
          discarded(talk);
        }
      } else {
        returnedOneOf(
            Set.of(-Errno.EBADFLAGS, -Errno.EOPNOTSUPP, -Errno.EINVAL), sent, "send with " + name);
        talk.recv(talk.memory(16), 1);
        talk.nothingReceived("after a refused send");
        talk.cancel(1);
        equal(Errno.ECANCELED, talk.failedReceive().error(), "err of the receive");
      }
      trial.chose("%s is %s", name, sent == 0 ? "kept" : "refused with " + value(sent));
    }
  }

  /** A discarded message counts as matched. */
  private static void discarded(Talk talk) {
    var message = Messages.tagged(talk.text(16, 1), talk.toReceiver(), 0x21, 8);
    talk.post(
        "tsendmsg(FI_MATCH_COMPLETE)",
        () -> talk.near().tsendMsg(message, OperationFlags.MATCH_COMPLETE));
    talk.nothingSent("a tagged send with FI_MATCH_COMPLETE that nothing matches");
    Peek.hit(talk, 0x21, 7, OperationFlags.DISCARD);
    equal(8L, talk.sent().context(), "context of a send whose message was discarded");
  }

  private static void dataIsReadable(Trial trial) {
    Talk talk = Talk.on(trial);
    long largest = talk.bench().info().endpoint().maxMessageSize();
    long[] levels = {0, OperationFlags.INJECT_COMPLETE, OperationFlags.TRANSMIT_COMPLETE, DELIVERY};
    for (long length : new long[] {16, Math.min(largest, 100_000)}) {
      for (long level : levels) {
        MemorySegment buffer = talk.memory(length);
        talk.recv(buffer, 1);
        talk.sendMsg(talk.text(length, level >>> 20), 2, level);
        talk.received();
        Pattern.expect(
            buffer, level >>> 20, "%d bytes sent with %s", length, OperationFlags.describe(level));
        talk.sent();
      }
    }
    trial.chose(
        "FI_INJECT_COMPLETE is reported %s a short message is matched, %s a long one is",
        whenInjected(talk, 16), whenInjected(talk, Math.min(largest, 100_000)));
  }

  /** Whether the entry of an injected send comes as soon as its buffer is free, or later. */
  private static String whenInjected(Talk talk, long length) {
    talk.sendMsg(talk.text(length, 1), 2, OperationFlags.INJECT_COMPLETE);
    boolean early = !talk.arrivals().rest(talk.sender().transmit()).isEmpty();
    talk.recv(talk.memory(length), 1);
    talk.received();
    if (!early) {
      talk.sent();
    }
    return early ? "before" : "after";
  }

  private static void fence(Trial trial) {
    Talk talk = Talk.on(trial);
    long length = Math.min(talk.bench().info().endpoint().maxMessageSize(), 70_000);
    long match = OperationFlags.MATCH_COMPLETE;
    for (long level : new long[] {0, OperationFlags.TRANSMIT_COMPLETE, DELIVERY, match}) {
      String name = OperationFlags.describe(OperationFlags.FENCE | level);
      talk.sendMsg(talk.text(length, 1), 3, OperationFlags.TRANSMIT_COMPLETE);
      talk.sendMsg(talk.text(16, 2), 4, OperationFlags.FENCE | level);
      List<Outcome> sent = talk.arrivals().rest(talk.sender().transmit());
      that(
          sent.isEmpty() || sent.getFirst().context() == 3,
          "the entry of a send with %s came before that of the send before it",
          name);
      MemorySegment first = talk.memory(length);
      MemorySegment second = talk.memory(16);
      talk.recv(first, 1);
      talk.recv(second, 2);
      for (long context = 3L + sent.size(); context <= 4; context++) {
        equal(context, talk.sent().context(), "context of the next entry, with " + name);
      }
      if (level == DELIVERY && sent.size() < 2) {
        Pattern.expect(first, 1, "the message before the fence, at the entry of the fenced one");
        Pattern.expect(second, 2, "the fenced message, at its entry");
      }
      talk.received(2);
    }
  }

  private static void more(Trial trial) {
    Talk talk = Talk.on(trial);
    MemorySegment buffer = talk.memory(16);
    talk.recv(buffer, 1);
    talk.sendMsg(talk.text(16, 1), 2, OperationFlags.MORE);
    equal(1L, talk.received().context(), "context of the receive");
    equal(2L, talk.sent().context(), "context of the send");
    Pattern.expect(buffer, 1, "a message sent with FI_MORE");
  }
}
