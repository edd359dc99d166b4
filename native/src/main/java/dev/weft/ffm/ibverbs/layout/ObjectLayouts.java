package dev.weft.ffm.ibverbs.layout;

import dev.weft.ffm.layout.Struct;
import java.util.List;

/** The objects of libibverbs, as far as programs in C read them, and their tables of functions. */
public final class ObjectLayouts {
  /** {@code sizeof(pthread_mutex_t)} of glibc. */
  private static final long MUTEX_BYTES = System.getProperty("os.arch").equals("amd64") ? 40 : 48;

  /** {@code sizeof(pthread_cond_t)} of glibc. */
  private static final long CONDITION_BYTES = 48;

  /** {@code struct ibv_context_ops}: the functions that C calls inline. */
  public static final Struct FUNCTIONS =
      new Struct("ibv_context_ops")
          .words("_compat_query_device", "_compat_query_port", "_compat_alloc_pd")
          .words("_compat_dealloc_pd", "_compat_reg_mr", "_compat_rereg_mr", "_compat_dereg_mr")
          .words("alloc_mw", "bind_mw", "dealloc_mw", "_compat_create_cq", "poll_cq")
          .words("req_notify_cq", "_compat_cq_event", "_compat_resize_cq", "_compat_destroy_cq")
          .words("_compat_create_srq", "_compat_modify_srq", "_compat_query_srq")
          .words("_compat_destroy_srq", "post_srq_recv", "_compat_create_qp", "_compat_query_qp")
          .words("_compat_modify_qp", "_compat_destroy_qp", "post_send", "post_recv")
          .words("_compat_create_ah", "_compat_destroy_ah", "_compat_attach_mcast")
          .words("_compat_detach_mcast", "_compat_async_event");

  /** {@code struct ibv_context}. */
  public static final Struct CONTEXT =
      new Struct("ibv_context")
          .words("device")
          .struct("ops", FUNCTIONS)
          .ints("cmd_fd", "async_fd", "num_comp_vectors")
          .block("mutex", MUTEX_BYTES, Long.BYTES)
          .words("abi_compat");

  /** {@code struct verbs_context}, which surrounds a context that has extended functions. */
  public static final Struct EXTENDED_CONTEXT =
      new Struct("verbs_context")
          .words("query_port", "advise_mr", "alloc_null_mr", "read_counters")
          .words("attach_counters_point_flow", "create_counters", "destroy_counters", "reg_dm_mr")
          .words("alloc_dm", "free_dm", "modify_flow_action_esp", "destroy_flow_action")
          .words("create_flow_action_esp", "modify_qp_rate_limit", "alloc_parent_domain")
          .words("dealloc_td", "alloc_td", "modify_cq", "post_srq_ops", "destroy_rwq_ind_table")
          .words("create_rwq_ind_table", "destroy_wq", "modify_wq", "create_wq")
          .words("query_rt_values", "create_cq_ex", "priv", "query_device_ex", "ibv_destroy_flow")
          .words("ABI_placeholder2", "ibv_create_flow", "ABI_placeholder1", "open_qp")
          .words("create_qp_ex", "get_srq_num", "create_srq_ex", "open_xrcd", "close_xrcd")
          .words("_ABI_placeholder3", "sz")
          .struct("context", CONTEXT);

  /** {@code struct ibv_pd}. */
  public static final Struct DOMAIN = new Struct("ibv_pd").words("context").ints("handle");

  /** {@code struct ibv_mr}. */
  public static final Struct REGION =
      new Struct("ibv_mr").words("context", "pd", "addr", "length").ints("handle", "lkey", "rkey");

  /** {@code struct ibv_mw}. */
  public static final Struct WINDOW =
      new Struct("ibv_mw").words("context", "pd").ints("rkey", "handle", "type");

  /** {@code struct ibv_comp_channel}. */
  public static final Struct CHANNEL =
      new Struct("ibv_comp_channel").words("context").ints("fd", "refcnt");

  /** {@code struct ibv_cq}. */
  public static final Struct COMPLETION_QUEUE = completionQueue("ibv_cq");

  /** {@code struct ibv_cq_ex}. */
  public static final Struct EXTENDED_QUEUE =
      completionQueue("ibv_cq_ex")
          .ints("comp_mask", "status")
          .words("wr_id", "start_poll", "next_poll", "end_poll", "read_opcode")
          .words("read_vendor_err", "read_byte_len", "read_imm_data", "read_qp_num")
          .words("read_src_qp", "read_wc_flags", "read_slid", "read_sl", "read_dlid_path_bits")
          .words("read_completion_ts", "read_cvlan", "read_flow_tag", "read_tm_info")
          .words("read_completion_wallclock_ns");

  /** {@code struct ibv_qp}. */
  public static final Struct QUEUE_PAIR =
      new Struct("ibv_qp")
          .words("context", "qp_context", "pd", "send_cq", "recv_cq", "srq")
          .ints("handle", "qp_num", "state", "qp_type")
          .block("mutex", MUTEX_BYTES, Long.BYTES)
          .block("cond", CONDITION_BYTES, Long.BYTES)
          .ints("events_completed");

  /** {@code struct ibv_qp_ex}: its functions build requests. */
  public static final Struct EXTENDED_PAIR =
      new Struct("ibv_qp_ex")
          .struct("qp_base", QUEUE_PAIR)
          .words("comp_mask", "wr_id")
          .ints("wr_flags")
          .words("wr_atomic_cmp_swp", "wr_atomic_fetch_add", "wr_bind_mw", "wr_local_inv")
          .words("wr_rdma_read", "wr_rdma_write", "wr_rdma_write_imm", "wr_send", "wr_send_imm")
          .words("wr_send_inv", "wr_send_tso", "wr_set_ud_addr", "wr_set_xrc_srqn")
          .words("wr_set_inline_data", "wr_set_inline_data_list", "wr_set_sge")
          .words("wr_set_sge_list", "wr_start", "wr_complete", "wr_abort")
          .words("wr_atomic_write");

  /** {@code struct ibv_async_event}. */
  public static final Struct ASYNC_EVENT =
      new Struct("ibv_async_event").words("element").ints("event_type");

  private ObjectLayouts() {}

  private static Struct completionQueue(String name) {
    return new Struct(name)
        .words("context", "channel", "cq_context")
        .ints("handle", "cqe")
        .block("mutex", MUTEX_BYTES, Long.BYTES)
        .block("cond", CONDITION_BYTES, Long.BYTES)
        .ints("comp_events_completed", "async_events_completed");
  }

  /** All of them. */
  public static List<Struct> all() {
    return List.of(
        FUNCTIONS,
        CONTEXT,
        EXTENDED_CONTEXT,
        DOMAIN,
        REGION,
        WINDOW,
        CHANNEL,
        COMPLETION_QUEUE,
        EXTENDED_QUEUE,
        QUEUE_PAIR,
        EXTENDED_PAIR,
        ASYNC_EVENT);
  }
}
