package dev.weft.ffm.ibverbs.layout;

import dev.weft.ffm.layout.Struct;
import java.util.List;

/** The attributes with which objects are created and changed. */
public final class AttributeLayouts {
  /** {@code sizeof(union ibv_gid)}. */
  private static final long GID_BYTES = 16;

  /** {@code struct ibv_global_route}. */
  public static final Struct ROUTE =
      new Struct("ibv_global_route")
          .block("dgid", GID_BYTES, Long.BYTES)
          .ints("flow_label")
          .bytes("sgid_index", "hop_limit", "traffic_class");

  /** {@code struct ibv_ah_attr}. */
  public static final Struct PATH =
      new Struct("ibv_ah_attr")
          .struct("grh", ROUTE)
          .shorts("dlid")
          .bytes("sl", "src_path_bits", "static_rate", "is_global", "port_num");

  /** {@code struct ibv_cq_init_attr_ex}. */
  public static final Struct COMPLETION_QUEUE =
      new Struct("ibv_cq_init_attr_ex")
          .ints("cqe")
          .words("cq_context", "channel")
          .ints("comp_vector")
          .words("wc_flags")
          .ints("comp_mask", "flags")
          .words("parent_domain");

  /** {@code struct ibv_modify_cq_attr}. */
  public static final Struct MODERATION =
      new Struct("ibv_modify_cq_attr")
          .ints("attr_mask")
          .block("moderate", Integer.BYTES, Short.BYTES)
          .part("moderate.cq_count", "moderate", 0, Short.BYTES)
          .part("moderate.cq_period", "moderate", Short.BYTES, Short.BYTES);

  /** {@code struct ibv_poll_cq_attr}. */
  public static final Struct POLL = new Struct("ibv_poll_cq_attr").ints("comp_mask");

  /** {@code struct ibv_wc_tm_info}. */
  public static final Struct TAG = new Struct("ibv_wc_tm_info").words("tag").ints("priv");

  /** {@code struct ibv_srq_attr}. */
  public static final Struct SHARED_QUEUE =
      new Struct("ibv_srq_attr").ints("max_wr", "max_sge", "srq_limit");

  /** {@code struct ibv_srq_init_attr}. */
  public static final Struct SHARED_QUEUE_INIT =
      new Struct("ibv_srq_init_attr").words("srq_context").struct("attr", SHARED_QUEUE);

  /** {@code struct ibv_qp_cap}. */
  public static final Struct CAPACITIES =
      new Struct("ibv_qp_cap")
          .ints("max_send_wr", "max_recv_wr", "max_send_sge", "max_recv_sge", "max_inline_data");

  /** {@code struct ibv_qp_init_attr}. */
  public static final Struct PAIR_INIT = pairInit("ibv_qp_init_attr");

  /** {@code sizeof(struct ibv_rx_hash_conf)}: not used. */
  private static final long HASH_BYTES = 24;

  /** {@code struct ibv_qp_init_attr_ex}. */
  public static final Struct EXTENDED_PAIR_INIT =
      pairInit("ibv_qp_init_attr_ex")
          .ints("comp_mask")
          .words("pd", "xrcd")
          .ints("create_flags")
          .shorts("max_tso_header")
          .words("rwq_ind_tbl")
          .block("rx_hash_conf", HASH_BYTES, Long.BYTES)
          .ints("source_qpn")
          .words("send_ops_flags");

  /** {@code struct ibv_qp_attr}. */
  public static final Struct PAIR =
      new Struct("ibv_qp_attr")
          .ints("qp_state", "cur_qp_state", "path_mtu", "path_mig_state", "qkey", "rq_psn")
          .ints("sq_psn", "dest_qp_num", "qp_access_flags")
          .struct("cap", CAPACITIES)
          .struct("ah_attr", PATH)
          .struct("alt_ah_attr", PATH)
          .shorts("pkey_index", "alt_pkey_index")
          .bytes("en_sqd_async_notify", "sq_draining", "max_rd_atomic", "max_dest_rd_atomic")
          .bytes("min_rnr_timer", "port_num", "timeout", "retry_cnt", "rnr_retry")
          .bytes("alt_port_num", "alt_timeout")
          .ints("rate_limit");

  private AttributeLayouts() {}

  private static Struct pairInit(String name) {
    return new Struct(name)
        .words("qp_context", "send_cq", "recv_cq", "srq")
        .struct("cap", CAPACITIES)
        .ints("qp_type", "sq_sig_all");
  }

  /** All of them. */
  public static List<Struct> all() {
    return List.of(
        ROUTE,
        PATH,
        COMPLETION_QUEUE,
        MODERATION,
        POLL,
        TAG,
        SHARED_QUEUE,
        SHARED_QUEUE_INIT,
        CAPACITIES,
        PAIR_INIT,
        EXTENDED_PAIR_INIT,
        PAIR);
  }
}
