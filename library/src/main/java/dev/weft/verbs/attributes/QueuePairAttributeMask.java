package dev.weft.verbs.attributes;

import dev.weft.argument.FlagNames;

/** {@code enum ibv_qp_attr_mask}: which attributes {@code ibv_modify_qp(3)} changes (VQ-43). */
public final class QueuePairAttributeMask {

  /** {@code IBV_QP_STATE}: {@code qp_state}. */
  public static final int STATE = 1;

  /** {@code IBV_QP_CUR_STATE}: {@code cur_qp_state}. */
  public static final int CUR_STATE = 1 << 1;

  /** {@code IBV_QP_EN_SQD_ASYNC_NOTIFY}: {@code en_sqd_async_notify}. */
  public static final int EN_SQD_ASYNC_NOTIFY = 1 << 2;

  /** {@code IBV_QP_ACCESS_FLAGS}: {@code qp_access_flags}. */
  public static final int ACCESS_FLAGS = 1 << 3;

  /** {@code IBV_QP_PKEY_INDEX}: {@code pkey_index}. */
  public static final int PKEY_INDEX = 1 << 4;

  /** {@code IBV_QP_PORT}: {@code port_num}. */
  public static final int PORT = 1 << 5;

  /** {@code IBV_QP_QKEY}: {@code qkey}. */
  public static final int QKEY = 1 << 6;

  /** {@code IBV_QP_AV}: {@code ah_attr}. */
  public static final int AV = 1 << 7;

  /** {@code IBV_QP_PATH_MTU}: {@code path_mtu}. */
  public static final int PATH_MTU = 1 << 8;

  /** {@code IBV_QP_TIMEOUT}: {@code timeout}. */
  public static final int TIMEOUT = 1 << 9;

  /** {@code IBV_QP_RETRY_CNT}: {@code retry_cnt}. */
  public static final int RETRY_CNT = 1 << 10;

  /** {@code IBV_QP_RNR_RETRY}: {@code rnr_retry}. */
  public static final int RNR_RETRY = 1 << 11;

  /** {@code IBV_QP_RQ_PSN}: {@code rq_psn}. */
  public static final int RQ_PSN = 1 << 12;

  /** {@code IBV_QP_MAX_QP_RD_ATOMIC}: {@code max_rd_atomic}. */
  public static final int MAX_QP_RD_ATOMIC = 1 << 13;

  /** {@code IBV_QP_ALT_PATH}: {@code alt_ah_attr}. */
  public static final int ALT_PATH = 1 << 14;

  /** {@code IBV_QP_MIN_RNR_TIMER}: {@code min_rnr_timer}. */
  public static final int MIN_RNR_TIMER = 1 << 15;

  /** {@code IBV_QP_SQ_PSN}: {@code sq_psn}. */
  public static final int SQ_PSN = 1 << 16;

  /** {@code IBV_QP_MAX_DEST_RD_ATOMIC}: {@code max_dest_rd_atomic}. */
  public static final int MAX_DEST_RD_ATOMIC = 1 << 17;

  /** {@code IBV_QP_PATH_MIG_STATE}: {@code path_mig_state}. */
  public static final int PATH_MIG_STATE = 1 << 18;

  /** {@code IBV_QP_CAP}: {@code cap}. */
  public static final int CAP = 1 << 19;

  /** {@code IBV_QP_DEST_QPN}: {@code dest_qp_num}. */
  public static final int DEST_QPN = 1 << 20;

  /** {@code IBV_QP_RATE_LIMIT}: {@code rate_limit}. */
  public static final int RATE_LIMIT = 1 << 25;

  private static final FlagNames NAMES =
      new FlagNames()
          .name(STATE, "IBV_QP_STATE")
          .name(CUR_STATE, "IBV_QP_CUR_STATE")
          .name(EN_SQD_ASYNC_NOTIFY, "IBV_QP_EN_SQD_ASYNC_NOTIFY")
          .name(ACCESS_FLAGS, "IBV_QP_ACCESS_FLAGS")
          .name(PKEY_INDEX, "IBV_QP_PKEY_INDEX")
          .name(PORT, "IBV_QP_PORT")
          .name(QKEY, "IBV_QP_QKEY")
          .name(AV, "IBV_QP_AV")
          .name(PATH_MTU, "IBV_QP_PATH_MTU")
          .name(TIMEOUT, "IBV_QP_TIMEOUT")
          .name(RETRY_CNT, "IBV_QP_RETRY_CNT")
          .name(RNR_RETRY, "IBV_QP_RNR_RETRY")
          .name(RQ_PSN, "IBV_QP_RQ_PSN")
          .name(MAX_QP_RD_ATOMIC, "IBV_QP_MAX_QP_RD_ATOMIC")
          .name(ALT_PATH, "IBV_QP_ALT_PATH")
          .name(MIN_RNR_TIMER, "IBV_QP_MIN_RNR_TIMER")
          .name(SQ_PSN, "IBV_QP_SQ_PSN")
          .name(MAX_DEST_RD_ATOMIC, "IBV_QP_MAX_DEST_RD_ATOMIC")
          .name(PATH_MIG_STATE, "IBV_QP_PATH_MIG_STATE")
          .name(CAP, "IBV_QP_CAP")
          .name(DEST_QPN, "IBV_QP_DEST_QPN")
          .name(RATE_LIMIT, "IBV_QP_RATE_LIMIT");

  private QueuePairAttributeMask() {}

  /**
   * The names of the set bits, {@code IBV_QP_STATE|...}; unknown bits as one hexadecimal number.
   */
  public static String describe(int flags) {
    return NAMES.describe(flags);
  }
}
