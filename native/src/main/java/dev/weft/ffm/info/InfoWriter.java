package dev.weft.ffm.info;

import dev.weft.fabric.info.DomainAttributes;
import dev.weft.fabric.info.EndpointAttributes;
import dev.weft.fabric.info.FabricAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.ReceiveAttributes;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.info.TransmitAttributes;
import dev.weft.ffm.layout.InfoLayouts;
import dev.weft.ffm.linker.Libc;
import dev.weft.ffm.linker.Libfabric;
import dev.weft.ffm.linker.StructView;

/**
 * {@link FabricInfo} as {@code struct fi_info} of C, for the length of one call. The library
 * allocates the struct and frees it, with the texts and addresses in it.
 */
public final class InfoWriter implements AutoCloseable {
  private final StructView struct;

  /**
   * A copy of {@code info} in C.
   *
   * @param handle address of the object that {@code info.handle()} stands for, or 0
   */
  public InfoWriter(FabricInfo info, long handle) {
    struct = new StructView(InfoLayouts.INFO, Libfabric.allocateInfo());
    try {
      write(info, handle);
    } catch (RuntimeException | Error failed) {
      close();
      throw failed;
    }
  }

  private void write(FabricInfo info, long handle) {
    struct
        .word("caps", info.capabilities())
        .word("mode", ModeFilter.toNative(info.mode()))
        .integer("addr_format", info.addressFormat().value())
        .word("handle", handle);
    address("src_addr", info.sourceAddress());
    address("dest_addr", info.destinationAddress());
    transmit(info.transmit());
    receive(info.receive());
    endpoint(info.endpoint());
    domain(info.domain());
    fabric(info.fabric());
  }

  /** The address of the struct. */
  public long address() {
    return struct.address();
  }

  /** The address of its {@code struct fi_fabric_attr}. */
  public long fabricAttributes() {
    return struct.word("fabric_attr");
  }

  private void address(String member, byte[] address) {
    struct.word(member, Libc.copy(address));
    struct.word(member + "len", address == null ? 0 : address.length);
  }

  private void transmit(TransmitAttributes attributes) {
    writeTransmit(struct.follow("tx_attr", InfoLayouts.TRANSMIT), attributes);
  }

  /** Sets the members of a {@code struct fi_tx_attr}. */
  public static void writeTransmit(StructView target, TransmitAttributes attributes) {
    target
        .word("caps", attributes.capabilities())
        .word("mode", ModeFilter.toNative(attributes.mode()))
        .word("op_flags", attributes.operationFlags())
        .word("msg_order", attributes.messageOrder())
        .word("comp_order", attributes.completionOrder())
        .word("inject_size", attributes.injectSize())
        .word("size", attributes.size())
        .word("iov_limit", attributes.ioVectorLimit())
        .word("rma_iov_limit", attributes.remoteIoVectorLimit())
        .integer("tclass", attributes.trafficClass());
  }

  private void receive(ReceiveAttributes attributes) {
    writeReceive(struct.follow("rx_attr", InfoLayouts.RECEIVE), attributes);
  }

  /** Sets the members of a {@code struct fi_rx_attr}. */
  public static void writeReceive(StructView target, ReceiveAttributes attributes) {
    target
        .word("caps", attributes.capabilities())
        .word("mode", ModeFilter.toNative(attributes.mode()))
        .word("op_flags", attributes.operationFlags())
        .word("msg_order", attributes.messageOrder())
        .word("comp_order", attributes.completionOrder())
        .word("total_buffered_recv", attributes.totalBufferedReceive())
        .word("size", attributes.size())
        .word("iov_limit", attributes.ioVectorLimit());
  }

  private void endpoint(EndpointAttributes attributes) {
    struct
        .follow("ep_attr", InfoLayouts.ENDPOINT)
        .integer("type", attributes.type().value())
        .integer("protocol", attributes.protocol())
        .integer("protocol_version", attributes.protocolVersion())
        .word("max_msg_size", attributes.maxMessageSize())
        .word("msg_prefix_size", attributes.messagePrefixSize())
        .word("max_order_raw_size", attributes.maxOrderReadAfterWriteSize())
        .word("max_order_war_size", attributes.maxOrderWriteAfterReadSize())
        .word("max_order_waw_size", attributes.maxOrderWriteAfterWriteSize())
        .word("mem_tag_format", attributes.tagFormat())
        .word("tx_ctx_cnt", attributes.transmitContextCount())
        .word("rx_ctx_cnt", attributes.receiveContextCount());
  }

  private void domain(DomainAttributes attributes) {
    StructView target = struct.follow("domain_attr", InfoLayouts.DOMAIN);
    boolean anyThreading = attributes.threading() == Threading.UNSPEC;
    target
        .word("name", Libc.copy(attributes.name()))
        .integer("threading", (anyThreading ? Threading.SAFE : attributes.threading()).value())
        .integer("control_progress", attributes.controlProgress().value())
        .integer("data_progress", attributes.dataProgress().value())
        .integer("resource_mgmt", attributes.resourceManagement().value())
        .integer("av_type", attributes.addressVectorType().value())
        .integer("mr_mode", ModeFilter.registrationToNative(attributes.memoryRegistrationMode()))
        .word("caps", attributes.capabilities())
        .word("mode", ModeFilter.toNative(attributes.mode()));
    counts(target, attributes);
  }

  private static void counts(StructView target, DomainAttributes attributes) {
    target
        .word("mr_key_size", attributes.keySize())
        .word("cq_data_size", attributes.completionDataSize())
        .word("cq_cnt", attributes.completionQueueCount())
        .word("ep_cnt", attributes.endpointCount())
        .word("tx_ctx_cnt", attributes.transmitContextCount())
        .word("rx_ctx_cnt", attributes.receiveContextCount())
        .word("max_ep_tx_ctx", attributes.maxEndpointTransmitContexts())
        .word("max_ep_rx_ctx", attributes.maxEndpointReceiveContexts())
        .word("max_ep_stx_ctx", attributes.maxSharedTransmitEndpoints())
        .word("max_ep_srx_ctx", attributes.maxSharedReceiveEndpoints())
        .word("cntr_cnt", attributes.counterCount())
        .word("mr_iov_limit", attributes.memoryIoVectorLimit())
        .word("mr_cnt", attributes.memoryRegionCount())
        .word("max_err_data", attributes.maxErrorDataSize());
  }

  private void fabric(FabricAttributes attributes) {
    struct
        .follow("fabric_attr", InfoLayouts.FABRIC)
        .word("name", Libc.copy(attributes.name()))
        .word("prov_name", Libc.copy(ProviderNames.toNative(attributes.providerName())))
        .integer("prov_version", attributes.providerVersion())
        .integer("api_version", attributes.apiVersion());
  }

  @Override
  public void close() {
    Libfabric.freeInfo(struct.address());
  }
}
