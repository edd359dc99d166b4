package dev.weft.conformance.fabric.endpoint;

import static dev.weft.conformance.check.Check.refused;
import static dev.weft.conformance.check.Check.returnedOneOf;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Check.value;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.Messages;
import dev.weft.conformance.fabric.bench.Parts;
import dev.weft.conformance.fabric.bench.Talk;
import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.ReceiveAttributes;
import dev.weft.fabric.info.TransmitAttributes;
import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.OperationFlags;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.function.Predicate;

/**
 * What an endpoint may post by its capabilities, GI-001 to GI-011: requirements of {@code
 * fi_getinfo(3)} beyond the catalogue. {@link TargetClauses} has those about targets.
 */
public final class CapabilityClauses {

  private static final String CAPABILITIES = "fi_getinfo(3), capabilities";
  private static final long MESSAGES = Capabilities.MSG | Capabilities.TAGGED;
  private static final long MEMORY = Capabilities.RMA | Capabilities.ATOMIC;
  private static final long ALL = MESSAGES | MEMORY;
  private static final Set<Integer> NOT_SUPPORTED = Set.of(-Errno.EOPNOTSUPP, -Errno.ENOSYS);

  private CapabilityClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        posting("GI-001", "FI_MSG", Capabilities.MSG, Capabilities.TAGGED),
        posting("GI-002", "FI_TAGGED", Capabilities.TAGGED, Capabilities.MSG),
        posting(
            "GI-003",
            "FI_SEND",
            Capabilities.MSG | Capabilities.SEND,
            Capabilities.TAGGED | Capabilities.SEND,
            ALL | Capabilities.SEND | Capabilities.REMOTE_READ),
        posting(
            "GI-004",
            "FI_RECV",
            Capabilities.MSG | Capabilities.RECV,
            Capabilities.TAGGED | Capabilities.RECV,
            ALL | Capabilities.RECV | Capabilities.REMOTE_WRITE),
        posting(
            "GI-005",
            "FI_RMA",
            Capabilities.RMA,
            Capabilities.MSG | Capabilities.RMA,
            Capabilities.ATOMIC),
        posting(
            "GI-006", "FI_READ", Capabilities.RMA | Capabilities.READ, MEMORY | Capabilities.READ),
        posting(
            "GI-007",
            "FI_WRITE",
            Capabilities.RMA | Capabilities.WRITE,
            MEMORY | Capabilities.WRITE),
        posting(
            "GI-008",
            "FI_ATOMIC",
            Capabilities.ATOMIC | Capabilities.READ,
            Capabilities.ATOMIC | Capabilities.WRITE,
            Capabilities.ATOMIC | Capabilities.REMOTE_READ | Capabilities.REMOTE_WRITE),
        clause("GI-009", Level.REQUIRED, "fi_endpoint(3), tx_attr.caps, rx_attr.caps")
            .says("the capabilities of a direction restrict those of the endpoint")
            .lookAt("endpoints with fewer capabilities in one direction than in fi_info")
            .needs(ALL)
            .check(CapabilityClauses::directions),
        clause("GI-010", Level.REQUIRED, "fi_endpoint(3), fi_enable")
            .says("an endpoint needs queues for those directions only that it has")
            .lookAt("what fi_enable requires of endpoints that only send or only receive")
            .check(CapabilityClauses::queues),
        clause("GI-011", Level.REQUIRED, CAPABILITIES + ", FI_TRIGGER, FI_FENCE, FI_MULTI_RECV")
            .says("a flag whose capability the endpoint lacks is refused and nothing is posted")
            .lookAt("the flags that the msg calls accept")
            .check(CapabilityClauses::flags));
  }

  private static Clause posting(String id, String name, long... capabilities) {
    return clause(id, Level.REQUIRED, CAPABILITIES + ", " + name)
        .says(
            "calls that the capabilities do not name are refused; without a modifier they name"
                + " all: "
                + name)
        .lookAt("the first check of each call that posts")
        .needs(ALL)
        .check(trial -> Arrays.stream(capabilities).forEach(each -> post(trial, each)));
  }

  /** The capabilities with the modifiers that they imply. */
  private static long full(long capabilities) {
    long messages = Capabilities.SEND | Capabilities.RECV;
    long memory =
        Capabilities.READ
            | Capabilities.WRITE
            | Capabilities.REMOTE_READ
            | Capabilities.REMOTE_WRITE;
    return capabilities
        | ((capabilities & MESSAGES) != 0 && (capabilities & messages) == 0 ? messages : 0)
        | ((capabilities & MEMORY) != 0 && (capabilities & memory) == 0 ? memory : 0);
  }

  private static void post(Trial trial, long capabilities) {
    Talk talk = Talk.on(Bench.on(trial).receiverCapabilities(capabilities));
    long all = full(capabilities);
    String endpoint = "an endpoint with " + Capabilities.describe(capabilities);
    post(talk, endpoint, kind -> (kind.needed & ~all) == 0);
  }

  /** Makes every post call on the receiver's endpoint. */
  private static void post(Talk talk, String endpoint, Predicate<PostCalls.Kind> allowed) {
    PostCalls calls = new PostCalls(talk.far(), talk.memory(24), talk.toSender(), 0, 0x5555);
    for (PostCalls.Kind kind : PostCalls.Kind.values()) {
      boolean may = allowed.test(kind);
      calls.of(kind).forEach((name, call) -> post(talk, name + " of " + endpoint, call, may));
    }
  }

  private static void post(Talk talk, String what, IntSupplier call, boolean allowed) {
    int returned = talk.arrivals().decided(call);
    if (allowed) {
      that(!NOT_SUPPORTED.contains(returned), "%s: returned %s", what, value(returned));
    } else {
      returnedOneOf(NOT_SUPPORTED, returned, what);
    }
  }

  private static void directions(Trial trial) {
    TransmitAttributes sending =
        TransmitAttributes.builder().capabilities(Capabilities.TAGGED | Capabilities.SEND).build();
    post(
        Talk.on(Bench.on(trial).receiverHints(info -> info.toBuilder().transmit(sending).build())),
        "an endpoint whose transmit.capabilities are FI_TAGGED|FI_SEND",
        EnumSet.of(
                PostCalls.Kind.TAGGED_SEND, PostCalls.Kind.RECEIVE, PostCalls.Kind.TAGGED_RECEIVE)
            ::contains);
    ReceiveAttributes receiving =
        ReceiveAttributes.builder().capabilities(Capabilities.MSG | Capabilities.RECV).build();
    post(
        Talk.on(Bench.on(trial).receiverHints(info -> info.toBuilder().receive(receiving).build())),
        "an endpoint whose receive.capabilities are FI_MSG|FI_RECV",
        kind -> kind != PostCalls.Kind.TAGGED_RECEIVE);
  }

  private static void queues(Trial trial) {
    enable(trial, Capabilities.SEND, BindFlags.TRANSMIT, BindFlags.RECV);
    enable(trial, Capabilities.RECV, BindFlags.RECV, BindFlags.TRANSMIT);
  }

  private static void enable(Trial trial, long direction, long its, long other) {
    Bench bench =
        Bench.on(trial)
            .hints(info -> info.toBuilder().capabilities(Capabilities.MSG | direction).build())
            .openDomainOnly();
    AddressVector vector = bench.openVector();
    CompletionQueue queue = bench.openQueue();
    Endpoint without = Parts.endpoint(bench);
    without.bind(vector, 0);
    without.bind(queue, other);
    String name = Capabilities.describe(direction);
    refused(
        Errno.ENOCQ, "enable of an endpoint for " + name + " without its queue", without::enable);
    Endpoint with = Parts.endpoint(bench);
    with.bind(vector, 0);
    with.bind(queue, its);
    with.enable();
  }

  private static void flags(Trial trial) {
    Talk talk = Talk.on(Bench.on(trial).receiverCapabilities(Capabilities.MSG));
    MemorySegment buffer = talk.memory(64);
    Message message = Messages.message(buffer, talk.toSender(), 7);
    for (long flag : new long[] {OperationFlags.TRIGGER, OperationFlags.FENCE}) {
      String name = OperationFlags.describe(flag);
      int returned = talk.far().sendMsg(message, flag);
      that(returned < 0, "fi_sendmsg(%s) without the capability: returned %d", name, returned);
    }
    int returned = talk.far().recvMsg(message, OperationFlags.MULTI_RECV);
    that(returned < 0, "fi_recvmsg(FI_MULTI_RECV) without the capability: returned %d", returned);
    refused(
        "FI_MULTI_RECV as default without the capability",
        () -> talk.far().operationFlags(BindFlags.RECV, OperationFlags.MULTI_RECV));
    talk.cancel(7);
    talk.nothingReceived("after posts that were refused");
    talk.arrivals().nothing(talk.receiver().transmit(), "after sends that were refused");
  }
}
