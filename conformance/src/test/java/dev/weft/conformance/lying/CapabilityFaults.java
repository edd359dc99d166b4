package dev.weft.conformance.lying;

import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.message.OperationFlags;
import java.util.List;
import java.util.function.UnaryOperator;

/** Faults of capabilities, addresses, and reuse of buffers. */
final class CapabilityFaults {

  private static final long REMOTE = Capabilities.REMOTE_READ | Capabilities.REMOTE_WRITE;

  private CapabilityFaults() {}

  static List<Fault> all() {
    return List.of(
        adds("sends messages without FI_MSG", "GI-001", Capabilities.MSG),
        adds("sends messages without FI_TAGGED", "GI-002", Capabilities.TAGGED),
        adds("receives with FI_SEND only", "GI-003", Capabilities.RECV),
        adds("sends with FI_RECV only", "GI-004", Capabilities.SEND),
        adds("reads memory without FI_RMA", "GI-005", Capabilities.RMA),
        adds("writes with FI_READ only", "GI-006", Capabilities.WRITE),
        adds("reads with FI_WRITE only", "GI-007", Capabilities.READ),
        adds("changes elements with FI_READ only", "GI-008", Capabilities.WRITE),
        ofInfo("ignores what a direction can do", "GI-009", CapabilityFaults::ofWhole),
        Fault.ofCalls("wants a queue for both directions", "GI-010", CapabilityFaults::wantsAll),
        adds("has multi-receives without FI_MULTI_RECV", "GI-011", Capabilities.MULTI_RECV),
        adds(
            "lets its memory be read",
            "GI-012",
            Capabilities.RMA | Capabilities.ATOMIC | Capabilities.REMOTE_READ),
        adds(
            "lets its memory be written",
            "GI-013",
            Capabilities.RMA | Capabilities.ATOMIC | Capabilities.REMOTE_WRITE),
        adds("takes messages without FI_RECV", "GI-014", Capabilities.RECV),
        ofInfo("opens memory only by FI_REMOTE_READ", "GI-015", info -> without(info, REMOTE)),
        adds("takes atomic operations with FI_RMA only", "GI-015A", Capabilities.ATOMIC),
        adds("takes reads and writes with FI_ATOMIC only", "GI-015A", Capabilities.RMA),
        Fault.ofCalls("opens endpoints anywhere", "GI-016", CapabilityFaults::anywhere),
        Fault.ofCalls("sends what is injected later", "GI-017", CapabilityFaults::forgetsDefault),
        Fault.ofCalls("fences what is injected", "GI-018", CapabilityFaults::forgetsFlag));
  }

  private static Fault adds(String name, String caughtBy, long capabilities) {
    return ofInfo(name, caughtBy, info -> with(info, capabilities));
  }

  /** Endpoints are opened with another info. */
  private static Fault ofInfo(String name, String caughtBy, UnaryOperator<FabricInfo> lie) {
    return Fault.ofCalls(
        name,
        caughtBy,
        call ->
            call.is(Domain.class, "openEndpoint")
                ? call.honestlyWith(lieFirst(call.arguments(), lie))
                : call.honestly());
  }

  private static Object[] lieFirst(Object[] arguments, UnaryOperator<FabricInfo> lie) {
    Object[] others = arguments.clone();
    others[0] = lie.apply((FabricInfo) others[0]);
    return others;
  }

  private static FabricInfo with(FabricInfo info, long more) {
    return all(
        info,
        info.capabilities() | more,
        info.transmit().capabilities() | more,
        info.receive().capabilities() | more);
  }

  private static FabricInfo without(FabricInfo info, long less) {
    return all(
        info,
        info.capabilities() & ~less,
        info.transmit().capabilities() & ~less,
        info.receive().capabilities() & ~less);
  }

  private static FabricInfo ofWhole(FabricInfo info) {
    return all(info, info.capabilities(), 0, 0);
  }

  private static FabricInfo all(FabricInfo info, long whole, long transmit, long receive) {
    return info.toBuilder()
        .capabilities(whole)
        .transmit(info.transmit().toBuilder().capabilities(transmit).build())
        .receive(info.receive().toBuilder().capabilities(receive).build())
        .build();
  }

  private static Object wantsAll(Call call) throws Throwable {
    if (call.is(Endpoint.class, "enable")
        && (((Endpoint) call.object()).info().capabilities() & Capabilities.RECV) == 0) {
      throw new FabricException(Errno.ENOCQ, "fi_enable", "no queue for RECV is bound");
    }
    return call.honestly();
  }

  private static Object anywhere(Call call) throws Throwable {
    try {
      return call.honestly();
    } catch (FabricException refusal) {
      if (call.is(Domain.class, "openEndpoint")) {
        return call.honestlyWith(
            lieFirst(call.arguments(), info -> info.toBuilder().sourceAddress(null).build()));
      }
      throw refusal;
    }
  }

  private static Object forgetsDefault(Call call) throws Throwable {
    boolean sets = call.is(Endpoint.class, "operationFlags") && call.arguments().length == 2;
    return sets && (long) call.arguments()[0] == BindFlags.TRANSMIT
        ? call.honestlyWith(BindFlags.TRANSMIT, withoutInject(call.arguments()[1]))
        : call.honestly();
  }

  private static Object forgetsFlag(Call call) throws Throwable {
    return call.is(Endpoint.class, "sendMsg")
        ? call.honestlyWith(call.arguments()[0], withoutInject(call.arguments()[1]))
        : call.honestly();
  }

  private static long withoutInject(Object flags) {
    return (long) flags & ~OperationFlags.INJECT;
  }
}
