package dev.weft.ffm.layout;

import java.util.List;

/** The structs that calls take: attributes of objects, messages and entries. */
public final class CallLayouts {
  /** {@code struct fi_cq_attr}. */
  public static final Struct COMPLETION_QUEUE =
      new Struct("fi_cq_attr")
          .words("size", "flags")
          .ints("format", "wait_obj", "signaling_vector", "wait_cond")
          .words("wait_set");

  /** {@code struct fi_cntr_attr}. */
  public static final Struct COUNTER =
      new Struct("fi_cntr_attr").ints("events", "wait_obj").words("wait_set", "flags");

  /** {@code struct fi_eq_attr}. */
  public static final Struct EVENT_QUEUE =
      new Struct("fi_eq_attr")
          .words("size", "flags")
          .ints("wait_obj", "signaling_vector")
          .words("wait_set");

  /** {@code struct fi_av_attr}. */
  public static final Struct ADDRESS_VECTOR =
      new Struct("fi_av_attr")
          .ints("type", "rx_ctx_bits")
          .words("count", "ep_per_node", "name", "map_addr", "flags");

  /** {@code struct fi_alias}. */
  public static final Struct ALIAS = new Struct("fi_alias").words("fid", "flags");

  /** {@code struct iovec}. */
  public static final Struct IO_VECTOR = new Struct("iovec").words("iov_base", "iov_len");

  /** {@code struct fi_msg}. */
  public static final Struct MESSAGE =
      new Struct("fi_msg").words("msg_iov", "desc", "iov_count", "addr", "context", "data");

  /** {@code struct fi_msg_tagged}. */
  public static final Struct TAGGED_MESSAGE =
      new Struct("fi_msg_tagged")
          .words("msg_iov", "desc", "iov_count", "addr", "tag", "ignore", "context", "data");

  /** {@code struct fi_msg_rma}. */
  public static final Struct RMA_MESSAGE =
      new Struct("fi_msg_rma")
          .words("msg_iov", "desc", "iov_count", "addr", "rma_iov", "rma_iov_count")
          .words("context", "data");

  /** {@code struct fi_rma_iov}. */
  public static final Struct RMA_IO_VECTOR = new Struct("fi_rma_iov").words("addr", "len", "key");

  /** {@code struct fi_msg_atomic}. */
  public static final Struct ATOMIC_MESSAGE =
      new Struct("fi_msg_atomic")
          .words("msg_iov", "desc", "iov_count", "addr", "rma_iov", "rma_iov_count")
          .ints("datatype", "op")
          .words("context", "data");

  /** {@code struct fi_ioc}. */
  public static final Struct ATOMIC_IO_VECTOR = new Struct("fi_ioc").words("addr", "count");

  /** {@code struct fi_rma_ioc}. */
  public static final Struct ATOMIC_RMA_IO_VECTOR =
      new Struct("fi_rma_ioc").words("addr", "count", "key");

  /** {@code struct fi_atomic_attr}. */
  public static final Struct ATOMIC_LIMITS = new Struct("fi_atomic_attr").words("count", "size");

  /** {@code struct fi_wait_pollfd}. */
  public static final Struct POLL_WAIT =
      new Struct("fi_wait_pollfd").words("change_index", "nfds", "fd");

  /** {@code struct fi_cq_tagged_entry}; the entries of other formats are its first members. */
  public static final Struct TAGGED_ENTRY =
      new Struct("fi_cq_tagged_entry").words("op_context", "flags", "len", "buf", "data", "tag");

  /** {@code struct fi_cq_err_entry}, as of 1.17. */
  public static final Struct ERROR_ENTRY =
      new Struct("fi_cq_err_entry")
          .words("op_context", "flags", "len", "buf", "data", "tag", "olen")
          .ints("err", "prov_errno")
          .words("err_data", "err_data_size");

  /** {@code struct fi_eq_entry}. */
  public static final Struct EVENT_ENTRY =
      new Struct("fi_eq_entry").words("fid", "context", "data");

  /** {@code struct fi_eq_cm_entry}, whose connection data follow it. */
  public static final Struct CONNECTION_ENTRY = new Struct("fi_eq_cm_entry").words("fid", "info");

  /** {@code struct fi_eq_err_entry}. */
  public static final Struct ERROR_EVENT =
      new Struct("fi_eq_err_entry")
          .words("fid", "context", "data")
          .ints("err", "prov_errno")
          .words("err_data", "err_data_size");

  private CallLayouts() {}

  /** All of them. */
  public static List<Struct> all() {
    return List.of(
        COMPLETION_QUEUE,
        COUNTER,
        EVENT_QUEUE,
        ADDRESS_VECTOR,
        ALIAS,
        IO_VECTOR,
        MESSAGE,
        TAGGED_MESSAGE,
        RMA_MESSAGE,
        RMA_IO_VECTOR,
        ATOMIC_MESSAGE,
        ATOMIC_IO_VECTOR,
        ATOMIC_RMA_IO_VECTOR,
        ATOMIC_LIMITS,
        POLL_WAIT,
        TAGGED_ENTRY,
        ERROR_ENTRY,
        EVENT_ENTRY,
        CONNECTION_ENTRY,
        ERROR_EVENT);
  }
}
