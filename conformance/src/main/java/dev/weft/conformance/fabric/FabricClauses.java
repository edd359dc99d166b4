package dev.weft.conformance.fabric;

import dev.weft.conformance.check.Check;
import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.endpoint.CapabilityClauses;
import dev.weft.conformance.fabric.endpoint.ConnectedEndpointClauses;
import dev.weft.conformance.fabric.endpoint.ConnectionClauses;
import dev.weft.conformance.fabric.endpoint.EndpointClauses;
import dev.weft.conformance.fabric.endpoint.EventQueueClauses;
import dev.weft.conformance.fabric.endpoint.PeerEndClauses;
import dev.weft.conformance.fabric.endpoint.PeerWatchClauses;
import dev.weft.conformance.fabric.endpoint.ScalableEndpointClauses;
import dev.weft.conformance.fabric.endpoint.SharedContextClauses;
import dev.weft.conformance.fabric.endpoint.TargetClauses;
import dev.weft.conformance.fabric.endpoint.UnansweredCallClauses;
import dev.weft.conformance.fabric.memory.AccessOrderClauses;
import dev.weft.conformance.fabric.memory.AtomicClauses;
import dev.weft.conformance.fabric.memory.DeferredWorkClauses;
import dev.weft.conformance.fabric.memory.DelayedRoomClauses;
import dev.weft.conformance.fabric.memory.RemoteMemoryClauses;
import dev.weft.conformance.fabric.memory.TriggerClauses;
import dev.weft.conformance.fabric.message.BindingClauses;
import dev.weft.conformance.fabric.message.CancelClauses;
import dev.weft.conformance.fabric.message.DirectedReceiveClauses;
import dev.weft.conformance.fabric.message.InjectClauses;
import dev.weft.conformance.fabric.message.MessageClauses;
import dev.weft.conformance.fabric.message.MultiReceiveClauses;
import dev.weft.conformance.fabric.message.PeekClauses;
import dev.weft.conformance.fabric.message.PrefixClauses;
import dev.weft.conformance.fabric.message.VectorClauses;
import dev.weft.conformance.fabric.queue.CapacityClauses;
import dev.weft.conformance.fabric.queue.CompletionFieldClauses;
import dev.weft.conformance.fabric.queue.CompletionFlagClauses;
import dev.weft.conformance.fabric.queue.CompletionFormatClauses;
import dev.weft.conformance.fabric.queue.CompletionLevelClauses;
import dev.weft.conformance.fabric.queue.CompletionQueueCloseClauses;
import dev.weft.conformance.fabric.queue.CompletionQueueOpenClauses;
import dev.weft.conformance.fabric.queue.CompletionQueueReadClauses;
import dev.weft.conformance.fabric.queue.CompletionQueueWaitClauses;
import dev.weft.conformance.fabric.queue.ErrorDataClauses;
import dev.weft.conformance.fabric.queue.ErrorFieldClauses;
import dev.weft.conformance.fabric.queue.ErrorOrderClauses;
import dev.weft.conformance.fabric.queue.ErrorReportClauses;
import dev.weft.conformance.fabric.queue.RoomClauses;
import dev.weft.conformance.fabric.queue.SelectiveCompletionClauses;
import dev.weft.conformance.fabric.queue.SignalClauses;
import dev.weft.conformance.fabric.queue.SourceAddressClauses;
import dev.weft.conformance.fabric.queue.ThresholdClauses;
import dev.weft.conformance.fabric.queue.WaitContentionClauses;
import dev.weft.conformance.fabric.wait.CounterBindingClauses;
import dev.weft.conformance.fabric.wait.CounterClauses;
import dev.weft.conformance.fabric.wait.CounterWaitClauses;
import dev.weft.conformance.fabric.wait.PollSetClauses;
import dev.weft.conformance.fabric.wait.PollSetEventClauses;
import dev.weft.conformance.fabric.wait.ProgressClauses;
import dev.weft.conformance.fabric.wait.TryWaitClauses;
import dev.weft.conformance.fabric.wait.TryWaitStressClauses;
import dev.weft.conformance.fabric.wait.WaitDescriptorClauses;
import dev.weft.conformance.fabric.wait.WaitObjectClauses;
import dev.weft.conformance.fabric.wait.WaitSetClauses;
import dev.weft.conformance.fabric.wait.WaitSetMemberClauses;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** All clauses of the libfabric API, in the order of the catalogue. */
public final class FabricClauses {

  /** A message arrives from the peer process. */
  public static final Clause.Body MEETING = FabricClauses::meet;

  /** A message arrives while only its receiver reads its queue. */
  public static final Clause.Body ARRIVING = FabricClauses::arrive;

  private static final List<String> GROUPS =
      List.of("CQ", "ER", "WO", "TW", "PS", "WS", "CN", "FL", "EP", "EQ", "CM", "SX", "GI", "PE");

  private FabricClauses() {}

  /** Every clause. A new class of clauses must be added here. */
  public static List<Clause> all() {
    return Stream.of(queues(), waiting(), operations(), connections())
        .flatMap(Function.identity())
        .flatMap(List::stream)
        .sorted(Comparator.comparingInt(FabricClauses::place).thenComparing(Clause::id))
        .toList();
  }

  private static void meet(Trial trial) {
    Bench bench = Bench.on(trial).open();
    String here = Arrays.toString(bench.receiver().endpoint().name());
    String there = Arrays.toString(bench.sender().endpoint().name());
    Check.that(!here.equals(there), "names mean something within one process only");
    bench.deliver(1);
    bench.receiver().receive().drain(1);
  }

  private static void arrive(Trial trial) {
    Bench bench = Bench.on(trial).oneProcess().open();
    bench.receiver().postReceive(1);
    bench.sender().send(bench.receiver(), 2);
    bench.receiver().receive().drain(1);
  }

  /** CQ, ER. */
  private static Stream<List<Clause>> queues() {
    return Stream.of(
        CompletionQueueOpenClauses.clauses(),
        CompletionFormatClauses.clauses(),
        CompletionQueueReadClauses.clauses(),
        ProgressClauses.clauses(),
        SourceAddressClauses.clauses(),
        CompletionQueueWaitClauses.clauses(),
        WaitContentionClauses.clauses(),
        ThresholdClauses.clauses(),
        SignalClauses.clauses(),
        CompletionQueueCloseClauses.clauses(),
        CapacityClauses.clauses(),
        RoomClauses.clauses(),
        AccessOrderClauses.clauses(),
        DelayedRoomClauses.clauses(),
        ErrorOrderClauses.clauses(),
        ErrorFieldClauses.clauses(),
        ErrorDataClauses.clauses(),
        ErrorReportClauses.clauses());
  }

  /** WO, TW, PS, WS, CN. */
  private static Stream<List<Clause>> waiting() {
    return Stream.of(
        WaitObjectClauses.clauses(),
        WaitDescriptorClauses.clauses(),
        TryWaitClauses.clauses(),
        TryWaitStressClauses.clauses(),
        PollSetClauses.clauses(),
        PollSetEventClauses.clauses(),
        WaitSetClauses.clauses(),
        WaitSetMemberClauses.clauses(),
        CounterClauses.clauses(),
        CounterBindingClauses.clauses(),
        CounterWaitClauses.clauses());
  }

  /** FL, EP. */
  private static Stream<List<Clause>> operations() {
    return Stream.of(
        CompletionFlagClauses.clauses(),
        MultiReceiveClauses.fieldClauses(),
        CompletionFieldClauses.clauses(),
        RemoteMemoryClauses.fieldClauses(),
        BindingClauses.clauses(),
        SelectiveCompletionClauses.clauses(),
        CompletionLevelClauses.clauses(),
        MessageClauses.clauses(),
        VectorClauses.clauses(),
        DirectedReceiveClauses.clauses(),
        PeekClauses.clauses(),
        MultiReceiveClauses.clauses(),
        PrefixClauses.clauses(),
        CancelClauses.clauses(),
        RemoteMemoryClauses.clauses(),
        AtomicClauses.clauses(),
        TriggerClauses.clauses(),
        DeferredWorkClauses.clauses(),
        EndpointClauses.clauses());
  }

  /**
   * EQ, CM, SX, GI: requirements of {@code fi_eq(3)}, {@code fi_cm(3)}, {@code fi_endpoint(3)}
   * (shared contexts, scalable endpoints) and {@code fi_getinfo(3)} (capabilities, addresses)
   * beyond the catalogue. PE: the end of peers, of which libfabric says nothing.
   */
  private static Stream<List<Clause>> connections() {
    return Stream.of(
        EventQueueClauses.clauses(),
        ConnectionClauses.clauses(),
        ConnectedEndpointClauses.clauses(),
        UnansweredCallClauses.clauses(),
        SharedContextClauses.clauses(),
        ScalableEndpointClauses.clauses(),
        CapabilityClauses.clauses(),
        TargetClauses.clauses(),
        InjectClauses.clauses(),
        PeerEndClauses.clauses(),
        PeerWatchClauses.clauses());
  }

  private static int place(Clause clause) {
    return GROUPS.indexOf(clause.group());
  }
}
