package dev.weft.conformance.fabric.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Entry;
import dev.weft.conformance.fabric.bench.Messages;
import dev.weft.conformance.fabric.bench.Talk;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.message.OperationFlags;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.IntSupplier;

/** The flags of an entry: FL-001, FL-004, FL-005, FL-008 to FL-010. */
public final class CompletionFlagClauses {

  private static final String FLAGS = "fi_cq(3), completion flags";
  private static final long KIND = CompletionFlags.MSG | CompletionFlags.TAGGED;

  private CompletionFlagClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("FL-001", Level.REQUIRED, FLAGS)
            .says("FI_SEND marks a send and FI_RECV a receive, beside FI_MSG or FI_TAGGED")
            .lookAt("the flag word of each call form, at both ends")
            .needs(Capabilities.TAGGED)
            .check(CompletionFlagClauses::sendAndReceive),
        clause("FL-004", Level.REQUIRED, FLAGS)
            .says("every entry carries the bits of its operation; none has flags 0")
            .lookAt("call forms that build their flag word elsewhere")
            .needs(Capabilities.TAGGED)
            .check(CompletionFlagClauses::neverZero),
        clause("FL-005", Level.REQUIRED, FLAGS)
            .says("FI_REMOTE_CQ_DATA is set exactly where the data field is valid: at the receiver")
            .lookAt("the flag in the sender's own entry, and in messages sent without data")
            .check(CompletionFlagClauses::remoteDataFlag),
        clause("FL-008", Level.REQUIRED, FLAGS)
            .says("FI_MULTICAST never accompanies a message to one peer (groups have no API yet)")
            .lookAt("bits that are copied from the endpoint's capabilities")
            .check(CompletionFlagClauses::noMulticast),
        clause("FL-009", Level.REQUIRED, FLAGS)
            .says("FI_MORE and FI_CLAIM never appear as completion flags")
            .lookAt("operation flags that are copied into the entry")
            .needs(Capabilities.TAGGED)
            .check(CompletionFlagClauses::neitherMoreNorClaim),
        clause("FL-010", Level.INFERRED, FLAGS)
            .says("no bit appears in an entry that is not a completion flag")
            .lookAt("internal bits that share the word with the completion flags")
            .needs(Capabilities.TAGGED)
            .check(CompletionFlagClauses::noOtherBits));
  }

  private static void sendAndReceive(Trial trial) {
    Talk talk = Talk.on(trial);
    MemorySegment text = talk.text(32, 1);
    long to = talk.toReceiver();
    Kinds kinds = new Kinds(trial, talk);
    kinds.untagged("send", () -> talk.near().send(text, 32, to, 5));
    kinds.untagged("senddata", () -> talk.near().sendData(text, 32, 1, to, 5));
    kinds.untagged("sendmsg", () -> talk.near().sendMsg(Messages.message(text, to, 5), 0));
    kinds.untagged("sendv", () -> talk.near().sendv(Messages.message(text, to, 5).vector(), to, 5));
    kinds.tagged("tsend", () -> talk.near().tsend(text, 32, to, 3, 5));
    kinds.tagged("tsenddata", () -> talk.near().tsendData(text, 32, 1, to, 3, 5));
    kinds.tagged("tsendmsg", () -> talk.near().tsendMsg(Messages.tagged(text, to, 3, 5), 0));
    kinds.tagged(
        "tsendv", () -> talk.near().tsendv(Messages.message(text, to, 5).vector(), to, 3, 5));
  }

  /** Compares the flags of one message at both ends with the table of the specification. */
  private record Kinds(Trial trial, Talk talk) {

    void untagged(String call, IntSupplier send) {
      talk.recv(talk.memory(32), 6);
      compare(call, send, CompletionFlags.MSG);
    }

    void tagged(String call, IntSupplier send) {
      talk.trecv(talk.memory(32), 3, 0, 6);
      compare(call, send, CompletionFlags.TAGGED);
    }

    private void compare(String call, IntSupplier send, long kind) {
      talk.post(call, send);
      same(call, "sender", CompletionFlags.SEND, kind, talk.sent());
      same(call, "receiver", CompletionFlags.RECV, kind, talk.received());
    }

    private void same(String call, String side, long direction, long kind, Entry entry) {
      long bits = entry.flags() & ~KIND & ~CompletionFlags.REMOTE_CQ_DATA;
      equal(
          CompletionFlags.describe(direction),
          CompletionFlags.describe(bits),
          "bits of the %s's entry of %s besides FI_MSG and FI_TAGGED",
          side,
          call);
      long seen = entry.flags() & KIND;
      that(seen == 0 || (seen & kind) != 0, "kind of the %s's entry of %s: %s", side, call, entry);
      if (seen != kind) {
        trial.chose("the %s's entry of %s has %s", side, call, entry);
      }
    }
  }

  private static void neverZero(Trial trial) {
    for (Entry entry : Mixture.entries(Talk.on(trial))) {
      that(entry.flags() != 0, "an entry has no flags at all: %s", entry);
    }
  }

  private static void remoteDataFlag(Trial trial) {
    Talk talk = Talk.on(trial);
    MemorySegment text = talk.text(16, 1);
    for (boolean data : new boolean[] {true, false, true}) {
      talk.recv(talk.memory(16), 1);
      long flags = data ? OperationFlags.REMOTE_CQ_DATA : 0;
      talk.post(
          "sendmsg",
          () ->
              talk.near().sendMsg(Messages.message(text, talk.toReceiver(), 2).data(0x55), flags));
      Entry received = talk.received();
      equal(
          data, received.has(CompletionFlags.REMOTE_CQ_DATA), "FI_REMOTE_CQ_DATA of %s", received);
      Entry sent = talk.sent();
      that(!sent.has(CompletionFlags.REMOTE_CQ_DATA), "the sender's entry has the bit: %s", sent);
    }
  }

  private static void noMulticast(Trial trial) {
    Talk talk = Talk.on(trial);
    talk.recv(talk.memory(16), 1);
    talk.send(talk.text(16, 1), 2);
    for (Entry entry : List.of(talk.received(), talk.sent())) {
      that(!entry.has(Capabilities.MULTICAST), "a message to one peer has FI_MULTICAST: %s", entry);
    }
  }

  private static void neitherMoreNorClaim(Trial trial) {
    for (Entry entry : Mixture.entries(Talk.on(trial))) {
      long forbidden = OperationFlags.MORE | OperationFlags.CLAIM;
      equal(0L, entry.flags() & forbidden, "FI_MORE and FI_CLAIM in %s", entry);
    }
  }

  private static void noOtherBits(Trial trial) {
    long defined = CompletionFlags.LEGAL | Capabilities.MULTICAST;
    for (Entry entry : Mixture.entries(Talk.on(trial))) {
      equal(0L, entry.flags() & ~defined, "undefined bits in %s", entry);
    }
  }
}
