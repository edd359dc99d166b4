package dev.weft.provider.verbs.device;

import dev.weft.argument.AttributeText;
import dev.weft.nic.workqueue.TagMatching;
import dev.weft.verbs.attributes.AtomicCapability;
import dev.weft.verbs.attributes.DeviceAttributes;
import dev.weft.verbs.attributes.DeviceCapabilities;

/** The limits of the software device. They apply to each context separately. */
public record DeviceLimits(long nodeGuid) implements DeviceAttributes {
  public static final int MAX_SGE = 32;
  public static final int MAX_QP_WR = 16_384;
  public static final int MAX_CQE = (1 << 20) - 1;
  public static final int MAX_INLINE = 1024;
  static final int MAX_READ_ATOMIC = 16;
  public static final int MAX_TAG_OPERATIONS = 1024;
  public static final int MAX_TAG_SGE = 4;

  /** The access rights that {@code RegionAccess} defines; a device may ignore bits 20 to 29. */
  public static final int KNOWN_ACCESS = 0x3FF | 0x3FF0_0000;

  private static final int VENDOR = 0x574546;
  private static final int PAGE_BYTES = 4096;
  private static final long MAX_REGION = 1L << 40;

  @Override
  public String firmwareVersion() {
    return "0.1.0";
  }

  @Override
  public long systemImageGuid() {
    return nodeGuid;
  }

  @Override
  public long maxMrSize() {
    return MAX_REGION;
  }

  @Override
  public long pageSizeCapabilities() {
    return PAGE_BYTES;
  }

  @Override
  public int vendorId() {
    return VENDOR;
  }

  @Override
  public int vendorPartId() {
    return 1;
  }

  @Override
  public int hardwareVersion() {
    return 0;
  }

  @Override
  public int maxQp() {
    return 16_384;
  }

  @Override
  public int maxQpWr() {
    return MAX_QP_WR;
  }

  @Override
  public int capabilities() {
    return DeviceCapabilities.CURR_QP_STATE_MOD
        | DeviceCapabilities.SYS_IMAGE_GUID
        | DeviceCapabilities.RC_RNR_NAK_GEN
        | DeviceCapabilities.MEM_WINDOW
        | DeviceCapabilities.MEM_MGT_EXTENSIONS
        | DeviceCapabilities.MEM_WINDOW_TYPE_2B;
  }

  @Override
  public int maxSge() {
    return MAX_SGE;
  }

  @Override
  public int maxSgeRead() {
    return MAX_SGE;
  }

  @Override
  public int maxInlineData() {
    return MAX_INLINE;
  }

  @Override
  public int maxCq() {
    return 16_384;
  }

  @Override
  public int maxCqe() {
    return MAX_CQE;
  }

  @Override
  public int maxMr() {
    return 1 << 20;
  }

  @Override
  public int maxPd() {
    return 1 << 16;
  }

  @Override
  public int maxQpReadAtomic() {
    return MAX_READ_ATOMIC;
  }

  @Override
  public int maxQpInitiatedReadAtomic() {
    return MAX_READ_ATOMIC;
  }

  @Override
  public int maxResponderReadAtomic() {
    return maxQp() * MAX_READ_ATOMIC;
  }

  @Override
  public int maxEeReadAtomic() {
    return MAX_READ_ATOMIC;
  }

  @Override
  public int maxEeInitiatedReadAtomic() {
    return MAX_READ_ATOMIC;
  }

  @Override
  public AtomicCapability atomicCapability() {
    return AtomicCapability.HCA;
  }

  @Override
  public int maxEe() {
    return 16_384;
  }

  @Override
  public int maxRdd() {
    return 16_384;
  }

  @Override
  public int maxMw() {
    return 1 << 20;
  }

  @Override
  public int maxMulticastGroups() {
    return 0;
  }

  @Override
  public int maxMulticastQpAttach() {
    return 0;
  }

  @Override
  public int maxAh() {
    return 1 << 16;
  }

  @Override
  public int maxSrq() {
    return 16_384;
  }

  @Override
  public int maxSrqWr() {
    return MAX_QP_WR;
  }

  @Override
  public int maxSrqSge() {
    return MAX_SGE;
  }

  @Override
  public int maxPkeys() {
    return DevicePort.PKEYS;
  }

  @Override
  public int localCaAckDelay() {
    return 15;
  }

  @Override
  public int physicalPorts() {
    return DevicePort.NUMBER;
  }

  @Override
  public long completionTimestampMask() {
    return DeviceClock.MASK;
  }

  @Override
  public long coreClockKilohertz() {
    return DeviceClock.KILOHERTZ;
  }

  @Override
  public TagMatchingCapabilities tagMatching() {
    return new TagMatchingCapabilities(
        TagMatching.MAX_RENDEZVOUS,
        TagMatching.MAX_TAGS,
        TagMatchingCapabilities.RC,
        MAX_TAG_OPERATIONS,
        MAX_TAG_SGE);
  }

  @Override
  public String toString() {
    return new AttributeText("ibv_device_attr")
        .hex("node_guid", nodeGuid)
        .bits("device_cap_flags", DeviceCapabilities.describe(capabilities()))
        .field("max_qp", maxQp())
        .field("max_qp_wr", maxQpWr())
        .field("max_sge", maxSge())
        .field("max_cq", maxCq())
        .field("max_cqe", maxCqe())
        .field("max_mr", maxMr())
        .field("max_mr_size", maxMrSize())
        .toString();
  }
}
