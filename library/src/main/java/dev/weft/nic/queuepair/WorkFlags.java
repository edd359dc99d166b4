package dev.weft.nic.queuepair;

/** {@code enum ibv_send_flags} and {@code enum ibv_wc_flags}. */
final class WorkFlags {
  static final int FENCE = 1;
  static final int SIGNALED = 2;
  static final int SOLICITED = 4;
  static final int INLINE = 8;

  /** All supported flags of a send request, that is without {@code IBV_SEND_IP_CSUM}. */
  static final int OF_SENDS = FENCE | SIGNALED | SOLICITED | INLINE;

  /** {@code IBV_WC_GRH}. */
  static final int HAS_ROUTE_HEADER = 1;

  /** {@code IBV_WC_WITH_IMM}. */
  static final int HAS_IMMEDIATE = 2;

  /** {@code IBV_WC_WITH_INV}. */
  static final int HAS_INVALIDATED = 8;

  /** {@code IBV_WC_TM_SYNC_REQ}. */
  static final int TAG_SYNCHRONIZATION = 16;

  /** {@code IBV_WC_TM_MATCH}. */
  static final int TAG_MATCH = 32;

  /** {@code IBV_WC_TM_DATA_VALID}. */
  static final int TAG_DATA_VALID = 64;

  private WorkFlags() {}
}
