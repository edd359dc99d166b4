package dev.weft.conformance.fabric.message;

import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.BenchBuilder;
import dev.weft.conformance.fabric.bench.ConnectionBench;
import dev.weft.conformance.fabric.bench.ConnectionSide;
import dev.weft.conformance.fabric.bench.Peer;
import dev.weft.conformance.fabric.bench.QueueReader;
import dev.weft.conformance.fabric.message.VectorCall.Kind;
import dev.weft.conformance.fabric.message.VectorPair.Side;
import dev.weft.conformance.fabric.message.VectorShape.Limits;
import dev.weft.conformance.scatter.Programs;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.InfoResult;
import dev.weft.fabric.message.OperationFlags;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** EP-025: lists of buffers with random numbers, lengths and places. */
public final class VectorClauses {
  private static final int BYTES = 1 << 18;
  private static final long[] RELIABLE = {
    0, OperationFlags.INJECT, OperationFlags.INJECT_COMPLETE, OperationFlags.DELIVERY_COMPLETE
  };
  private static final long[] UNRELIABLE = {0, OperationFlags.INJECT};
  private static final long REMOTE = Capabilities.RMA | Capabilities.ATOMIC;

  private VectorClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("EP-025A", Level.REQUIRED, "fi_msg(3), fi_tagged(3), fi_rma(3), fi_atomic(3)")
            .says("lists of any buffers move their bytes and no other, on every call")
            .lookAt("the walk along both lists, against the shape that is named")
            .within(Duration.ofSeconds(60 + Programs.count() / 10))
            .check(VectorClauses::anyLists));
  }

  private static void anyLists(Trial trial) {
    connectionless(trial, EndpointType.RDM, Capabilities.TAGGED | REMOTE, true);
    connectionless(trial, EndpointType.RDM, Capabilities.TAGGED | REMOTE, false);
    connectionless(trial, EndpointType.DGRAM, Capabilities.TAGGED, true);
    connected(trial);
  }

  private static boolean isOffered(BenchBuilder builder) {
    return Fabrics.explain(builder.hints()).stream().anyMatch(InfoResult::matches);
  }

  /** Memory of the domain, which peers may access directly, or any other. */
  private static MemorySegment memory(Trial trial, Bench bench, boolean ofDomain) {
    return ofDomain || trial.peerProcess() != null
        ? bench.memory(BYTES)
        : Arena.ofAuto().allocate(BYTES);
  }

  private static MemorySegment farMemory(Bench bench, boolean ofDomain) {
    return ofDomain ? bench.domain().allocate(BYTES) : Arena.ofAuto().allocate(BYTES);
  }

  private static void connectionless(
      Trial trial, EndpointType type, long capabilities, boolean ofDomain) {
    BenchBuilder builder = Bench.on(trial).type(type).capabilities(capabilities);
    if (!isOffered(builder)) {
      return;
    }
    Bench bench = builder.open();
    Peer sender = bench.sender();
    Peer receiver = bench.receiver();
    MemorySegment nearMemory = memory(trial, bench, ofDomain);
    Side near = new Side(sender.endpoint(), sender.transmit(), sender.receive(), nearMemory);
    MemorySegment farMemory = farMemory(bench, ofDomain);
    Side far = new Side(receiver.endpoint(), receiver.transmit(), receiver.receive(), farMemory);
    boolean remote = (capabilities & REMOTE) != 0;
    VectorPair pair =
        new VectorPair(bench, near, far, sender.handleOf(receiver), bench.domain(), remote);
    String what = type + (ofDomain ? " with memory of the domain" : "");
    check(trial, what, pair, limits(bench.info(), type, capabilities));
  }

  private static void connected(Trial trial) {
    long capabilities = Capabilities.TAGGED | REMOTE;
    BenchBuilder builder = Bench.on(trial).type(EndpointType.MSG).capabilities(capabilities);
    if (!isOffered(builder)) {
      return;
    }
    ConnectionBench connection = ConnectionBench.connected(trial, capabilities);
    Bench bench = connection.bench();
    Side near = side(bench, connection.client());
    Side far = side(bench, connection.server());
    VectorPair pair = new VectorPair(bench, near, far, 0, bench.domain(), true);
    check(trial, "MSG", pair, limits(bench.info(), EndpointType.MSG, capabilities));
  }

  private static Side side(Bench bench, ConnectionSide side) {
    QueueReader completions = side.completions();
    return new Side(side.endpoint(), completions, completions, bench.domain().allocate(BYTES));
  }

  private static Limits limits(FabricInfo info, EndpointType type, long capabilities) {
    Set<VectorCall> calls = EnumSet.allOf(VectorCall.class);
    calls.removeIf(call -> !call.isMessage() && (capabilities & REMOTE) == 0);
    calls.removeIf(call -> call.kind == Kind.TAGGED && (capabilities & Capabilities.TAGGED) == 0);
    long longest = Math.min(BYTES / 2, info.endpoint().maxMessageSize());
    long inject = Math.min(longest, info.transmit().injectSize());
    return new Limits(
        List.copyOf(calls),
        BYTES,
        parts(info, (capabilities & REMOTE) != 0),
        Math.toIntExact(longest),
        Math.toIntExact(inject),
        type == EndpointType.DGRAM ? UNRELIABLE : RELIABLE);
  }

  private static int parts(FabricInfo info, boolean remote) {
    long local = Math.min(info.transmit().ioVectorLimit(), info.receive().ioVectorLimit());
    long most = remote ? Math.min(local, info.transmit().remoteIoVectorLimit()) : local;
    return Math.toIntExact(most);
  }

  private static void check(Trial trial, String what, VectorPair pair, Limits limits) {
    int count = trial.peerProcess() == null ? Programs.count() : Programs.count() / 5;
    Programs.check(
        what,
        count,
        seed -> VectorShape.random(seed, limits),
        VectorShape::smaller,
        pair::difference);
  }
}
