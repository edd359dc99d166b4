package dev.weft.conformance.fabric.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.Failure;
import dev.weft.conformance.fabric.bench.Outcome;
import dev.weft.conformance.fabric.bench.Pattern;
import dev.weft.conformance.fabric.bench.Peer;
import dev.weft.conformance.fabric.bench.Sentinel;
import dev.weft.conformance.fabric.bench.Talk;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.EndpointType;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** The fields of an error entry: ER-008 to ER-014, ER-019. */
public final class ErrorFieldClauses {

  private static final String READERR = "fi_cq(3), fi_cq_readerr";
  private static final String ENTRY = "fi_cq(3), struct fi_cq_err_entry";

  private ErrorFieldClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("ER-008", Level.REQUIRED, ENTRY)
            .says("err is a positive number of the errno table")
            .lookAt("the sign with which errors travel inside the provider")
            .check(ErrorFieldClauses::errIsPositive),
        clause("ER-009", Level.PERMITTED, ENTRY)
            .says("prov_errno is the provider's own; strerror turns it into text")
            .lookAt("strerror for every number that the provider stores in prov_errno")
            .check(ErrorFieldClauses::providerErrorHasText),
        clause("ER-010", Level.REQUIRED, ENTRY)
            .says("op_context of an error is the failed operation's context, bit for bit")
            .lookAt("where the error entry takes its context from")
            .check(ErrorFieldClauses::contextIsTheOperations),
        clause("ER-011", Level.REQUIRED, ENTRY)
            .says("flags describe the failed operation as for success, and leak no other bit")
            .lookAt("operation flags that are copied into the error entry")
            .check(ErrorFieldClauses::flagsDescribeTheOperation),
        clause("ER-012", Level.REQUIRED, ENTRY)
            .says("truncation: err FI_ETRUNC, len what was placed, olen what was discarded")
            .lookAt("len and olen of a message longer than its buffer, small and large")
            .automaticToo()
            .check(ErrorFieldClauses::truncation),
        clause("ER-013", Level.PERMITTED, "fi_domain(3), resource management")
            .says("a datagram longer than its buffer never writes past the buffer's end")
            .lookAt("the length that the datagram copy uses")
            .check(ErrorFieldClauses::datagramOverrun),
        clause("ER-014", Level.REQUIRED, ENTRY)
            .says("fields of an error without information are 0, never those of an earlier entry")
            .lookAt("stale fields of a reused record: tag, data, buf, len, olen")
            .needs(Capabilities.TAGGED)
            .check(ErrorFieldClauses::noStaleFields),
        clause("ER-019", Level.REQUIRED, ENTRY)
            .says("src_addr of an error is FI_ADDR_NOTAVAIL unless the provider knows better")
            .lookAt("what src_addr is preset to before the entry is filled")
            .check(ErrorFieldClauses::sourceIsNotAvailable));
  }

  /** A cancelled and a truncated receive. */
  private static List<Failure> cancelledAndTruncated(Talk talk, long first, long second) {
    talk.recv(talk.memory(64), first);
    talk.cancel(first);
    Failure cancelled = talk.failedReceive();
    return List.of(cancelled, truncated(talk, second));
  }

  private static Failure truncated(Talk talk, long context) {
    talk.recv(talk.memory(8), context);
    talk.send(talk.text(64, context), context);
    return talk.failedReceive();
  }

  private static void errIsPositive(Trial trial) {
    for (Failure failure : cancelledAndTruncated(Talk.on(trial), 1, 2)) {
      that(failure.error() > 0, "err should be positive, seen %d", failure.error());
      String name = Errno.name(failure.error());
      that(name != null && name.startsWith("FI_E"), "err %d has no name", failure.error());
    }
  }

  private static void providerErrorHasText(Trial trial) {
    Talk talk = Talk.on(trial);
    for (Failure failure : cancelledAndTruncated(talk, 1, 2)) {
      String text = talk.receiver().receiveQueue().strerror(failure.providerError());
      that(text != null && !text.isEmpty(), "strerror(%d) gives no text", failure.providerError());
      trial.chose(
          "prov_errno of %s is %d, \"%s\"",
          Errno.name(failure.error()), failure.providerError(), text);
    }
  }

  private static void contextIsTheOperations(Trial trial) {
    long[] contexts = {0x1122334455667788L, -2L, Long.MIN_VALUE, 1L};
    Talk talk = Talk.on(trial);
    for (long context : contexts) {
      for (Failure failure : cancelledAndTruncated(talk, context, ~context)) {
        long expected = failure.error() == Errno.ECANCELED ? context : ~context;
        equal(expected, failure.context(), "context of %s", failure);
      }
    }
    failedSend(talk, 0x7766554433221100L);
  }

  private static void failedSend(Talk talk, long context) {
    Peer gone = talk.bench().openPeerBesideReceiver();
    long handle = talk.sender().handleOf(gone);
    gone.endpoint().close();
    MemorySegment text = talk.text(8, 1);
    talk.arrivals().rest(talk.sender().transmit());
    int returned = talk.near().send(text, 8, handle, context);
    if (returned == 0) {
      Failure failure = talk.arrivals().failure(talk.sender().transmit());
      equal(context, failure.context(), "context of a send to a closed peer");
      that(failure.has(CompletionFlags.SEND), "%s should have FI_SEND", failure);
    }
  }

  private static void flagsDescribeTheOperation(Trial trial) {
    Talk talk = Talk.on(trial);
    talk.recv(talk.memory(64), 1);
    talk.send(talk.text(64, 1), 1);
    long success = talk.received().flags();
    for (Failure failure : cancelledAndTruncated(talk, 2, 3)) {
      that(failure.has(CompletionFlags.RECV), "%s should have FI_RECV", failure);
      equal(0L, failure.flags() & ~CompletionFlags.LEGAL, "undefined bits of %s", failure);
      equal(
          CompletionFlags.describe(success),
          CompletionFlags.describe(failure.flags()),
          "flags of a failed receive, compared with a successful one");
    }
  }

  private static void truncation(Trial trial) {
    Talk talk = Talk.on(trial);
    for (long sent : new long[] {100, 9, 70_000}) {
      if (sent <= talk.bench().info().endpoint().maxMessageSize()) {
        truncate(talk, sent);
      }
    }
    talk.recv(talk.memory(64), 5);
    talk.cancel(5);
    equal(0L, talk.failedReceive().overflowLength(), "olen of a cancelled receive");
  }

  private static void truncate(Talk talk, long sent) {
    MemorySegment guarded = talk.memory(32);
    Sentinel.fill(guarded);
    talk.recv(guarded.asSlice(0, 8), 1);
    talk.send(talk.text(sent, sent), 2);
    Failure failure = talk.failedReceive();
    equal(Errno.ETRUNC, failure.error(), "err of %d bytes sent into 8", sent);
    equal(8L, failure.length(), "len of %d bytes sent into 8", sent);
    equal(sent - 8, failure.overflowLength(), "olen of %d bytes sent into 8", sent);
    Pattern.expect(guarded.asSlice(0, 8), sent, "the bytes that had room");
    Sentinel.untouched(guarded, 8, "memory behind an 8-byte receive buffer");
    talk.arrivals().outcomes(talk.sender().transmit(), 1);
  }

  private static void datagramOverrun(Trial trial) {
    Talk talk = Talk.on(Bench.on(trial).type(EndpointType.DGRAM));
    MemorySegment guarded = talk.memory(32);
    Sentinel.fill(guarded);
    talk.recv(guarded.asSlice(0, 8), 1);
    talk.send(talk.text(100, 1), 2);
    List<Outcome> seen = talk.arrivals().rest(talk.receiver().receive());
    that(seen.size() <= 1, "one datagram should have one outcome at most, seen %s", seen);
    Sentinel.untouched(guarded, 8, "memory behind an 8-byte receive buffer");
    trial.chose("an overlong datagram gives %s", seen.isEmpty() ? "nothing" : seen.getFirst());
  }

  private static void noStaleFields(Trial trial) {
    Talk talk = Talk.on(trial);
    MemorySegment text = talk.text(48, 1);
    talk.trecv(talk.memory(64), 0xAAAA, 0, 1);
    talk.post(
        "tsenddata", () -> talk.near().tsendData(text, 48, 0x77L, talk.toReceiver(), 0xAAAA, 2));
    equal(0xAAAAL, talk.received().tag(), "tag of the message before");
    talk.trecv(talk.memory(64), 0xBBBB, 0xF, 3);
    talk.cancel(3);
    Failure failure = talk.failedReceive();
    equal(0xBBBBL, failure.tag(), "tag of a cancelled receive, which was posted with 0xbbbb");
    equal(0L, failure.data(), "data of a cancelled receive");
    equal(0L, failure.buffer(), "buf of a cancelled receive");
    equal(0L, failure.length(), "len of a cancelled receive");
    equal(0L, failure.overflowLength(), "olen of a cancelled receive");
    equal(Errno.ECANCELED, failure.error(), "err of a cancelled receive");
  }

  private static void sourceIsNotAvailable(Trial trial) {
    Talk talk = Talk.on(trial);
    talk.recv(talk.memory(64), 1);
    talk.cancel(1);
    equal(FabricAddress.NOTAVAIL, talk.failedReceive().source(), "src_addr of a cancelled receive");
  }
}
