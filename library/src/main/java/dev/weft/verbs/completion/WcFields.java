package dev.weft.verbs.completion;

import dev.weft.argument.FlagNames;

/**
 * {@code enum ibv_create_cq_wc_flags}: optional fields that an extended queue stores (VX-02 to
 * VX-04, VP-30).
 */
public final class WcFields {

  /** {@code IBV_WC_EX_WITH_BYTE_LEN}: {@code byte_len}. */
  public static final long BYTE_LEN = 1;

  /** {@code IBV_WC_EX_WITH_IMM}: {@code imm_data} and {@code invalidated_rkey} (VP-32). */
  public static final long IMM = 1 << 1;

  /** {@code IBV_WC_EX_WITH_QP_NUM}: {@code qp_num}. */
  public static final long QP_NUM = 1 << 2;

  /** {@code IBV_WC_EX_WITH_SRC_QP}: {@code src_qp}. */
  public static final long SRC_QP = 1 << 3;

  /** {@code IBV_WC_EX_WITH_SLID}: {@code slid}. */
  public static final long SLID = 1 << 4;

  /** {@code IBV_WC_EX_WITH_SL}: {@code sl}. */
  public static final long SL = 1 << 5;

  /** {@code IBV_WC_EX_WITH_DLID_PATH_BITS}: {@code dlid_path_bits}. */
  public static final long DLID_PATH_BITS = 1 << 6;

  /** {@code IBV_WC_EX_WITH_COMPLETION_TIMESTAMP}: {@code completion_ts}, in device ticks. */
  public static final long COMPLETION_TIMESTAMP = 1 << 7;

  /** {@code IBV_WC_EX_WITH_CVLAN}: {@code cvlan}. */
  public static final long CVLAN = 1 << 8;

  /** {@code IBV_WC_EX_WITH_FLOW_TAG}: {@code flow_tag}. */
  public static final long FLOW_TAG = 1 << 9;

  /** {@code IBV_WC_EX_WITH_TM_INFO}: {@code tm_info}. */
  public static final long TM_INFO = 1 << 10;

  /** {@code IBV_WC_EX_WITH_COMPLETION_TIMESTAMP_WALLCLOCK}: {@code completion_wallclock_ns}. */
  public static final long COMPLETION_TIMESTAMP_WALLCLOCK = 1 << 11;

  /** {@code IBV_WC_STANDARD_FLAGS}: the fields of {@code struct ibv_wc}. */
  public static final long STANDARD = 0x7F;

  /** All fields that C defines. */
  public static final long ALL = 0xFFF;

  /** Freed resource count of reliable datagrams, an extension beyond C's bits (VE-20). */
  public static final long FREED_RESOURCE_COUNT = 1L << 32;

  /** Local end-to-end context of reliable datagrams, an extension beyond C's bits (VE-20). */
  public static final long END_TO_END_CONTEXT = 1L << 33;

  /** All fields that the InfiniBand architecture has and C does not. */
  public static final long EXTENSIONS = FREED_RESOURCE_COUNT | END_TO_END_CONTEXT;

  private static final FlagNames NAMES =
      new FlagNames()
          .name(BYTE_LEN, "IBV_WC_EX_WITH_BYTE_LEN")
          .name(IMM, "IBV_WC_EX_WITH_IMM")
          .name(QP_NUM, "IBV_WC_EX_WITH_QP_NUM")
          .name(SRC_QP, "IBV_WC_EX_WITH_SRC_QP")
          .name(SLID, "IBV_WC_EX_WITH_SLID")
          .name(SL, "IBV_WC_EX_WITH_SL")
          .name(DLID_PATH_BITS, "IBV_WC_EX_WITH_DLID_PATH_BITS")
          .name(COMPLETION_TIMESTAMP, "IBV_WC_EX_WITH_COMPLETION_TIMESTAMP")
          .name(CVLAN, "IBV_WC_EX_WITH_CVLAN")
          .name(FLOW_TAG, "IBV_WC_EX_WITH_FLOW_TAG")
          .name(TM_INFO, "IBV_WC_EX_WITH_TM_INFO")
          .name(COMPLETION_TIMESTAMP_WALLCLOCK, "IBV_WC_EX_WITH_COMPLETION_TIMESTAMP_WALLCLOCK")
          .name(FREED_RESOURCE_COUNT, "FREED_RESOURCE_COUNT")
          .name(END_TO_END_CONTEXT, "END_TO_END_CONTEXT");

  private WcFields() {}

  /**
   * The names of the set bits, {@code IBV_WC_EX_WITH_BYTE_LEN|...}; unknown bits as one hexadecimal
   * number.
   */
  public static String describe(long flags) {
    return NAMES.describe(flags);
  }
}
