package dev.weft.ffm.layout;

import java.util.List;

/**
 * {@code struct fi_info} and its attributes, as of libfabric 1.17. Later releases append members;
 * the structs are allocated by the library, so that their real size is always right.
 */
public final class InfoLayouts {
  /** {@code struct fi_info}. */
  public static final Struct INFO =
      new Struct("fi_info")
          .words("next", "caps", "mode")
          .ints("addr_format")
          .words("src_addrlen", "dest_addrlen", "src_addr", "dest_addr", "handle")
          .words("tx_attr", "rx_attr", "ep_attr", "domain_attr", "fabric_attr", "nic");

  /** {@code struct fi_tx_attr}. */
  public static final Struct TRANSMIT =
      new Struct("fi_tx_attr")
          .words("caps", "mode", "op_flags", "msg_order", "comp_order", "inject_size", "size")
          .words("iov_limit", "rma_iov_limit")
          .ints("tclass");

  /** {@code struct fi_rx_attr}. */
  public static final Struct RECEIVE =
      new Struct("fi_rx_attr")
          .words("caps", "mode", "op_flags", "msg_order", "comp_order")
          .words("total_buffered_recv", "size", "iov_limit");

  /** {@code struct fi_ep_attr}. */
  public static final Struct ENDPOINT =
      new Struct("fi_ep_attr")
          .ints("type", "protocol", "protocol_version")
          .words("max_msg_size", "msg_prefix_size")
          .words("max_order_raw_size", "max_order_war_size", "max_order_waw_size")
          .words("mem_tag_format", "tx_ctx_cnt", "rx_ctx_cnt", "auth_key_size", "auth_key");

  /** {@code struct fi_domain_attr}. */
  public static final Struct DOMAIN =
      new Struct("fi_domain_attr")
          .words("domain", "name")
          .ints("threading", "control_progress", "data_progress", "resource_mgmt")
          .ints("av_type", "mr_mode")
          .words("mr_key_size", "cq_data_size", "cq_cnt", "ep_cnt", "tx_ctx_cnt", "rx_ctx_cnt")
          .words("max_ep_tx_ctx", "max_ep_rx_ctx", "max_ep_stx_ctx", "max_ep_srx_ctx")
          .words("cntr_cnt", "mr_iov_limit", "caps", "mode", "auth_key", "auth_key_size")
          .words("max_err_data", "mr_cnt")
          .ints("tclass");

  /** {@code struct fi_fabric_attr}. */
  public static final Struct FABRIC =
      new Struct("fi_fabric_attr")
          .words("fabric", "name", "prov_name")
          .ints("prov_version", "api_version");

  private InfoLayouts() {}

  /** All of them. */
  public static List<Struct> all() {
    return List.of(INFO, TRANSMIT, RECEIVE, ENDPOINT, DOMAIN, FABRIC);
  }
}
