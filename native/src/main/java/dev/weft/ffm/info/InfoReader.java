package dev.weft.ffm.info;

import dev.weft.fabric.FabricObject;
import dev.weft.fabric.info.AddressFormat;
import dev.weft.fabric.info.AddressVectorType;
import dev.weft.fabric.info.DomainAttributes;
import dev.weft.fabric.info.EndpointAttributes;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.ProgressModel;
import dev.weft.fabric.info.ReceiveAttributes;
import dev.weft.fabric.info.ResourceManagement;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.info.TransmitAttributes;
import dev.weft.ffm.layout.InfoLayouts;
import dev.weft.ffm.linker.CMemory;
import dev.weft.ffm.linker.StructView;

/** {@code struct fi_info} of C as {@link FabricInfo}. */
public final class InfoReader {
  private InfoReader() {}

  /**
   * A copy of the struct.
   *
   * @param handle the object that {@code handle} stands for, or null
   * @throws IllegalArgumentException for a constant that this API does not have
   */
  public static FabricInfo read(long address, FabricObject handle) {
    StructView info = new StructView(InfoLayouts.INFO, address);
    return FabricInfo.builder()
        .capabilities(Support.capabilities(info.word("caps")))
        .mode(ModeFilter.toCaller(info.word("mode")))
        .addressFormat(AddressFormat.of(info.integer("addr_format")))
        .sourceAddress(CMemory.bytes(info.word("src_addr"), info.word("src_addrlen")))
        .destinationAddress(destination(address))
        .handle(handle)
        .transmit(transmit(info.follow("tx_attr", InfoLayouts.TRANSMIT)))
        .receive(receive(info.follow("rx_attr", InfoLayouts.RECEIVE)))
        .endpoint(endpoint(info.follow("ep_attr", InfoLayouts.ENDPOINT)))
        .domain(domain(info.follow("domain_attr", InfoLayouts.DOMAIN)))
        .fabric(fabric(info.follow("fabric_attr", InfoLayouts.FABRIC)))
        .build();
  }

  /** A copy of the destination address of the struct, or null. */
  public static byte[] destination(long address) {
    StructView info = new StructView(InfoLayouts.INFO, address);
    return CMemory.bytes(info.word("dest_addr"), info.word("dest_addrlen"));
  }

  private static TransmitAttributes transmit(StructView attributes) {
    return TransmitAttributes.builder()
        .capabilities(Support.capabilities(attributes.word("caps")))
        .mode(ModeFilter.toCaller(attributes.word("mode")))
        .operationFlags(attributes.word("op_flags"))
        .messageOrder(attributes.word("msg_order"))
        .completionOrder(attributes.word("comp_order"))
        .injectSize(attributes.amount("inject_size"))
        .size(attributes.amount("size"))
        .ioVectorLimit(attributes.amount("iov_limit"))
        .remoteIoVectorLimit(attributes.amount("rma_iov_limit"))
        .trafficClass(attributes.integer("tclass"))
        .build();
  }

  private static ReceiveAttributes receive(StructView attributes) {
    return ReceiveAttributes.builder()
        .capabilities(Support.capabilities(attributes.word("caps")))
        .mode(ModeFilter.toCaller(attributes.word("mode")))
        .operationFlags(attributes.word("op_flags"))
        .messageOrder(attributes.word("msg_order"))
        .completionOrder(attributes.word("comp_order"))
        .totalBufferedReceive(attributes.amount("total_buffered_recv"))
        .size(attributes.amount("size"))
        .ioVectorLimit(attributes.amount("iov_limit"))
        .build();
  }

  private static EndpointAttributes endpoint(StructView attributes) {
    return EndpointAttributes.builder()
        .type(EndpointType.of(attributes.integer("type")))
        .protocol(attributes.integer("protocol"))
        .protocolVersion(attributes.integer("protocol_version"))
        .maxMessageSize(attributes.amount("max_msg_size"))
        .messagePrefixSize(attributes.amount("msg_prefix_size"))
        .maxOrderReadAfterWriteSize(attributes.amount("max_order_raw_size"))
        .maxOrderWriteAfterReadSize(attributes.amount("max_order_war_size"))
        .maxOrderWriteAfterWriteSize(attributes.amount("max_order_waw_size"))
        .tagFormat(attributes.word("mem_tag_format"))
        .transmitContextCount(attributes.word("tx_ctx_cnt"))
        .receiveContextCount(attributes.word("rx_ctx_cnt"))
        .build();
  }

  private static DomainAttributes domain(StructView attributes) {
    return counts(attributes)
        .name(attributes.text("name"))
        .threading(Threading.of(attributes.integer("threading")))
        .controlProgress(ProgressModel.of(attributes.integer("control_progress")))
        .dataProgress(ProgressModel.of(attributes.integer("data_progress")))
        .resourceManagement(ResourceManagement.of(attributes.integer("resource_mgmt")))
        .addressVectorType(AddressVectorType.of(attributes.integer("av_type")))
        .memoryRegistrationMode(Integer.toUnsignedLong(attributes.integer("mr_mode")))
        .capabilities(Support.capabilities(attributes.word("caps")))
        .mode(ModeFilter.toCaller(attributes.word("mode")))
        .build();
  }

  private static DomainAttributes.Builder counts(StructView attributes) {
    return DomainAttributes.builder()
        .keySize(attributes.amount("mr_key_size"))
        .completionDataSize(attributes.amount("cq_data_size"))
        .completionQueueCount(attributes.amount("cq_cnt"))
        .endpointCount(attributes.amount("ep_cnt"))
        .transmitContextCount(attributes.amount("tx_ctx_cnt"))
        .receiveContextCount(attributes.amount("rx_ctx_cnt"))
        .maxEndpointTransmitContexts(attributes.amount("max_ep_tx_ctx"))
        .maxEndpointReceiveContexts(attributes.amount("max_ep_rx_ctx"))
        .maxSharedTransmitEndpoints(attributes.amount("max_ep_stx_ctx"))
        .maxSharedReceiveEndpoints(attributes.amount("max_ep_srx_ctx"))
        .counterCount(attributes.amount("cntr_cnt"))
        .memoryIoVectorLimit(attributes.amount("mr_iov_limit"))
        .memoryRegionCount(attributes.amount("mr_cnt"))
        .maxErrorDataSize(attributes.amount("max_err_data"));
  }

  private static FabricAttributes fabric(StructView attributes) {
    return FabricAttributes.builder()
        .name(attributes.text("name"))
        .providerName(ProviderNames.ofNative(attributes.text("prov_name")))
        .providerVersion(attributes.integer("prov_version"))
        .apiVersion(attributes.integer("api_version"))
        .build();
  }
}
