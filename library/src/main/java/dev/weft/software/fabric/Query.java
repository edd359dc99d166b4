package dev.weft.software.fabric;

import dev.weft.fabric.AddressFormat;
import dev.weft.fabric.AddressVectorType;
import dev.weft.fabric.Capabilities;
import dev.weft.fabric.DomainAttributes;
import dev.weft.fabric.EndpointAttributes;
import dev.weft.fabric.EndpointType;
import dev.weft.fabric.FabricAttributes;
import dev.weft.fabric.FabricInfo;
import dev.weft.fabric.MessageOrder;
import dev.weft.fabric.Mismatch;
import dev.weft.fabric.ModeBits;
import dev.weft.fabric.OperationFlags;
import dev.weft.fabric.ProgressModel;
import dev.weft.fabric.QueryAnswer;
import dev.weft.fabric.ReceiveAttributes;
import dev.weft.fabric.ResourceManagement;
import dev.weft.fabric.Threading;
import dev.weft.fabric.TransmitAttributes;
import java.util.ArrayList;
import java.util.List;

/** {@code fi_getinfo(3)} of the software NIC: what it offers to these hints, or why nothing. */
final class Query {
  private static final long CAPABILITIES =
      Capabilities.MSG
          | Capabilities.TAGGED
          | Capabilities.SEND
          | Capabilities.RECV
          | Capabilities.MULTI_RECV
          | Capabilities.SOURCE
          | Capabilities.SOURCE_ERR
          | Capabilities.DIRECTED_RECV
          | Capabilities.FENCE
          | Capabilities.LOCAL_COMM;

  /** What those get who ask for no capability: all that changes nothing unless it is used. */
  private static final long DEFAULT_CAPABILITIES =
      CAPABILITIES & ~(Capabilities.SOURCE_ERR | Capabilities.DIRECTED_RECV);

  private static final long SEND_FLAGS =
      OperationFlags.COMPLETION
          | OperationFlags.INJECT
          | OperationFlags.INJECT_COMPLETE
          | OperationFlags.TRANSMIT_COMPLETE
          | OperationFlags.DELIVERY_COMPLETE
          | OperationFlags.MATCH_COMPLETE;
  private static final long RECEIVE_FLAGS = OperationFlags.COMPLETION | OperationFlags.MULTI_RECV;
  private static final long DATA_BYTES = 8;

  private final String provider;
  private final FabricInfo hints;
  private final List<Mismatch> reasons = new ArrayList<>();

  Query(String provider, FabricInfo hints) {
    this.provider = provider;
    this.hints = Arguments.notNull("hints", hints);
  }

  QueryAnswer answer() {
    checkEndpoint();
    checkTransmit();
    checkReceive();
    checkDomain();
    return reasons.isEmpty()
        ? QueryAnswer.matched(provider, offers())
        : QueryAnswer.refused(provider, reasons);
  }

  private void checkEndpoint() {
    EndpointType type = hints.endpoint().type();
    if (type == EndpointType.MSG) {
      reasons.add(new Mismatch("endpoint.type", type.toString(), "RDM, DGRAM"));
    }
    bits("capabilities", hints.capabilities(), CAPABILITIES, Capabilities::describe);
    AddressFormat format = hints.addressFormat();
    if (format != AddressFormat.FORMAT_UNSPEC && format != AddressFormat.ADDR_STR) {
      reasons.add(new Mismatch("addressFormat", format.toString(), "ADDR_STR"));
    }
    long largest =
        type == EndpointType.DGRAM ? EndpointLimits.DATAGRAM_BYTES : EndpointLimits.MESSAGE_BYTES;
    most("endpoint.maxMessageSize", hints.endpoint().maxMessageSize(), largest);
  }

  private void checkTransmit() {
    TransmitAttributes asked = hints.transmit();
    bits("transmit.capabilities", asked.capabilities(), CAPABILITIES, Capabilities::describe);
    bits("transmit.operationFlags", asked.operationFlags(), SEND_FLAGS, OperationFlags::describe);
    bits("transmit.messageOrder", asked.messageOrder(), MessageOrder.SAS, MessageOrder::describe);
    most("transmit.injectSize", asked.injectSize(), EndpointLimits.INJECT_BYTES);
    most("transmit.size", asked.size(), EndpointLimits.MAX_OPERATIONS);
    most("transmit.ioVectorLimit", asked.ioVectorLimit(), EndpointLimits.BUFFERS);
  }

  private void checkReceive() {
    ReceiveAttributes asked = hints.receive();
    bits("receive.capabilities", asked.capabilities(), CAPABILITIES, Capabilities::describe);
    bits("receive.operationFlags", asked.operationFlags(), RECEIVE_FLAGS, OperationFlags::describe);
    bits("receive.messageOrder", asked.messageOrder(), MessageOrder.SAS, MessageOrder::describe);
    most("receive.size", asked.size(), EndpointLimits.MAX_OPERATIONS);
    most("receive.ioVectorLimit", asked.ioVectorLimit(), EndpointLimits.BUFFERS);
  }

  private void checkDomain() {
    most("domain.completionDataSize", hints.domain().completionDataSize(), DATA_BYTES);
    if (hints.domain().resourceManagement() == ResourceManagement.DISABLED) {
      reasons.add(new Mismatch("domain.resourceManagement", "DISABLED", "ENABLED"));
    }
  }

  private void bits(
      String attribute, long asked, long available, java.util.function.LongFunction<String> names) {
    if ((asked & ~available) != 0) {
      reasons.add(new Mismatch(attribute, names.apply(asked), names.apply(available)));
    }
  }

  private void most(String attribute, long asked, long available) {
    if (asked > available) {
      reasons.add(new Mismatch(attribute, Long.toString(asked), "up to " + available));
    }
  }

  private List<FabricInfo> offers() {
    List<FabricInfo> offers = new ArrayList<>();
    if (hints.endpoint().type() != EndpointType.DGRAM) {
      offers.add(offer(EndpointType.RDM, 0));
      if ((hints.mode() & ModeBits.MSG_PREFIX) != 0) {
        offers.add(offer(EndpointType.RDM, EndpointLimits.PREFIX_BYTES));
      }
    }
    if (hints.endpoint().type() != EndpointType.RDM) {
      offers.add(offer(EndpointType.DGRAM, 0));
    }
    return offers;
  }

  private FabricInfo offer(EndpointType type, long prefix) {
    long capabilities = capabilities() & (prefix == 0 ? -1 : ~Capabilities.MULTI_RECV);
    return hints.toBuilder()
        .capabilities(capabilities)
        .mode(prefix == 0 ? 0 : ModeBits.MSG_PREFIX)
        .addressFormat(AddressFormat.ADDR_STR)
        .transmit(transmit(capabilities))
        .receive(receive(capabilities))
        .endpoint(endpoint(type, prefix))
        .domain(domain())
        .fabric(fabric())
        .build();
  }

  private long capabilities() {
    long asked = hints.capabilities();
    if (asked == 0) {
      return DEFAULT_CAPABILITIES;
    }
    long directions = Capabilities.SEND | Capabilities.RECV;
    long implied = (asked & directions) == 0 ? directions : 0;
    return asked | implied | Capabilities.LOCAL_COMM;
  }

  private TransmitAttributes transmit(long capabilities) {
    return hints.transmit().toBuilder()
        .capabilities(capabilities & ~Capabilities.RECV)
        .messageOrder(MessageOrder.SAS)
        .injectSize(EndpointLimits.INJECT_BYTES)
        .size(orDefault(hints.transmit().size(), EndpointLimits.SENDS))
        .ioVectorLimit(EndpointLimits.BUFFERS)
        .build();
  }

  private ReceiveAttributes receive(long capabilities) {
    return hints.receive().toBuilder()
        .capabilities(capabilities & ~Capabilities.SEND)
        .messageOrder(MessageOrder.SAS)
        .size(orDefault(hints.receive().size(), EndpointLimits.RECEIVES))
        .ioVectorLimit(EndpointLimits.BUFFERS)
        .build();
  }

  private EndpointAttributes endpoint(EndpointType type, long prefix) {
    return hints.endpoint().toBuilder()
        .type(type)
        .maxMessageSize(
            type == EndpointType.DGRAM
                ? EndpointLimits.DATAGRAM_BYTES
                : EndpointLimits.MESSAGE_BYTES)
        .messagePrefixSize(prefix)
        .transmitContextCount(1)
        .receiveContextCount(1)
        .build();
  }

  private DomainAttributes domain() {
    DomainAttributes asked = hints.domain();
    return asked.toBuilder()
        .name(asked.name() == null ? provider : asked.name())
        .threading(asked.threading() == Threading.UNSPEC ? Threading.SAFE : asked.threading())
        .controlProgress(ProgressModel.AUTO)
        .dataProgress(
            asked.dataProgress() == ProgressModel.AUTO ? ProgressModel.AUTO : ProgressModel.MANUAL)
        .resourceManagement(ResourceManagement.ENABLED)
        .addressVectorType(
            asked.addressVectorType() == AddressVectorType.UNSPEC
                ? AddressVectorType.TABLE
                : asked.addressVectorType())
        .memoryRegistrationMode(0)
        .keySize(Long.BYTES)
        .completionDataSize(DATA_BYTES)
        .build();
  }

  private FabricAttributes fabric() {
    FabricAttributes asked = hints.fabric();
    return asked.toBuilder()
        .name(asked.name() == null ? provider : asked.name())
        .providerName(provider)
        .build();
  }

  private static long orDefault(long asked, long usual) {
    return asked == 0 ? usual : asked;
  }
}
