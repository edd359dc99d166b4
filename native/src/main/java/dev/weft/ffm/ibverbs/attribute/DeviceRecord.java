package dev.weft.ffm.ibverbs.attribute;

import dev.weft.ffm.ibverbs.layout.DeviceLayouts;
import dev.weft.ffm.ibverbs.linker.Verb;
import dev.weft.ffm.linker.CStruct;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.attributes.AtomicCapability;
import dev.weft.verbs.attributes.DeviceAttributes;
import java.lang.foreign.Arena;

/** {@code struct ibv_device_attr_ex}, as the device has filled it. */
public final class DeviceRecord implements DeviceAttributes {
  private static final int NO_SYSTEM_CALL = 38;

  private final CStruct extended;
  private final CStruct plain;

  private DeviceRecord(CStruct extended) {
    this.extended = extended;
    this.plain = extended.inner("orig_attr", DeviceLayouts.DEVICE);
  }

  /** {@code ibv_query_device_ex(3)}; {@code ibv_query_device(3)} of devices that lack it. */
  public static DeviceRecord of(ContextFunctions functions) {
    CStruct extended = CStruct.in(Arena.ofAuto(), DeviceLayouts.EXTENDED_DEVICE);
    long query = functions.extended("query_device_ex");
    int error =
        query == 0
            ? VerbsErrno.EOPNOTSUPP
            : Verb.errorOf(
                query, functions.context(), 0, extended.address(), extended.type().size());
    if (error == VerbsErrno.EOPNOTSUPP || error == NO_SYSTEM_CALL) {
      extended.memory().fill((byte) 0);
      error = Verb.QUERY_DEVICE.error(functions.context(), extended.address());
    }
    Verb.QUERY_DEVICE.require(error, "");
    return new DeviceRecord(extended);
  }

  @Override
  public String firmwareVersion() {
    return plain.memory().getString(0);
  }

  @Override
  public long nodeGuid() {
    return Long.reverseBytes(plain.word("node_guid"));
  }

  @Override
  public long systemImageGuid() {
    return Long.reverseBytes(plain.word("sys_image_guid"));
  }

  /** The largest {@code long} for more. */
  @Override
  public long maxMrSize() {
    long bytes = plain.word("max_mr_size");
    return bytes < 0 ? Long.MAX_VALUE : bytes;
  }

  @Override
  public long pageSizeCapabilities() {
    return plain.word("page_size_cap");
  }

  @Override
  public int vendorId() {
    return plain.integer("vendor_id");
  }

  @Override
  public int vendorPartId() {
    return plain.integer("vendor_part_id");
  }

  @Override
  public int hardwareVersion() {
    return plain.integer("hw_ver");
  }

  @Override
  public int maxQp() {
    return plain.integer("max_qp");
  }

  @Override
  public int maxQpWr() {
    return plain.integer("max_qp_wr");
  }

  @Override
  public int capabilities() {
    return plain.integer("device_cap_flags");
  }

  @Override
  public int maxSge() {
    return plain.integer("max_sge");
  }

  @Override
  public int maxSgeRead() {
    return plain.integer("max_sge_rd");
  }

  @Override
  public int maxCq() {
    return plain.integer("max_cq");
  }

  @Override
  public int maxCqe() {
    return plain.integer("max_cqe");
  }

  @Override
  public int maxMr() {
    return plain.integer("max_mr");
  }

  @Override
  public int maxPd() {
    return plain.integer("max_pd");
  }

  @Override
  public int maxQpReadAtomic() {
    return plain.integer("max_qp_rd_atom");
  }

  @Override
  public int maxQpInitiatedReadAtomic() {
    return plain.integer("max_qp_init_rd_atom");
  }

  @Override
  public int maxResponderReadAtomic() {
    return plain.integer("max_res_rd_atom");
  }

  @Override
  public int maxEeReadAtomic() {
    return plain.integer("max_ee_rd_atom");
  }

  @Override
  public int maxEeInitiatedReadAtomic() {
    return plain.integer("max_ee_init_rd_atom");
  }

  @Override
  public int maxEe() {
    return plain.integer("max_ee");
  }

  @Override
  public int maxRdd() {
    return plain.integer("max_rdd");
  }

  @Override
  public int maxMw() {
    return plain.integer("max_mw");
  }

  @Override
  public int maxMulticastGroups() {
    return plain.integer("max_mcast_grp");
  }

  @Override
  public int maxMulticastQpAttach() {
    return plain.integer("max_mcast_qp_attach");
  }

  @Override
  public int maxAh() {
    return plain.integer("max_ah");
  }

  @Override
  public int maxSrq() {
    return plain.integer("max_srq");
  }

  @Override
  public int maxSrqWr() {
    return plain.integer("max_srq_wr");
  }

  @Override
  public int maxSrqSge() {
    return plain.integer("max_srq_sge");
  }

  /** Not known before a queue pair is created, whose capabilities say it: 0. */
  @Override
  public int maxInlineData() {
    return 0;
  }

  @Override
  public AtomicCapability atomicCapability() {
    return AtomicCapability.of(plain.integer("atomic_cap"));
  }

  @Override
  public int maxPkeys() {
    return plain.half("max_pkeys");
  }

  @Override
  public int localCaAckDelay() {
    return plain.octet("local_ca_ack_delay");
  }

  @Override
  public int physicalPorts() {
    return plain.octet("phys_port_cnt");
  }

  @Override
  public long completionTimestampMask() {
    return extended.word("completion_timestamp_mask");
  }

  @Override
  public long coreClockKilohertz() {
    return extended.word("hca_core_clock");
  }

  /** None: this module cannot create queues that match tags. */
  @Override
  public TagMatchingCapabilities tagMatching() {
    return new TagMatchingCapabilities(0, 0, 0, 0, 0);
  }
}
