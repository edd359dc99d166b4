package dev.weft.fabric.info;

import dev.weft.argument.AttributeText;
import dev.weft.argument.Require;

/**
 * {@code struct fi_domain_attr}: the attributes of a domain.
 *
 * @param name {@code name}: name of the domain, or null.
 * @param threading {@code threading}: which threads share an object.
 * @param controlProgress {@code control_progress}: who drives control operations.
 * @param dataProgress {@code data_progress}: who drives data transfers.
 * @param resourceManagement {@code resource_mgmt}: who prevents queue overruns.
 * @param addressVectorType {@code av_type}: the kind of address handle.
 * @param memoryRegistrationMode {@code mr_mode}: the requirements on memory regions.
 * @param keySize {@code mr_key_size}: bytes of a memory key.
 * @param completionDataSize {@code cq_data_size}: bytes of remote completion data (FL-018).
 * @param completionQueueCount {@code cq_cnt}: optimal number of completion queues.
 * @param endpointCount {@code ep_cnt}: optimal number of endpoints.
 * @param transmitContextCount {@code tx_ctx_cnt}: optimal number of transmit contexts.
 * @param receiveContextCount {@code rx_ctx_cnt}: optimal number of receive contexts.
 * @param maxEndpointTransmitContexts {@code max_ep_tx_ctx}: transmit contexts of one scalable
 *     endpoint.
 * @param maxEndpointReceiveContexts {@code max_ep_rx_ctx}: receive contexts of one scalable
 *     endpoint.
 * @param maxSharedTransmitEndpoints {@code max_ep_stx_ctx}: endpoints that may share a transmit
 *     context; 0 for none.
 * @param maxSharedReceiveEndpoints {@code max_ep_srx_ctx}: endpoints that may share a receive
 *     context; 0 for none.
 * @param counterCount {@code cntr_cnt}: optimal number of counters.
 * @param memoryIoVectorLimit {@code mr_iov_limit}: segments of one memory region.
 * @param memoryRegionCount {@code mr_cnt}: optimal number of memory regions.
 * @param capabilities {@code caps}: what the domain can do.
 * @param mode {@code mode}: what it requires of the caller.
 * @param maxErrorDataSize {@code max_err_data}: bytes of error data at most (ER-016).
 */
public record DomainAttributes(
    String name,
    Threading threading,
    ProgressModel controlProgress,
    ProgressModel dataProgress,
    ResourceManagement resourceManagement,
    AddressVectorType addressVectorType,
    long memoryRegistrationMode,
    long keySize,
    long completionDataSize,
    long completionQueueCount,
    long endpointCount,
    long transmitContextCount,
    long receiveContextCount,
    long maxEndpointTransmitContexts,
    long maxEndpointReceiveContexts,
    long maxSharedTransmitEndpoints,
    long maxSharedReceiveEndpoints,
    long counterCount,
    long memoryIoVectorLimit,
    long memoryRegionCount,
    long capabilities,
    long mode,
    long maxErrorDataSize) {

  /** Rejects nulls and negative sizes; the call that opens the object checks everything else. */
  public DomainAttributes {
    Require.notNull("threading", threading);
    Require.notNull("controlProgress", controlProgress);
    Require.notNull("dataProgress", dataProgress);
    Require.notNull("resourceManagement", resourceManagement);
    Require.notNull("addressVectorType", addressVectorType);
    Require.notNegative("keySize", keySize);
    Require.notNegative("completionDataSize", completionDataSize);
    Require.notNegative("completionQueueCount", completionQueueCount);
    Require.notNegative("endpointCount", endpointCount);
    Require.notNegative("transmitContextCount", transmitContextCount);
    Require.notNegative("receiveContextCount", receiveContextCount);
    Require.notNegative("maxEndpointTransmitContexts", maxEndpointTransmitContexts);
    Require.notNegative("maxEndpointReceiveContexts", maxEndpointReceiveContexts);
    Require.notNegative("maxSharedTransmitEndpoints", maxSharedTransmitEndpoints);
    Require.notNegative("maxSharedReceiveEndpoints", maxSharedReceiveEndpoints);
    Require.notNegative("counterCount", counterCount);
    Require.notNegative("memoryIoVectorLimit", memoryIoVectorLimit);
    Require.notNegative("memoryRegionCount", memoryRegionCount);
    Require.notNegative("maxErrorDataSize", maxErrorDataSize);
  }

  /** All zero, as in C. */
  public static DomainAttributes defaults() {
    return builder().build();
  }

  /** A builder that starts with {@link #defaults()}. */
  public static Builder builder() {
    return new Builder();
  }

  /** A builder that starts with these values. */
  public Builder toBuilder() {
    return new Builder()
        .name(name)
        .threading(threading)
        .controlProgress(controlProgress)
        .dataProgress(dataProgress)
        .resourceManagement(resourceManagement)
        .addressVectorType(addressVectorType)
        .memoryRegistrationMode(memoryRegistrationMode)
        .keySize(keySize)
        .completionDataSize(completionDataSize)
        .completionQueueCount(completionQueueCount)
        .endpointCount(endpointCount)
        .transmitContextCount(transmitContextCount)
        .receiveContextCount(receiveContextCount)
        .maxEndpointTransmitContexts(maxEndpointTransmitContexts)
        .maxEndpointReceiveContexts(maxEndpointReceiveContexts)
        .maxSharedTransmitEndpoints(maxSharedTransmitEndpoints)
        .maxSharedReceiveEndpoints(maxSharedReceiveEndpoints)
        .counterCount(counterCount)
        .memoryIoVectorLimit(memoryIoVectorLimit)
        .memoryRegionCount(memoryRegionCount)
        .capabilities(capabilities)
        .mode(mode)
        .maxErrorDataSize(maxErrorDataSize);
  }

  /** {@code fi_domain_attr} as {@code fi_info -v} prints it. */
  @Override
  public String toString() {
    return new AttributeText("fi_domain_attr")
        .field("name", name)
        .field("threading", "FI_THREAD_" + threading)
        .field("control_progress", "FI_PROGRESS_" + controlProgress)
        .field("data_progress", "FI_PROGRESS_" + dataProgress)
        .field("resource_mgmt", "FI_RM_" + resourceManagement)
        .field("av_type", "FI_AV_" + addressVectorType)
        .bits("mr_mode", MemoryRegistrationMode.describe(memoryRegistrationMode))
        .field("mr_key_size", keySize)
        .field("cq_data_size", completionDataSize)
        .field("cq_cnt", completionQueueCount)
        .field("ep_cnt", endpointCount)
        .field("tx_ctx_cnt", transmitContextCount)
        .field("rx_ctx_cnt", receiveContextCount)
        .field("max_ep_tx_ctx", maxEndpointTransmitContexts)
        .field("max_ep_rx_ctx", maxEndpointReceiveContexts)
        .field("max_ep_stx_ctx", maxSharedTransmitEndpoints)
        .field("max_ep_srx_ctx", maxSharedReceiveEndpoints)
        .field("cntr_cnt", counterCount)
        .field("mr_iov_limit", memoryIoVectorLimit)
        .field("mr_cnt", memoryRegionCount)
        .bits("caps", Capabilities.describe(capabilities))
        .bits("mode", ModeBits.describe(mode))
        .field("max_err_data", maxErrorDataSize)
        .toString();
  }

  /** Builds {@link DomainAttributes}. */
  public static final class Builder {

    private String name;
    private Threading threading = Threading.UNSPEC;
    private ProgressModel controlProgress = ProgressModel.UNSPEC;
    private ProgressModel dataProgress = ProgressModel.UNSPEC;
    private ResourceManagement resourceManagement = ResourceManagement.UNSPEC;
    private AddressVectorType addressVectorType = AddressVectorType.UNSPEC;
    private long memoryRegistrationMode;
    private long keySize;
    private long completionDataSize;
    private long completionQueueCount;
    private long endpointCount;
    private long transmitContextCount;
    private long receiveContextCount;
    private long maxEndpointTransmitContexts;
    private long maxEndpointReceiveContexts;
    private long maxSharedTransmitEndpoints;
    private long maxSharedReceiveEndpoints;
    private long counterCount;
    private long memoryIoVectorLimit;
    private long memoryRegionCount;
    private long capabilities;
    private long mode;
    private long maxErrorDataSize;

    private Builder() {}

    /** {@code name}: name of the domain, or null. */
    public Builder name(String name) {
      this.name = name;
      return this;
    }

    /** {@code threading}: which threads share an object. */
    public Builder threading(Threading threading) {
      this.threading = Require.notNull("threading", threading);
      return this;
    }

    /** {@code control_progress}: who drives control operations. */
    public Builder controlProgress(ProgressModel controlProgress) {
      this.controlProgress = Require.notNull("controlProgress", controlProgress);
      return this;
    }

    /** {@code data_progress}: who drives data transfers. */
    public Builder dataProgress(ProgressModel dataProgress) {
      this.dataProgress = Require.notNull("dataProgress", dataProgress);
      return this;
    }

    /** {@code resource_mgmt}: who prevents queue overruns. */
    public Builder resourceManagement(ResourceManagement resourceManagement) {
      this.resourceManagement = Require.notNull("resourceManagement", resourceManagement);
      return this;
    }

    /** {@code av_type}: the kind of address handle. */
    public Builder addressVectorType(AddressVectorType addressVectorType) {
      this.addressVectorType = Require.notNull("addressVectorType", addressVectorType);
      return this;
    }

    /** {@code mr_mode}: the requirements on memory regions. */
    public Builder memoryRegistrationMode(long memoryRegistrationMode) {
      this.memoryRegistrationMode = memoryRegistrationMode;
      return this;
    }

    /** {@code mr_key_size}: bytes of a memory key. */
    public Builder keySize(long keySize) {
      this.keySize = Require.notNegative("keySize", keySize);
      return this;
    }

    /** {@code cq_data_size}: bytes of remote completion data (FL-018). */
    public Builder completionDataSize(long completionDataSize) {
      this.completionDataSize = Require.notNegative("completionDataSize", completionDataSize);
      return this;
    }

    /** {@code cq_cnt}: optimal number of completion queues. */
    public Builder completionQueueCount(long completionQueueCount) {
      this.completionQueueCount = Require.notNegative("completionQueueCount", completionQueueCount);
      return this;
    }

    /** {@code ep_cnt}: optimal number of endpoints. */
    public Builder endpointCount(long endpointCount) {
      this.endpointCount = Require.notNegative("endpointCount", endpointCount);
      return this;
    }

    /** {@code tx_ctx_cnt}: optimal number of transmit contexts. */
    public Builder transmitContextCount(long transmitContextCount) {
      this.transmitContextCount = Require.notNegative("transmitContextCount", transmitContextCount);
      return this;
    }

    /** {@code rx_ctx_cnt}: optimal number of receive contexts. */
    public Builder receiveContextCount(long receiveContextCount) {
      this.receiveContextCount = Require.notNegative("receiveContextCount", receiveContextCount);
      return this;
    }

    /** {@code max_ep_tx_ctx}: transmit contexts of one scalable endpoint. */
    public Builder maxEndpointTransmitContexts(long maxEndpointTransmitContexts) {
      this.maxEndpointTransmitContexts =
          Require.notNegative("maxEndpointTransmitContexts", maxEndpointTransmitContexts);
      return this;
    }

    /** {@code max_ep_rx_ctx}: receive contexts of one scalable endpoint. */
    public Builder maxEndpointReceiveContexts(long maxEndpointReceiveContexts) {
      this.maxEndpointReceiveContexts =
          Require.notNegative("maxEndpointReceiveContexts", maxEndpointReceiveContexts);
      return this;
    }

    /** {@code max_ep_stx_ctx}: endpoints that may share a transmit context; 0 for none. */
    public Builder maxSharedTransmitEndpoints(long maxSharedTransmitEndpoints) {
      this.maxSharedTransmitEndpoints =
          Require.notNegative("maxSharedTransmitEndpoints", maxSharedTransmitEndpoints);
      return this;
    }

    /** {@code max_ep_srx_ctx}: endpoints that may share a receive context; 0 for none. */
    public Builder maxSharedReceiveEndpoints(long maxSharedReceiveEndpoints) {
      this.maxSharedReceiveEndpoints =
          Require.notNegative("maxSharedReceiveEndpoints", maxSharedReceiveEndpoints);
      return this;
    }

    /** {@code cntr_cnt}: optimal number of counters. */
    public Builder counterCount(long counterCount) {
      this.counterCount = Require.notNegative("counterCount", counterCount);
      return this;
    }

    /** {@code mr_iov_limit}: segments of one memory region. */
    public Builder memoryIoVectorLimit(long memoryIoVectorLimit) {
      this.memoryIoVectorLimit = Require.notNegative("memoryIoVectorLimit", memoryIoVectorLimit);
      return this;
    }

    /** {@code mr_cnt}: optimal number of memory regions. */
    public Builder memoryRegionCount(long memoryRegionCount) {
      this.memoryRegionCount = Require.notNegative("memoryRegionCount", memoryRegionCount);
      return this;
    }

    /** {@code caps}: what the domain can do. */
    public Builder capabilities(long capabilities) {
      this.capabilities = capabilities;
      return this;
    }

    /** {@code mode}: what it requires of the caller. */
    public Builder mode(long mode) {
      this.mode = mode;
      return this;
    }

    /** {@code max_err_data}: bytes of error data at most (ER-016). */
    public Builder maxErrorDataSize(long maxErrorDataSize) {
      this.maxErrorDataSize = Require.notNegative("maxErrorDataSize", maxErrorDataSize);
      return this;
    }

    /** The attributes. */
    public DomainAttributes build() {
      return new DomainAttributes(
          name,
          threading,
          controlProgress,
          dataProgress,
          resourceManagement,
          addressVectorType,
          memoryRegistrationMode,
          keySize,
          completionDataSize,
          completionQueueCount,
          endpointCount,
          transmitContextCount,
          receiveContextCount,
          maxEndpointTransmitContexts,
          maxEndpointReceiveContexts,
          maxSharedTransmitEndpoints,
          maxSharedReceiveEndpoints,
          counterCount,
          memoryIoVectorLimit,
          memoryRegionCount,
          capabilities,
          mode,
          maxErrorDataSize);
    }
  }
}
