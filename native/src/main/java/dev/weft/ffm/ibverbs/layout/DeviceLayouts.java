package dev.weft.ffm.ibverbs.layout;

import dev.weft.ffm.layout.Struct;
import java.util.List;

/** What {@code ibv_query_device(3)} and {@code ibv_query_port(3)} fill. */
public final class DeviceLayouts {
  /** Bytes of {@code fw_ver}. */
  public static final int FIRMWARE_BYTES = 64;

  /** {@code struct ibv_device_attr}. */
  public static final Struct DEVICE =
      new Struct("ibv_device_attr")
          .block("fw_ver", FIRMWARE_BYTES, 1)
          .words("node_guid", "sys_image_guid", "max_mr_size", "page_size_cap")
          .ints("vendor_id", "vendor_part_id", "hw_ver", "max_qp", "max_qp_wr")
          .ints("device_cap_flags", "max_sge", "max_sge_rd", "max_cq", "max_cqe", "max_mr")
          .ints("max_pd", "max_qp_rd_atom", "max_ee_rd_atom", "max_res_rd_atom")
          .ints("max_qp_init_rd_atom", "max_ee_init_rd_atom", "atomic_cap", "max_ee", "max_rdd")
          .ints("max_mw", "max_raw_ipv6_qp", "max_raw_ethy_qp", "max_mcast_grp")
          .ints("max_mcast_qp_attach", "max_total_mcast_qp_attach", "max_ah", "max_fmr")
          .ints("max_map_per_fmr", "max_srq", "max_srq_wr", "max_srq_sge")
          .shorts("max_pkeys")
          .bytes("local_ca_ack_delay", "phys_port_cnt");

  /** {@code struct ibv_odp_caps}: not read. */
  private static final long PAGING_BYTES = 24;

  /** {@code struct ibv_tso_caps}: not read. */
  private static final long SEGMENTATION_BYTES = 8;

  /** {@code struct ibv_rss_caps}: not read. */
  private static final long SCALING_BYTES = 32;

  /** {@code struct ibv_packet_pacing_caps}: not read. */
  private static final long PACING_BYTES = 12;

  /** {@code struct ibv_tm_caps}. */
  public static final Struct TAGS =
      new Struct("ibv_tm_caps")
          .ints("max_rndv_hdr_size", "max_num_tags", "flags", "max_ops", "max_sge");

  /** {@code struct ibv_device_attr_ex}. */
  public static final Struct EXTENDED_DEVICE =
      new Struct("ibv_device_attr_ex")
          .struct("orig_attr", DEVICE)
          .ints("comp_mask")
          .block("odp_caps", PAGING_BYTES, Long.BYTES)
          .words("completion_timestamp_mask", "hca_core_clock", "device_cap_flags_ex")
          .block("tso_caps", SEGMENTATION_BYTES, Integer.BYTES)
          .block("rss_caps", SCALING_BYTES, Long.BYTES)
          .ints("max_wq_type_rq")
          .block("packet_pacing_caps", PACING_BYTES, Integer.BYTES)
          .ints("raw_packet_caps")
          .struct("tm_caps", TAGS)
          .block("cq_mod_caps", Integer.BYTES, Short.BYTES)
          .words("max_dm_size")
          .block("pci_atomic_caps", 3L * Short.BYTES, Short.BYTES)
          .ints("xrc_odp_caps", "phys_port_cnt_ex");

  /** {@code struct ibv_port_attr}. */
  public static final Struct PORT =
      new Struct("ibv_port_attr")
          .ints("state", "max_mtu", "active_mtu", "gid_tbl_len", "port_cap_flags", "max_msg_sz")
          .ints("bad_pkey_cntr", "qkey_viol_cntr")
          .shorts("pkey_tbl_len", "lid", "sm_lid")
          .bytes("lmc", "max_vl_num", "sm_sl", "subnet_timeout", "init_type_reply")
          .bytes("active_width", "active_speed", "phys_state", "link_layer", "flags")
          .shorts("port_cap_flags2");

  /** {@code struct ibv_values_ex}, with its {@code struct timespec}. */
  public static final Struct CLOCK =
      new Struct("ibv_values_ex")
          .ints("comp_mask")
          .block("raw_clock", 2L * Long.BYTES, Long.BYTES)
          .part("raw_clock.tv_sec", "raw_clock", 0, Long.BYTES)
          .part("raw_clock.tv_nsec", "raw_clock", Long.BYTES, Long.BYTES);

  private DeviceLayouts() {}

  /** All of them. */
  public static List<Struct> all() {
    return List.of(DEVICE, TAGS, EXTENDED_DEVICE, PORT, CLOCK);
  }
}
