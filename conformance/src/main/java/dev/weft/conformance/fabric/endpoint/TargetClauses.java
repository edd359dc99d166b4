package dev.weft.conformance.fabric.endpoint;

import static dev.weft.conformance.check.Check.refused;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Check.value;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.ClauseSkipped;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.Failure;
import dev.weft.conformance.fabric.bench.Messages;
import dev.weft.conformance.fabric.bench.Parts;
import dev.weft.conformance.fabric.bench.Sentinel;
import dev.weft.conformance.fabric.bench.Talk;
import dev.weft.conformance.fabric.bench.Window;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.message.OperationFlags;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;

/**
 * Capabilities as a target of peers, and valid addresses, GI-012 to GI-016: requirements of {@code
 * fi_getinfo(3)} beyond the catalogue.
 */
public final class TargetClauses {

  private static final String CAPABILITIES = "fi_getinfo(3), capabilities";
  private static final long MESSAGES = Capabilities.MSG | Capabilities.TAGGED;
  private static final long MEMORY = Capabilities.RMA | Capabilities.ATOMIC;
  private static final long ALL = MESSAGES | MEMORY;
  private static final long LARGE = 100_000;

  private TargetClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("GI-012", Level.REQUIRED, CAPABILITIES + ", FI_REMOTE_READ")
            .says("memory of an endpoint without FI_REMOTE_READ is not read: the initiator fails")
            .lookAt("what the target checks besides the region: its own capabilities")
            .needs(ALL)
            .check(TargetClauses::reads),
        clause("GI-013", Level.REQUIRED, CAPABILITIES + ", FI_REMOTE_WRITE")
            .says("memory of an endpoint without FI_REMOTE_WRITE stays as it is; the writer fails")
            .lookAt("what the target checks besides the region: its own capabilities")
            .needs(ALL)
            .check(TargetClauses::writes),
        clause("GI-014", Level.REQUIRED, CAPABILITIES + ", FI_RECV, FI_MSG, FI_TAGGED")
            .says("a message that its target is not able to receive fails at the sender")
            .lookAt("messages of every length to endpoints that only send")
            .needs(ALL)
            .check(TargetClauses::messages),
        clause("GI-015", Level.REQUIRED, CAPABILITIES + ", FI_RMA")
            .says("FI_RMA or FI_ATOMIC alone opens memory to its reads and to its writes")
            .lookAt("primary capabilities without a modifier")
            .needs(ALL)
            .check(TargetClauses::allowed),
        clause("GI-015A", Level.REQUIRED, CAPABILITIES + ", FI_RMA, FI_ATOMIC")
            .says("FI_RMA opens no memory to atomic operations, FI_ATOMIC none to reads and writes")
            .lookAt("what the target checks besides the direction: the kind of access")
            .needs(ALL)
            .check(TargetClauses::otherKind),
        clause("GI-016", Level.REQUIRED, "fi_endpoint(3), fi_av(3), src_addr")
            .says("an endpoint never has an address that fi_av_insert refuses")
            .lookAt("the places that take an address: all have one grammar")
            .check(TargetClauses::addresses));
  }

  private static void reads(Trial trial) {
    for (long capabilities :
        new long[] {
          MESSAGES,
          ALL | Capabilities.RECV | Capabilities.REMOTE_WRITE,
          Capabilities.RMA | Capabilities.READ
        }) {
      refuse(trial, capabilities, PostCalls.Kind.READ, PostCalls.Kind.FETCH);
    }
  }

  private static void writes(Trial trial) {
    for (long capabilities :
        new long[] {
          MESSAGES,
          ALL | Capabilities.RECV | Capabilities.REMOTE_READ,
          Capabilities.RMA | Capabilities.WRITE
        }) {
      refuse(trial, capabilities, PostCalls.Kind.WRITE, PostCalls.Kind.ATOMIC);
    }
  }

  private static void messages(Trial trial) {
    refuse(trial, MESSAGES | Capabilities.SEND, PostCalls.Kind.SEND, PostCalls.Kind.TAGGED_SEND);
    refuse(trial, Capabilities.TAGGED, PostCalls.Kind.SEND);
    refuse(trial, Capabilities.MSG, PostCalls.Kind.TAGGED_SEND);
    refuse(trial, MEMORY, PostCalls.Kind.SEND, PostCalls.Kind.TAGGED_SEND);
    largeMessages(trial);
  }

  private static void largeMessages(Trial trial) {
    Talk talk = talk(trial, MESSAGES | Capabilities.SEND);
    MemorySegment text = talk.text(LARGE, 1);
    long to = talk.toReceiver();
    long flag = OperationFlags.DELIVERY_COMPLETE;
    fail(talk, "fi_send of 100,000 bytes", () -> talk.near().send(text, LARGE, to, 1));
    fail(talk, "fi_tsend of 100,000 bytes", () -> talk.near().tsend(text, LARGE, to, 3, 1));
    fail(
        talk,
        "fi_sendmsg(FI_DELIVERY_COMPLETE)",
        () -> talk.near().sendMsg(Messages.message(text.asSlice(0, 8), to, 1), flag));
    talk.nothingReceived("an endpoint without FI_RECV");
  }

  private static Talk talk(Trial trial, long targetsCapabilities) {
    return Talk.on(Bench.on(trial).receiverCapabilities(targetsCapabilities));
  }

  /**
   * Checks both kinds of memory: allocated by the provider, which peers may access directly, and
   * any other.
   */
  private static void refuse(Trial trial, long capabilities, PostCalls.Kind... kinds) {
    Talk talk = talk(trial, capabilities);
    refuse(talk, talk.bench().domain().allocate(64), 0x71, kinds);
    refuse(talk, Arena.ofAuto().allocate(64, 8), 0x72, kinds);
    talk.nothingReceived("an endpoint with " + Capabilities.describe(capabilities));
  }

  private static void refuse(Talk talk, MemorySegment memory, long key, PostCalls.Kind... kinds) {
    Sentinel.fill(memory);
    MemorySegment buffers = talk.memory(24);
    PostCalls calls = calls(talk, memory, key, buffers);
    for (PostCalls.Kind kind : kinds) {
      for (Map.Entry<String, IntSupplier> call : calls.of(kind).entrySet()) {
        Sentinel.fill(buffers);
        fail(talk, call.getKey(), call.getValue());
        Sentinel.untouched(memory, 0, "the target's memory after " + call.getKey());
        Sentinel.untouched(buffers, 0, "the initiator's buffers after " + call.getKey());
      }
    }
  }

  /** Calls that access the receiver's memory, which is registered for all rights. */
  private static PostCalls calls(Talk talk, MemorySegment memory, long key, MemorySegment buffers) {
    long rights = AccessFlags.REMOTE | AccessFlags.LOCAL;
    MemoryRegion region =
        talk.bench().keep(talk.bench().domain().register(memory, rights, key, null));
    long address = Window.address(talk.bench(), memory, 0);
    return new PostCalls(talk.near(), buffers, talk.toReceiver(), address, region.key());
  }

  private static void fail(Talk talk, String what, IntSupplier call) {
    int returned = talk.arrivals().decided(call);
    if (returned == 0) {
      Failure failure = talk.arrivals().failure(talk.sender().transmit());
      that(failure.error() > 0, "%s: err is %d", what, failure.error());
    } else {
      that(returned < 0 && returned != -Errno.EAGAIN, "%s: returned %s", what, value(returned));
    }
  }

  private static void allowed(Trial trial) {
    allowed(trial, Capabilities.RMA, PostCalls.Kind.READ, PostCalls.Kind.WRITE);
    allowed(trial, Capabilities.ATOMIC, PostCalls.Kind.FETCH, PostCalls.Kind.ATOMIC);
    allowed(trial, MEMORY, PostCalls.Kind.READ, PostCalls.Kind.WRITE);
    allowed(trial, MEMORY, PostCalls.Kind.FETCH, PostCalls.Kind.ATOMIC);
  }

  private static void allowed(Trial trial, long capabilities, PostCalls.Kind... kinds) {
    Talk talk = talk(trial, capabilities);
    MemorySegment memory = talk.bench().domain().allocate(64);
    PostCalls calls = calls(talk, memory, 0x71, talk.memory(24));
    for (PostCalls.Kind kind : kinds) {
      calls.of(kind).forEach((name, call) -> succeed(talk, name, call));
    }
  }

  private static void otherKind(Trial trial) {
    refuse(trial, Capabilities.RMA, PostCalls.Kind.FETCH, PostCalls.Kind.ATOMIC);
    refuse(trial, Capabilities.ATOMIC, PostCalls.Kind.READ, PostCalls.Kind.WRITE);
  }

  private static void succeed(Talk talk, String name, IntSupplier call) {
    if (name.startsWith("fi_inject")) {
      talk.post(name, call);
    } else {
      succeed(talk, call);
    }
  }

  private static void succeed(Talk talk, IntSupplier call) {
    talk.post("an access that is allowed", call);
    talk.sent();
  }

  private static void addresses(Trial trial) {
    Bench bench = Bench.on(trial).open();
    switch (bench.info().addressFormat()) {
      case ADDR_STR -> addressesOfText(bench);
      case SOCKADDR, SOCKADDR_IN, SOCKADDR_IN6, SOCKADDR_IP -> addressesOfSockets(bench);
      default -> throw new ClauseSkipped("not offered: addresses that are text or of sockets");
    }
  }

  private static void addressesOfSockets(Bench bench) {
    Endpoint former = Parts.enabled(bench, bench.info());
    byte[] free = former.name();
    former.close();
    byte[] unknownFamily = free.clone();
    Arrays.fill(unknownFamily, 0, Short.BYTES, (byte) 0x7e);
    for (byte[] address : List.of(new byte[0], Arrays.copyOf(free, 3), unknownFamily)) {
      opened(bench, address, Arrays.toString(address));
    }
    that(opened(bench, free, "a free port"), "an endpoint cannot be at a free port");
  }

  private static void addressesOfText(Bench bench) {
    String name = text(bench.receiver().endpoint().name());
    String scheme = name.substring(0, name.lastIndexOf('/') + 1);
    for (String address :
        List.of(
            scheme,
            scheme + "a/b",
            scheme + "../../escape",
            "../../escape",
            "",
            scheme + "a".repeat(2000),
            scheme + "line\nbreak",
            scheme + "\0")) {
      opened(bench, address);
    }
    for (String address : List.of(scheme + "gi-016", scheme + "GI_016-b")) {
      that(opened(bench, address), "an endpoint cannot be at %s", address);
    }
  }

  /**
   * Whether an endpoint can be enabled at an address; fails unless insert gives the same answer.
   */
  private static boolean opened(Bench bench, byte[] address, String shown) {
    boolean inserted = bench.openVector().insert(address) != FabricAddress.NOTAVAIL;
    FabricInfo info = bench.info().toBuilder().sourceAddress(address).build();
    Runnable open = () -> Parts.enabled(bench, info);
    if (inserted) {
      open.run();
    } else {
      refused("an endpoint at " + shown + ", which cannot be inserted", open);
    }
    return inserted;
  }

  private static boolean opened(Bench bench, String address) {
    return opened(bench, address.getBytes(StandardCharsets.UTF_8), shown(address));
  }

  private static String shown(String address) {
    return address.length() > 40 ? address.substring(0, 40) + "..." : address;
  }

  private static String text(byte[] address) {
    return new String(address, StandardCharsets.UTF_8);
  }
}
