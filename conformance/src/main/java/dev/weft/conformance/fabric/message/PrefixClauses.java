package dev.weft.conformance.fabric.message;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.Pattern;
import dev.weft.conformance.fabric.bench.Sentinel;
import dev.weft.conformance.fabric.bench.Talk;
import dev.weft.fabric.info.ModeBits;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** {@code FI_MSG_PREFIX}, buffers with room for the provider's header: FL-015, EP-042. */
public final class PrefixClauses {

  private static final String PREFIX = "fi_getinfo(3), FI_MSG_PREFIX";

  private PrefixClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("FL-015", Level.REQUIRED, "fi_cq(3), completion fields, len")
            .says("with FI_MSG_PREFIX len counts the prefix too")
            .lookAt("the length stored for receives of endpoints in prefix mode")
            .check(PrefixClauses::lengthCountsThePrefix),
        clause("EP-042", Level.REQUIRED, PREFIX)
            .says("with FI_MSG_PREFIX every buffer starts with the prefix, outside all limits")
            .lookAt("where the payload starts in sends, injects and receives")
            .check(PrefixClauses::payloadBehindThePrefix));
  }

  private static Talk talk(Trial trial) {
    return Talk.on(
        Bench.on(trial)
            .hints(info -> info.toBuilder().mode(info.mode() | ModeBits.MSG_PREFIX).build())
            .offering("FI_MSG_PREFIX", info -> (info.mode() & ModeBits.MSG_PREFIX) != 0));
  }

  private static long prefix(Talk talk) {
    long prefix = talk.bench().info().endpoint().messagePrefixSize();
    that(prefix > 0 && prefix % 8 == 0, "msg_prefix_size is %d, not a multiple of 8", prefix);
    return prefix;
  }

  /** A buffer with the prefix and the payload of this message. */
  private static MemorySegment prefixed(Talk talk, long prefix, long payload, long message) {
    MemorySegment buffer = talk.memory(prefix + payload);
    Pattern.fill(buffer.asSlice(prefix), message);
    return buffer;
  }

  private static void lengthCountsThePrefix(Trial trial) {
    Talk talk = talk(trial);
    long prefix = prefix(talk);
    for (long payload : new long[] {0, 1, 40}) {
      talk.recv(talk.memory(prefix + 64), 1);
      talk.send(prefixed(talk, prefix, payload, 1), 2);
      equal(prefix + payload, talk.received().length(), "len of %d bytes behind a prefix", payload);
    }
  }

  private static void payloadBehindThePrefix(Trial trial) {
    Talk talk = talk(trial);
    long prefix = prefix(talk);
    long limit = talk.bench().info().transmit().injectSize();
    MemorySegment text = prefixed(talk, prefix, limit, 3);
    expect(
        talk,
        prefix,
        limit,
        () ->
            talk.post("inject", () -> talk.near().inject(text, prefix + limit, talk.toReceiver())));
    long large = Math.min(talk.bench().info().endpoint().maxMessageSize(), 70_000);
    expect(talk, prefix, large, () -> talk.send(prefixed(talk, prefix, large, 3), 2));
    talk.sent();
  }

  private static void expect(Talk talk, long prefix, long payload, Runnable send) {
    MemorySegment memory = talk.memory(prefix + payload + 8);
    Sentinel.fill(memory);
    talk.recv(memory.asSlice(0, prefix + payload), 1);
    send.run();
    equal(prefix + payload, talk.received().length(), "len of %d bytes of payload", payload);
    Pattern.expect(memory.asSlice(prefix, payload), 3, "the payload behind the prefix");
    Sentinel.untouched(memory, prefix + payload, "memory behind the receive buffer");
  }
}
