package dev.weft.fabric.info;

import dev.weft.fabric.message.OperationFlags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongFunction;

/**
 * {@code fi_getinfo(3)}: compares hints with one offer, attribute by attribute.
 *
 * <p>Four rules: requested bits must all be offered; requested amounts must not exceed the offer;
 * names and kinds must be equal; requested levels must not be above the offer's. Zero, UNSPEC and
 * null in the hints match anything; a null name in the offer matches any name. Requirements are
 * checked in reverse: the hints must grant the mode and registration mode that the offer requires.
 */
final class HintCheck {

  /** How many threads may share an object: the program must not request more than the offer. */
  private static final Map<Threading, Integer> SHARING =
      Map.of(
          Threading.UNSPEC, 0,
          Threading.DOMAIN, 1,
          Threading.COMPLETION, 2,
          Threading.ENDPOINT, 3,
          Threading.FID, 4,
          Threading.SAFE, 5);

  /** How much the provider does alone. */
  private static final Map<ProgressModel, Integer> INDEPENDENCE =
      Map.of(
          ProgressModel.UNSPEC, 0,
          ProgressModel.CONTROL_UNIFIED, 1,
          ProgressModel.MANUAL, 2,
          ProgressModel.AUTO, 3);

  /** How much the provider keeps from overrunning. */
  private static final Map<ResourceManagement, Integer> PROTECTION =
      Map.of(
          ResourceManagement.UNSPEC, 0,
          ResourceManagement.DISABLED, 1,
          ResourceManagement.ENABLED, 2);

  private final List<Mismatch> found = new ArrayList<>();

  private HintCheck() {}

  /** Every attribute of {@code hints} that {@code offer} does not satisfy; empty if it matches. */
  static List<Mismatch> compare(FabricInfo hints, FabricInfo offer) {
    HintCheck check = new HintCheck();
    check.compareInfo(hints, offer);
    check.compareTransmit(hints.transmit(), offer.transmit());
    check.compareReceive(hints.receive(), offer.receive());
    check.compareEndpoint(hints.endpoint(), offer.endpoint());
    check.compareContexts(hints.endpoint(), offer);
    check.compareDomain(hints.domain(), offer.domain());
    check.equal("provider", hints.fabric().providerName(), offer.fabric().providerName(), null);
    check.equal("fabric", hints.fabric().name(), offer.fabric().name(), null);
    return check.found;
  }

  private void compareInfo(FabricInfo hints, FabricInfo offer) {
    bits("capabilities", hints.capabilities(), offer.capabilities(), Capabilities::describe);
    demand("mode", hints.mode(), offer.mode(), ModeBits::describe);
    equal(
        "addressFormat", hints.addressFormat(), offer.addressFormat(), AddressFormat.FORMAT_UNSPEC);
  }

  private void compareTransmit(TransmitAttributes hints, TransmitAttributes offer) {
    bits(
        "transmit.capabilities",
        hints.capabilities(),
        offer.capabilities(),
        Capabilities::describe);
    bits(
        "transmit.operationFlags",
        hints.operationFlags(),
        offer.operationFlags(),
        OperationFlags::describe);
    bits(
        "transmit.messageOrder",
        hints.messageOrder(),
        offer.messageOrder(),
        MessageOrder::describe);
    bits(
        "transmit.completionOrder",
        hints.completionOrder(),
        offer.completionOrder(),
        MessageOrder::describe);
    atMost("transmit.injectSize", hints.injectSize(), offer.injectSize());
    atMost("transmit.size", hints.size(), offer.size());
    atMost("transmit.ioVectorLimit", hints.ioVectorLimit(), offer.ioVectorLimit());
    atMost(
        "transmit.remoteIoVectorLimit", hints.remoteIoVectorLimit(), offer.remoteIoVectorLimit());
  }

  private void compareReceive(ReceiveAttributes hints, ReceiveAttributes offer) {
    bits(
        "receive.capabilities", hints.capabilities(), offer.capabilities(), Capabilities::describe);
    bits(
        "receive.operationFlags",
        hints.operationFlags(),
        offer.operationFlags(),
        OperationFlags::describe);
    bits(
        "receive.messageOrder", hints.messageOrder(), offer.messageOrder(), MessageOrder::describe);
    bits(
        "receive.completionOrder",
        hints.completionOrder(),
        offer.completionOrder(),
        MessageOrder::describe);
    atMost("receive.size", hints.size(), offer.size());
    atMost("receive.ioVectorLimit", hints.ioVectorLimit(), offer.ioVectorLimit());
  }

  private void compareEndpoint(EndpointAttributes hints, EndpointAttributes offer) {
    equal("endpointType", hints.type(), offer.type(), EndpointType.UNSPEC);
    equal("protocol", hints.protocol(), offer.protocol(), 0);
    atMost("maxMessageSize", hints.maxMessageSize(), offer.maxMessageSize());
    atMost(
        "maxOrderReadAfterWriteSize",
        hints.maxOrderReadAfterWriteSize(),
        offer.maxOrderReadAfterWriteSize());
    atMost(
        "maxOrderWriteAfterReadSize",
        hints.maxOrderWriteAfterReadSize(),
        offer.maxOrderWriteAfterReadSize());
    atMost(
        "maxOrderWriteAfterWriteSize",
        hints.maxOrderWriteAfterWriteSize(),
        offer.maxOrderWriteAfterWriteSize());
  }

  private void compareContexts(EndpointAttributes hints, FabricInfo offer) {
    DomainAttributes limits = offer.domain();
    contexts(
        "endpoint.transmitContextCount",
        hints.transmitContextCount(),
        offer.endpoint().transmitContextCount(),
        limits.maxSharedTransmitEndpoints());
    contexts(
        "endpoint.receiveContextCount",
        hints.receiveContextCount(),
        offer.endpoint().receiveContextCount(),
        limits.maxSharedReceiveEndpoints());
  }

  private void compareDomain(DomainAttributes hints, DomainAttributes offer) {
    equal("domain", hints.name(), offer.name(), null);
    level("threading", hints.threading(), offer.threading(), SHARING);
    level("controlProgress", hints.controlProgress(), offer.controlProgress(), INDEPENDENCE);
    level("dataProgress", hints.dataProgress(), offer.dataProgress(), INDEPENDENCE);
    level("resourceManagement", hints.resourceManagement(), offer.resourceManagement(), PROTECTION);
    if (offer.addressVectorType() != AddressVectorType.UNSPEC) {
      equal(
          "addressVectorType",
          hints.addressVectorType(),
          offer.addressVectorType(),
          AddressVectorType.UNSPEC);
    }
    demand(
        "memoryRegistrationMode",
        hints.memoryRegistrationMode(),
        offer.memoryRegistrationMode(),
        MemoryRegistrationMode::describe);
    bits("domain.capabilities", hints.capabilities(), offer.capabilities(), Capabilities::describe);
    atMost("keySize", hints.keySize(), offer.keySize());
    atMost("completionDataSize", hints.completionDataSize(), offer.completionDataSize());
    atMost("memoryIoVectorLimit", hints.memoryIoVectorLimit(), offer.memoryIoVectorLimit());
    atMost("maxErrorDataSize", hints.maxErrorDataSize(), offer.maxErrorDataSize());
  }

  private void bits(String attribute, long asked, long offered, LongFunction<String> describe) {
    if ((asked & ~offered) != 0) {
      add(attribute, describe.apply(asked), "all but " + describe.apply(asked & ~offered));
    }
  }

  private void demand(String attribute, long granted, long needed, LongFunction<String> describe) {
    if ((needed & ~granted) != 0) {
      add(attribute, describe.apply(granted), "needs " + describe.apply(needed));
    }
  }

  private void atMost(String attribute, long asked, long offered) {
    if (asked > offered) {
      add(attribute, asked, "at most " + offered);
    }
  }

  private void contexts(String attribute, long asked, long offered, long sharing) {
    if (asked != EndpointAttributes.SHARED_CONTEXT) {
      atMost(attribute, asked, Math.max(1, offered));
    } else if (sharing == 0) {
      add(attribute, "FI_SHARED_CONTEXT", "at most " + offered);
    }
  }

  private void equal(String attribute, Object asked, Object offered, Object any) {
    if (offered != null && !Objects.equals(asked, any) && !Objects.equals(asked, offered)) {
      add(attribute, asked, offered);
    }
  }

  private <L> void level(String attribute, L asked, L offered, Map<L, Integer> order) {
    if (order.get(asked) > order.get(offered)) {
      add(attribute, asked, offered);
    }
  }

  private void add(String attribute, Object asked, Object available) {
    found.add(new Mismatch(attribute, String.valueOf(asked), String.valueOf(available)));
  }
}
