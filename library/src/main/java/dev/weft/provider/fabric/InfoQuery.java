package dev.weft.provider.fabric;

import dev.weft.argument.Require;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.info.AddressFormat;
import dev.weft.fabric.info.AddressVectorType;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.DomainAttributes;
import dev.weft.fabric.info.EndpointAttributes;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.InfoResult;
import dev.weft.fabric.info.MessageOrder;
import dev.weft.fabric.info.Mismatch;
import dev.weft.fabric.info.ModeBits;
import dev.weft.fabric.info.ProgressModel;
import dev.weft.fabric.info.ReceiveAttributes;
import dev.weft.fabric.info.ResourceManagement;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.info.TransmitAttributes;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.nic.connection.ConnectionListener;
import dev.weft.provider.fabric.check.AttributeChecks;
import dev.weft.provider.fabric.check.EndpointLimits;
import dev.weft.provider.fabric.check.EndpointRights;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** {@code fi_getinfo(3)} of the software NIC: the offers that match the hints, or why none does. */
final class InfoQuery {
  private static final long CAPABILITIES =
      Capabilities.MSG
          | Capabilities.TAGGED
          | Capabilities.RMA
          | Capabilities.ATOMIC
          | Capabilities.SEND
          | Capabilities.RECV
          | Capabilities.READ
          | Capabilities.WRITE
          | Capabilities.REMOTE_READ
          | Capabilities.REMOTE_WRITE
          | Capabilities.RMA_EVENT
          | Capabilities.MULTI_RECV
          | Capabilities.TRIGGER
          | Capabilities.FENCE
          | Capabilities.SOURCE
          | Capabilities.SOURCE_ERR
          | Capabilities.DIRECTED_RECV
          | Capabilities.NAMED_RX_CTX
          | Capabilities.LOCAL_COMM;

  /** Capabilities if the hints request none: all that have no effect unless they are used. */
  private static final long DEFAULT_CAPABILITIES =
      CAPABILITIES & ~(Capabilities.SOURCE_ERR | Capabilities.DIRECTED_RECV);

  private static final long MEMORY_DIRECTIONS =
      Capabilities.READ | Capabilities.WRITE | Capabilities.REMOTE_READ | Capabilities.REMOTE_WRITE;

  /** Capabilities that datagram endpoints do not have. */
  private static final long REMOTE_MEMORY =
      MEMORY_DIRECTIONS | Capabilities.RMA | Capabilities.ATOMIC | Capabilities.RMA_EVENT;

  /** Capabilities that connected endpoints do not have. */
  private static final long PEERS_BY_HANDLE =
      Capabilities.SOURCE
          | Capabilities.SOURCE_ERR
          | Capabilities.DIRECTED_RECV
          | Capabilities.NAMED_RX_CTX;

  private static final long SEND_FLAGS =
      OperationFlags.COMPLETION
          | OperationFlags.INJECT
          | OperationFlags.INJECT_COMPLETE
          | OperationFlags.TRANSMIT_COMPLETE;
  private static final long RELIABLE_SEND_FLAGS =
      SEND_FLAGS | OperationFlags.DELIVERY_COMPLETE | OperationFlags.MATCH_COMPLETE;
  private static final long RECEIVE_FLAGS = OperationFlags.COMPLETION | OperationFlags.MULTI_RECV;
  private static final long ACCESS_ORDERS =
      MessageOrder.RAR
          | MessageOrder.RAW
          | MessageOrder.WAR
          | MessageOrder.WAW
          | MessageOrder.SAR
          | MessageOrder.SAW
          | MessageOrder.RMA_RAR
          | MessageOrder.RMA_RAW
          | MessageOrder.RMA_WAR
          | MessageOrder.RMA_WAW
          | MessageOrder.ATOMIC_RAR
          | MessageOrder.ATOMIC_RAW
          | MessageOrder.ATOMIC_WAR
          | MessageOrder.ATOMIC_WAW;

  /** Capabilities that apply to transmit attributes only. */
  private static final long SENDING =
      Capabilities.SEND
          | Capabilities.READ
          | Capabilities.WRITE
          | Capabilities.FENCE
          | Capabilities.NAMED_RX_CTX;

  /** Capabilities that apply to receive attributes only. */
  private static final long RECEIVING =
      Capabilities.RECV
          | Capabilities.REMOTE_READ
          | Capabilities.REMOTE_WRITE
          | Capabilities.RMA_EVENT
          | Capabilities.MULTI_RECV
          | Capabilities.SOURCE
          | Capabilities.SOURCE_ERR
          | Capabilities.DIRECTED_RECV;

  private static final long DATA_BYTES = 8;

  /** The version of this module. */
  private static final int VERSION = FabricAttributes.version(0, 1);

  /** The version of the manual pages that the objects follow. */
  private static final int API_VERSION = FabricAttributes.version(1, 17);

  /** {@code FI_TAG_GENERIC}: all bits of a tag may be used. */
  private static final long ALL_TAGS = 0xaaaa_aaaa_aaaa_aaaaL;

  private final String provider;
  private final FabricInfo hints;

  InfoQuery(String provider, FabricInfo hints) {
    this.provider = provider;
    this.hints = Require.notNull("hints", hints);
  }

  /**
   * {@link #answer()}, or why the provider has no endpoint at an address of the hints.
   *
   * @param scheme how its addresses begin
   */
  InfoResult answer(String scheme) {
    List<Mismatch> foreign =
        Stream.of(
                foreign("sourceAddress", hints.sourceAddress(), scheme),
                foreign("destinationAddress", hints.destinationAddress(), scheme))
            .flatMap(Optional::stream)
            .toList();
    return foreign.isEmpty() ? answer() : InfoResult.refused(provider, foreign);
  }

  private static Optional<Mismatch> foreign(String attribute, byte[] address, String scheme) {
    return Optional.ofNullable(address)
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
        .filter(text -> !text.startsWith(scheme))
        .map(text -> new Mismatch(attribute, text, "addresses that begin with " + scheme));
  }

  /** The offers whose limits satisfy the hints, with the requested values; or why there is none. */
  InfoResult answer() {
    List<FabricInfo> limits =
        List.of(
            limit(EndpointType.RDM, 0),
            limit(EndpointType.RDM, EndpointLimits.PREFIX_BYTES),
            limit(EndpointType.DGRAM, 0),
            limit(EndpointType.MSG, 0));
    InfoResult answer = InfoResult.of(provider, hints, limits);
    return answer.matches()
        ? InfoResult.matched(provider, answer.infos().stream().map(this::offer).toList())
        : answer;
  }

  /**
   * What a call opens for an info: within the limits, and with the usual values where it has none.
   *
   * @throws FabricException of {@code FI_EINVAL} if {@code fi_getinfo(3)} refuses the info
   */
  FabricInfo opened(String call) {
    InfoResult answer = answer();
    if (!answer.matches()) {
      throw AttributeChecks.invalid(
          call,
          "info of " + answer,
          "Pass what Fabrics.getInfo returned, changed within its limits");
    }
    List<FabricInfo> offers = answer.infos();
    FabricInfo offer =
        offers.stream()
            .filter(each -> each.mode() == hints.mode())
            .findFirst()
            .orElse(offers.getFirst());
    return withLimitsOfHints(offer);
  }

  /** Objects keep to limits that are lower than those of the offer. */
  private FabricInfo withLimitsOfHints(FabricInfo offer) {
    long received = orDefault(hints.receive().ioVectorLimit(), offer.receive().ioVectorLimit());
    long message = orDefault(hints.endpoint().maxMessageSize(), offer.endpoint().maxMessageSize());
    return offer.toBuilder()
        .transmit(withLimits(offer.transmit()))
        .receive(offer.receive().toBuilder().ioVectorLimit(received).build())
        .endpoint(offer.endpoint().toBuilder().maxMessageSize(message).build())
        .domain(withLimits(offer.domain()))
        .build();
  }

  private TransmitAttributes withLimits(TransmitAttributes offer) {
    TransmitAttributes asked = hints.transmit();
    return offer.toBuilder()
        .injectSize(orDefault(asked.injectSize(), offer.injectSize()))
        .ioVectorLimit(orDefault(asked.ioVectorLimit(), offer.ioVectorLimit()))
        .remoteIoVectorLimit(orDefault(asked.remoteIoVectorLimit(), offer.remoteIoVectorLimit()))
        .build();
  }

  private DomainAttributes withLimits(DomainAttributes offer) {
    DomainAttributes asked = hints.domain();
    long sends = orDefault(asked.maxSharedTransmitEndpoints(), offer.maxSharedTransmitEndpoints());
    long receives = orDefault(asked.maxSharedReceiveEndpoints(), offer.maxSharedReceiveEndpoints());
    return offer.toBuilder()
        .maxSharedTransmitEndpoints(sends)
        .maxSharedReceiveEndpoints(receives)
        .build();
  }

  // Limits.

  private FabricInfo limit(EndpointType type, long prefix) {
    boolean reliable = type != EndpointType.DGRAM;
    long without =
        (prefix == 0 ? 0 : Capabilities.MULTI_RECV)
            | (reliable ? 0 : REMOTE_MEMORY)
            | (type == EndpointType.MSG ? PEERS_BY_HANDLE : 0);
    long capabilities = CAPABILITIES & ~without;
    return FabricInfo.builder()
        .capabilities(capabilities)
        .mode(prefix == 0 ? 0 : ModeBits.MSG_PREFIX)
        .addressFormat(AddressFormat.ADDR_STR)
        .transmit(transmitLimit(capabilities, reliable))
        .receive(receiveLimit(capabilities, reliable))
        .endpoint(endpointLimit(type, prefix))
        .domain(domainLimit())
        .fabric(fabricLimit())
        .build();
  }

  private FabricAttributes fabricLimit() {
    return FabricAttributes.builder()
        .providerName(provider)
        .providerVersion(VERSION)
        .apiVersion(API_VERSION)
        .build();
  }

  private static long order(boolean reliable) {
    return MessageOrder.SAS | (reliable ? ACCESS_ORDERS : 0);
  }

  private static TransmitAttributes transmitLimit(long capabilities, boolean reliable) {
    return TransmitAttributes.builder()
        .capabilities(capabilities)
        .operationFlags(reliable ? RELIABLE_SEND_FLAGS : SEND_FLAGS)
        .messageOrder(order(reliable))
        .completionOrder(MessageOrder.STRICT)
        .injectSize(EndpointLimits.INJECT_BYTES)
        .size(EndpointLimits.MAX_OPERATIONS)
        .ioVectorLimit(EndpointLimits.BUFFERS)
        .remoteIoVectorLimit(EndpointLimits.BUFFERS)
        .build();
  }

  private static ReceiveAttributes receiveLimit(long capabilities, boolean reliable) {
    return ReceiveAttributes.builder()
        .capabilities(capabilities)
        .operationFlags(RECEIVE_FLAGS)
        .messageOrder(order(reliable))
        .size(EndpointLimits.MAX_OPERATIONS)
        .ioVectorLimit(EndpointLimits.BUFFERS)
        .build();
  }

  private static EndpointAttributes endpointLimit(EndpointType type, long prefix) {
    boolean datagram = type == EndpointType.DGRAM;
    long contexts = type == EndpointType.MSG ? 1 : EndpointLimits.CONTEXTS;
    long ordered = datagram ? 0 : EndpointLimits.MESSAGE_BYTES;
    return EndpointAttributes.builder()
        .type(type)
        .maxMessageSize(datagram ? EndpointLimits.DATAGRAM_BYTES : EndpointLimits.MESSAGE_BYTES)
        .maxOrderReadAfterWriteSize(ordered)
        .maxOrderWriteAfterReadSize(ordered)
        .maxOrderWriteAfterWriteSize(ordered)
        .tagFormat(ALL_TAGS)
        .messagePrefixSize(prefix)
        .transmitContextCount(contexts)
        .receiveContextCount(contexts)
        .build();
  }

  private static DomainAttributes domainLimit() {
    return DomainAttributes.builder()
        .threading(Threading.SAFE)
        .controlProgress(ProgressModel.AUTO)
        .dataProgress(ProgressModel.AUTO)
        .resourceManagement(ResourceManagement.ENABLED)
        .keySize(Long.BYTES)
        .completionDataSize(DATA_BYTES)
        .completionQueueCount(EndpointLimits.OBJECTS)
        .endpointCount(EndpointLimits.OBJECTS)
        .counterCount(EndpointLimits.OBJECTS)
        .memoryRegionCount(EndpointLimits.OBJECTS)
        .transmitContextCount(EndpointLimits.CONTEXTS)
        .receiveContextCount(EndpointLimits.CONTEXTS)
        .maxEndpointTransmitContexts(EndpointLimits.CONTEXTS)
        .maxEndpointReceiveContexts(EndpointLimits.CONTEXTS)
        .maxSharedTransmitEndpoints(EndpointLimits.SHARING)
        .maxSharedReceiveEndpoints(EndpointLimits.SHARING)
        .memoryIoVectorLimit(1)
        .capabilities(Capabilities.LOCAL_COMM)
        .maxErrorDataSize(ConnectionListener.DATA_BYTES)
        .build();
  }

  // Offers.

  private FabricInfo offer(FabricInfo limit) {
    long capabilities = capabilities() & limit.capabilities();
    return limit.toBuilder()
        .capabilities(capabilities)
        .sourceAddress(hints.sourceAddress())
        .destinationAddress(hints.destinationAddress())
        .handle(hints.handle())
        .transmit(transmit(limit.transmit(), capabilities))
        .receive(receive(limit.receive(), capabilities))
        .endpoint(endpoint(limit.endpoint()))
        .domain(domain(limit.domain()))
        .fabric(fabric(limit.fabric()))
        .build();
  }

  private long capabilities() {
    long asked = hints.capabilities();
    return asked == 0 ? DEFAULT_CAPABILITIES : EndpointRights.full(asked) | Capabilities.LOCAL_COMM;
  }

  /** The capabilities of a direction: all that it can have, unless the hints request fewer. */
  private static long ofDirection(long capabilities, long asked) {
    long all = capabilities & ~Capabilities.LOCAL_COMM;
    return asked == 0 ? all : all & EndpointRights.full(asked);
  }

  private TransmitAttributes transmit(TransmitAttributes limit, long capabilities) {
    TransmitAttributes asked = hints.transmit();
    return limit.toBuilder()
        .capabilities(ofDirection(capabilities, asked.capabilities()) & ~RECEIVING)
        .operationFlags(asked.operationFlags())
        .messageOrder(asked.messageOrder() | MessageOrder.SAS)
        .completionOrder(asked.completionOrder() == 0 ? MessageOrder.NONE : MessageOrder.STRICT)
        .size(orDefault(asked.size(), EndpointLimits.SENDS))
        .build();
  }

  private ReceiveAttributes receive(ReceiveAttributes limit, long capabilities) {
    ReceiveAttributes asked = hints.receive();
    return limit.toBuilder()
        .capabilities(ofDirection(capabilities, asked.capabilities()) & ~SENDING)
        .operationFlags(asked.operationFlags())
        .messageOrder(asked.messageOrder() | MessageOrder.SAS)
        .size(orDefault(asked.size(), EndpointLimits.RECEIVES))
        .build();
  }

  private EndpointAttributes endpoint(EndpointAttributes limit) {
    EndpointAttributes asked = hints.endpoint();
    return limit.toBuilder()
        .transmitContextCount(orDefault(asked.transmitContextCount(), 1))
        .receiveContextCount(orDefault(asked.receiveContextCount(), 1))
        .build();
  }

  private DomainAttributes domain(DomainAttributes limit) {
    DomainAttributes asked = hints.domain();
    boolean automatic = asked.dataProgress() == ProgressModel.AUTO;
    boolean shared = asked.threading() == Threading.UNSPEC;
    boolean table = asked.addressVectorType() == AddressVectorType.UNSPEC;
    return limit.toBuilder()
        .name(asked.name() == null ? provider : asked.name())
        .threading(shared ? Threading.SAFE : asked.threading())
        .dataProgress(automatic ? ProgressModel.AUTO : ProgressModel.MANUAL)
        .addressVectorType(table ? AddressVectorType.TABLE : asked.addressVectorType())
        .build();
  }

  private FabricAttributes fabric(FabricAttributes limit) {
    String name = hints.fabric().name();
    return limit.toBuilder().name(name == null ? provider : name).build();
  }

  private static long orDefault(long asked, long usual) {
    return asked == 0 ? usual : asked;
  }
}
