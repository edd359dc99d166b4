package dev.weft.verbs.attributes;

/**
 * {@code struct ibv_device_attr, ibv_device_attr_ex}: limits and capabilities of a device. Each
 * limit is enforced at creation or at post, never later.
 */
public interface DeviceAttributes {

  /** {@code fw_ver}. */
  String firmwareVersion();

  /** {@code node_guid}. */
  long nodeGuid();

  /** {@code sys_image_guid}. */
  long systemImageGuid();

  /** {@code max_mr_size}: bytes. */
  long maxMrSize();

  /** {@code page_size_cap}: one bit per supported page size. */
  long pageSizeCapabilities();

  /** {@code vendor_id}. */
  int vendorId();

  /** {@code vendor_part_id}. */
  int vendorPartId();

  /** {@code hw_ver}. */
  int hardwareVersion();

  /** {@code max_qp}: queue pairs. */
  int maxQp();

  /** {@code max_qp_wr}: capacity of a work queue in requests. */
  int maxQpWr();

  /** {@code device_cap_flags}: {@link DeviceCapabilities}. */
  int capabilities();

  /** {@code max_sge}: buffers of one request. */
  int maxSge();

  /** {@code max_sge_rd}: buffers of one read. */
  int maxSgeRead();

  /** Bytes of one inline request. C reports it in the result of {@code ibv_create_qp(3)}. */
  int maxInlineData();

  /** {@code max_cq}: completion queues. */
  int maxCq();

  /** {@code max_cqe}: capacity of one completion queue in entries (VC-05). */
  int maxCqe();

  /** {@code max_mr}: memory regions. */
  int maxMr();

  /** {@code max_pd}: protection domains. */
  int maxPd();

  /** {@code max_qp_rd_atom}: reads and atomics that a responder serves at once. */
  int maxQpReadAtomic();

  /** {@code max_qp_init_rd_atom}: reads and atomics that a requester has outstanding at once. */
  int maxQpInitiatedReadAtomic();

  /** {@code max_res_rd_atom}: reads and atomics that the device serves at once. */
  int maxResponderReadAtomic();

  /** {@code max_ee_rd_atom}: like {@link #maxQpReadAtomic}, for an end-to-end context. */
  int maxEeReadAtomic();

  /**
   * {@code max_ee_init_rd_atom}: like {@link #maxQpInitiatedReadAtomic}, for an end-to-end context.
   */
  int maxEeInitiatedReadAtomic();

  /** {@code atomic_cap}. */
  AtomicCapability atomicCapability();

  /** {@code max_ee}: end-to-end contexts. */
  int maxEe();

  /** {@code max_rdd}: reliable datagram domains. */
  int maxRdd();

  /** {@code max_mw}: memory windows. */
  int maxMw();

  /** {@code max_mcast_grp}: multicast groups. */
  int maxMulticastGroups();

  /** {@code max_mcast_qp_attach}: queue pairs of one group. */
  int maxMulticastQpAttach();

  /** {@code max_ah}: address handles. */
  int maxAh();

  /** {@code max_srq}: shared receive queues. */
  int maxSrq();

  /** {@code max_srq_wr}: capacity of a shared receive queue in requests. */
  int maxSrqWr();

  /** {@code max_srq_sge}: buffers of one request of a shared receive queue. */
  int maxSrqSge();

  /** {@code max_pkeys}: partition keys. */
  int maxPkeys();

  /** {@code local_ca_ack_delay}: maximum delay of an acknowledgement, 4.096 us * 2^this. */
  int localCaAckDelay();

  /** {@code phys_port_cnt}: ports are numbered 1 to this. */
  int physicalPorts();

  /**
   * {@code completion_timestamp_mask}: the valid bits of a timestamp; 0 for no timestamps (VT-02).
   */
  long completionTimestampMask();

  /** {@code hca_core_clock}: ticks per millisecond (kHz); 0 for none (VT-02). */
  long coreClockKilohertz();

  /** {@code tm_caps}. */
  TagMatchingCapabilities tagMatching();

  /**
   * {@code struct ibv_tm_caps}.
   *
   * @param maxRendezvousHeaderSize {@code max_rndv_hdr_size}: bytes; 0 for no tag matching.
   * @param maxTags {@code max_num_tags}: entries of a tag list.
   * @param flags {@code flags}: {@link #RC}.
   * @param maxOperations {@code max_ops}: outstanding list operations.
   * @param maxSge {@code max_sge}: buffers of one entry.
   */
  record TagMatchingCapabilities(
      int maxRendezvousHeaderSize, int maxTags, int flags, int maxOperations, int maxSge) {

    /** {@code IBV_TM_CAP_RC}: matches tags of messages to queue pairs of type RC. */
    public static final int RC = 1;
  }
}
