package dev.weft.conformance.fabric.message;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Entry;
import dev.weft.conformance.fabric.bench.Failure;
import dev.weft.conformance.fabric.bench.Messages;
import dev.weft.conformance.fabric.bench.Pattern;
import dev.weft.conformance.fabric.bench.Peek;
import dev.weft.conformance.fabric.bench.Sentinel;
import dev.weft.conformance.fabric.bench.Talk;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.message.OperationFlags;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Peeking for, claiming and discarding tagged messages: EP-033 to EP-036. */
public final class PeekClauses {

  private static final String PEEK = "fi_tagged(3), FI_PEEK";
  private static final long CLAIM = OperationFlags.CLAIM;
  private static final long DISCARD = OperationFlags.DISCARD;

  private PeekClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("EP-033", Level.REQUIRED, PEEK)
            .says("a peek that finds a message describes it, and leaves it where it is")
            .lookAt("the entry of a peek: length, tag, data, source; and the list afterwards")
            .needs(Capabilities.TAGGED | Capabilities.SOURCE)
            .check(PeekClauses::hitDescribesTheMessage),
        clause("EP-034", Level.REQUIRED, PEEK)
            .says("a peek that finds nothing fails with FI_ENOMSG and does not stay queued")
            .lookAt("a peek that is put on the list of posted receives")
            .needs(Capabilities.TAGGED)
            .check(PeekClauses::missLeavesNothing),
        clause("EP-035", Level.REQUIRED, PEEK + ", FI_CLAIM")
            .says("a claimed message is kept for the claim with the same context alone")
            .lookAt("whether other receives and peeks skip a claimed message")
            .needs(Capabilities.TAGGED)
            .check(PeekClauses::claimReserves),
        clause("EP-036", Level.REQUIRED, PEEK + ", FI_DISCARD")
            .says("discard drops a found or a claimed message; buffers are ignored")
            .lookAt("the message's memory, and a buffer given with FI_DISCARD")
            .needs(Capabilities.TAGGED)
            .check(PeekClauses::discardDrops));
  }

  private static void hitDescribesTheMessage(Trial trial) {
    Talk talk = Talk.on(trial);
    long large = Math.min(talk.bench().info().endpoint().maxMessageSize(), 70_000);
    for (long length : new long[] {48, 0, large}) {
      MemorySegment text = talk.text(length, length);
      long to = talk.toReceiver();
      talk.post("tsenddata", () -> talk.near().tsendData(text, length, 0x31, to, 0x44, 2));
      for (int twice = 0; twice < 2; twice++) {
        describes(talk, Peek.hit(talk, 0x44, 7, 0), length);
      }
      MemorySegment buffer = talk.memory(Math.max(length, 1));
      talk.trecv(buffer, 0x44, 0, 8);
      equal(8L, talk.received().context(), "context of the receive after two peeks");
      Pattern.expect(buffer.asSlice(0, length), length, "the message after two peeks");
      talk.nothingReceived("after two peeks and a receive");
    }
  }

  private static void describes(Talk talk, Entry peek, long length) {
    equal(length, peek.length(), "len of a peek");
    equal(0x44L, peek.tag(), "tag of a peek");
    equal(0x31L, peek.data(), "data of a peek");
    equal(talk.toSender(), peek.source(), "source of a peek");
    that(
        peek.has(CompletionFlags.RECV | CompletionFlags.TAGGED | CompletionFlags.REMOTE_CQ_DATA),
        "flags of a peek: %s",
        peek);
  }

  private static void missLeavesNothing(Trial trial) {
    Talk talk = Talk.on(trial);
    Failure miss = Peek.miss(talk, 0x55, 7, 0);
    trial.chose("tag of a peek that finds nothing is 0x%x", miss.tag());
    talk.tsend(talk.text(16, 1), 0x55, 2);
    talk.nothingReceived("a message that arrives after a peek for it");
    talk.trecv(talk.memory(16), 0x55, 0, 3);
    equal(3L, talk.received().context(), "context of the receive");
    Peek.miss(talk, 0x55, 8, 0);
  }

  private static void claimReserves(Trial trial) {
    Talk talk = Talk.on(trial);
    talk.tsend(talk.text(16, 1), 0x66, 2);
    talk.tsend(talk.text(16, 2), 0x66, 3);
    Peek.hit(talk, 0x66, 70, CLAIM);
    MemorySegment other = talk.memory(16);
    talk.trecv(other, 0x66, 0, 8);
    equal(8L, talk.received().context(), "context of a plain receive beside a claim");
    Pattern.expect(other, 2, "the plain receive, which must skip the claimed message");
    Peek.miss(talk, 0x66, 71, 0);
    MemorySegment claimed = talk.memory(16);
    claim(talk, claimed, 70, CLAIM);
    equal(70L, talk.received().context(), "context of the claim");
    Pattern.expect(claimed, 1, "the claimed message");
    talk.nothingReceived("after the claim");
  }

  private static void claim(Talk talk, MemorySegment buffer, long context, long flags) {
    var request = Messages.tagged(buffer, Messages.ANYBODY, 0x66, context);
    talk.post("trecvmsg(FI_CLAIM)", () -> talk.far().trecvMsg(request, flags));
  }

  private static void discardDrops(Trial trial) {
    Talk talk = Talk.on(trial);
    talk.tsend(talk.text(16, 1), 0x66, 2);
    Peek.hit(talk, 0x66, 70, DISCARD);
    Peek.miss(talk, 0x66, 71, 0);
    talk.tsend(talk.text(16, 2), 0x66, 3);
    Peek.hit(talk, 0x66, 72, CLAIM);
    MemorySegment buffer = talk.memory(16);
    Sentinel.fill(buffer);
    claim(talk, buffer, 72, CLAIM | DISCARD);
    equal(72L, talk.received().context(), "context of the discarded claim");
    Sentinel.untouched(buffer, 0, "the buffer of a claim that discards");
    Peek.miss(talk, 0x66, 73, 0);
    talk.trecv(buffer, 0x66, 0, 9);
    talk.nothingReceived("a receive after both messages were discarded");
    talk.sent(2);
  }
}
