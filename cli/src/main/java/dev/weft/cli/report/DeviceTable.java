package dev.weft.cli.report;

import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.attributes.DeviceAttributes;
import dev.weft.verbs.attributes.DeviceAttributes.TagMatchingCapabilities;
import dev.weft.verbs.attributes.DeviceCapabilities;
import dev.weft.verbs.attributes.Gid;
import dev.weft.verbs.attributes.Mtu;
import dev.weft.verbs.attributes.PortAttributes;
import java.util.Locale;

/** Formats a device and its ports like {@code ibv_devinfo(1)}. */
public final class DeviceTable {
  private static final String NEWLINE = System.lineSeparator();
  private static final String INDENT = "  ";

  /** Column of the values, at any indentation. */
  private static final int VALUES_AT = 34;

  private final VerbsContext context;
  private final boolean everything;
  private final StringBuilder text = new StringBuilder();
  private String indent = INDENT;

  private DeviceTable(VerbsContext context, boolean everything) {
    this.context = context;
    this.everything = everything;
  }

  /** Formats an open device; with {@code everything} including each limit. */
  public static String of(VerbsContext context, boolean everything) {
    DeviceTable table = new DeviceTable(context, everything);
    table.device(context.queryDevice());
    return table.text.toString();
  }

  private void device(DeviceAttributes device) {
    text.append("hca_id: ").append(context.device().name()).append(NEWLINE);
    boolean isSoftware = context.device().fabric().equals("weft");
    row("transport", isSoftware ? "software, in the manner of InfiniBand" : "libibverbs");
    row("fabric", context.device().fabric());
    row("fw_ver", device.firmwareVersion());
    row("node_guid", guid(device.nodeGuid()));
    row("sys_image_guid", guid(device.systemImageGuid()));
    row("vendor_id", "0x%06x".formatted(device.vendorId()));
    row("vendor_part_id", device.vendorPartId());
    row("hw_ver", "0x%X".formatted(device.hardwareVersion()));
    row("phys_port_cnt", device.physicalPorts());
    if (everything) {
      memory(device);
      queues(device);
      oneSided(device);
      rest(device);
    }
    for (int port = 1; port <= device.physicalPorts(); port++) {
      port(port, context.queryPort(port));
    }
  }

  private void memory(DeviceAttributes device) {
    row("max_mr_size", Quantity.bytes(device.maxMrSize()));
    row("page_size_cap", "0x%x".formatted(device.pageSizeCapabilities()));
    row("max_mr", device.maxMr());
    row("max_mw", device.maxMw());
    row("max_pd", device.maxPd());
    row("max_ah", device.maxAh());
  }

  private void queues(DeviceAttributes device) {
    row("max_qp", device.maxQp());
    row("max_qp_wr", device.maxQpWr());
    row("max_sge", device.maxSge());
    row("max_sge_rd", device.maxSgeRead());
    row("max_inline_data", device.maxInlineData());
    row("max_cq", device.maxCq());
    row("max_cqe", device.maxCqe());
    row("num_comp_vectors", context.completionVectors());
    row("max_srq", device.maxSrq());
    row("max_srq_wr", device.maxSrqWr());
    row("max_srq_sge", device.maxSrqSge());
  }

  private void oneSided(DeviceAttributes device) {
    row("max_qp_rd_atom", device.maxQpReadAtomic());
    row("max_qp_init_rd_atom", device.maxQpInitiatedReadAtomic());
    row("max_res_rd_atom", device.maxResponderReadAtomic());
    row("max_ee_rd_atom", device.maxEeReadAtomic());
    row("max_ee_init_rd_atom", device.maxEeInitiatedReadAtomic());
    row("max_ee", device.maxEe());
    row("max_rdd", device.maxRdd());
    row(
        "atomic_cap",
        "ATOMIC_%s (%d)".formatted(device.atomicCapability(), device.atomicCapability().value()));
  }

  private void rest(DeviceAttributes device) {
    row("max_mcast_grp", device.maxMulticastGroups());
    row("max_mcast_qp_attach", device.maxMulticastQpAttach());
    row("max_pkeys", device.maxPkeys());
    row("local_ca_ack_delay", device.localCaAckDelay());
    row("completion_timestamp_mask", "0x%016x".formatted(device.completionTimestampMask()));
    row("hca_core_clock", "%d kHz".formatted(device.coreClockKilohertz()));
    tagMatching(device.tagMatching());
    row("device_cap_flags", "0x%08x".formatted(device.capabilities()));
    for (String name : DeviceCapabilities.describe(device.capabilities()).split("\\|", -1)) {
      row("", name.replace("IBV_DEVICE_", ""));
    }
  }

  private void tagMatching(TagMatchingCapabilities caps) {
    row("tm_caps.max_rndv_hdr_size", caps.maxRendezvousHeaderSize());
    row("tm_caps.max_num_tags", caps.maxTags());
    row("tm_caps.flags", caps.flags() == TagMatchingCapabilities.RC ? "IBV_TM_CAP_RC" : "none");
    row("tm_caps.max_ops", caps.maxOperations());
    row("tm_caps.max_sge", caps.maxSge());
  }

  private void port(int number, PortAttributes port) {
    indent = INDENT;
    row("port", number);
    indent = INDENT + INDENT;
    row("state", "PORT_%s (%d)".formatted(port.state(), port.state().value()));
    row("max_mtu", mtu(port.maxMtu()));
    row("active_mtu", mtu(port.activeMtu()));
    row("sm_lid", port.subnetManagerLid());
    row("port_lid", "0x%04x".formatted(port.lid()));
    row("port_lmc", "0x%02x".formatted(port.lmc()));
    row("link_layer", linkLayer(port));
    if (everything) {
      details(number, port);
    }
  }

  private void details(int number, PortAttributes port) {
    row("max_msg_sz", Quantity.bytes(Integer.toUnsignedLong(port.maxMessageSize())));
    row("port_cap_flags", "0x%08x".formatted(port.capabilities()));
    row("max_vl_num", port.maxVirtualLanes());
    row("subnet_timeout", port.subnetTimeout());
    row("active_width", port.activeWidth());
    row("active_speed", port.activeSpeed());
    row("phys_state", port.physicalState());
    row("gid_tbl_len", port.gidTableLength());
    for (int index = 0; index < port.gidTableLength(); index++) {
      Gid gid = context.queryGid(number, index);
      if (!gid.equals(Gid.ZERO)) {
        row("GID[%3d]".formatted(index), gid);
      }
    }
    row("pkey_tbl_len", port.pkeyTableLength());
    for (int index = 0; index < port.pkeyTableLength(); index++) {
      row("PKEY[%2d]".formatted(index), "0x%04x".formatted(context.queryPkey(number, index)));
    }
  }

  private static String mtu(Mtu mtu) {
    return "%d (%d)".formatted(mtu.bytes(), mtu.value());
  }

  private static String linkLayer(PortAttributes port) {
    return switch (port.linkLayer()) {
      case ETHERNET -> "Ethernet";
      case INFINIBAND -> "InfiniBand";
      case UNSPECIFIED -> "Unspecified";
    };
  }

  /** Four groups of four hexadecimal digits. */
  private static String guid(long guid) {
    return "%016x".formatted(guid).replaceAll("(.{4})(?!$)", "$1:");
  }

  private void row(String name, Object value) {
    String label = indent + (name.isEmpty() ? "" : name + ":");
    int width = Math.max(VALUES_AT, label.length() + 1);
    String row = String.format(Locale.ROOT, "%-" + width + "s%s", label, value);
    text.append(LineWrap.wrap(row, " ".repeat(width))).append(NEWLINE);
  }
}
