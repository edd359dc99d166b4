package dev.weft.ffm.layout;

import java.util.List;

/**
 * The tables of functions of libfabric's objects, as of 1.17. The data calls of libfabric are
 * inline functions without a symbol; they exist as members of these tables only.
 */
public final class OpsLayouts {
  /** {@code struct fi_ops}: what every object can do. */
  public static final Struct OBJECT =
      Struct.table("fi_ops", "close", "bind", "control", "ops_open", "tostr", "ops_set");

  /** {@code struct fi_ops_fabric}. */
  public static final Struct FABRIC =
      Struct.table(
          "fi_ops_fabric", "domain", "passive_ep", "eq_open", "wait_open", "trywait", "domain2");

  /** {@code struct fi_ops_domain}. */
  public static final Struct DOMAIN =
      Struct.table("fi_ops_domain", "av_open", "cq_open", "endpoint", "scalable_ep", "cntr_open")
          .words("poll_open", "stx_ctx", "srx_ctx", "query_atomic", "query_collective")
          .words("endpoint2");

  /** {@code struct fi_ops_mr}. */
  public static final Struct MEMORY_REGION = Struct.table("fi_ops_mr", "reg", "regv", "regattr");

  /** {@code struct fi_ops_cq}. */
  public static final Struct COMPLETION_QUEUE =
      Struct.table("fi_ops_cq", "read", "readfrom", "readerr", "sread", "sreadfrom")
          .words("signal", "strerror");

  /** {@code struct fi_ops_cntr}. */
  public static final Struct COUNTER =
      Struct.table("fi_ops_cntr", "read", "readerr", "add", "set", "wait", "adderr", "seterr");

  /** {@code struct fi_ops_eq}. */
  public static final Struct EVENT_QUEUE =
      Struct.table("fi_ops_eq", "read", "readerr", "write", "sread", "strerror");

  /** {@code struct fi_ops_av}. */
  public static final Struct ADDRESS_VECTOR =
      Struct.table("fi_ops_av", "insert", "insertsvc", "insertsym", "remove", "lookup")
          .words("straddr", "av_set");

  /** {@code struct fi_ops_ep}. */
  public static final Struct ENDPOINT =
      Struct.table("fi_ops_ep", "cancel", "getopt", "setopt", "tx_ctx", "rx_ctx")
          .words("rx_size_left", "tx_size_left");

  /** {@code struct fi_ops_cm}. */
  public static final Struct CONNECTION =
      Struct.table("fi_ops_cm", "setname", "getname", "getpeer", "connect", "listen", "accept")
          .words("reject", "shutdown", "join");

  /** {@code struct fi_ops_msg}. */
  public static final Struct MESSAGE =
      Struct.table("fi_ops_msg", "recv", "recvv", "recvmsg", "send", "sendv", "sendmsg")
          .words("inject", "senddata", "injectdata");

  /** {@code struct fi_ops_tagged}. */
  public static final Struct TAGGED =
      Struct.table("fi_ops_tagged", "recv", "recvv", "recvmsg", "send", "sendv", "sendmsg")
          .words("inject", "senddata", "injectdata");

  /** {@code struct fi_ops_rma}. */
  public static final Struct RMA =
      Struct.table("fi_ops_rma", "read", "readv", "readmsg", "write", "writev", "writemsg")
          .words("inject", "writedata", "injectdata");

  /** {@code struct fi_ops_atomic}. */
  public static final Struct ATOMIC =
      Struct.table("fi_ops_atomic", "write", "writev", "writemsg", "inject")
          .words("readwrite", "readwritev", "readwritemsg")
          .words("compwrite", "compwritev", "compwritemsg")
          .words("writevalid", "readwritevalid", "compwritevalid");

  /** {@code struct fi_ops_poll}. */
  public static final Struct POLL_SET = Struct.table("fi_ops_poll", "poll", "poll_add", "poll_del");

  /** {@code struct fi_ops_wait}. */
  public static final Struct WAIT_SET = Struct.table("fi_ops_wait", "wait");

  private OpsLayouts() {}

  /** All of them. */
  public static List<Struct> all() {
    return List.of(
        OBJECT,
        FABRIC,
        DOMAIN,
        MEMORY_REGION,
        COMPLETION_QUEUE,
        COUNTER,
        EVENT_QUEUE,
        ADDRESS_VECTOR,
        ENDPOINT,
        CONNECTION,
        MESSAGE,
        TAGGED,
        RMA,
        ATOMIC,
        POLL_SET,
        WAIT_SET);
  }
}
