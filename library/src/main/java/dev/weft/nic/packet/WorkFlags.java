package dev.weft.nic.packet;

/** {@code enum ibv_send_flags} and {@code enum ibv_wc_flags}. */
public final class WorkFlags {
  public static final int FENCE = 1;
  public static final int SIGNALED = 2;
  public static final int SOLICITED = 4;
  public static final int INLINE = 8;

  /** Not of the API: the peer has got the address of the data. */
  public static final int ADDRESSED = 16;

  /** All supported flags of a send request, that is without {@code IBV_SEND_IP_CSUM}. */
  public static final int OF_SENDS = FENCE | SIGNALED | SOLICITED | INLINE;

  /** {@code IBV_WC_GRH}. */
  public static final int HAS_ROUTE_HEADER = 1;

  /** {@code IBV_WC_WITH_IMM}. */
  public static final int HAS_IMMEDIATE = 2;

  /** {@code IBV_WC_WITH_INV}. */
  public static final int HAS_INVALIDATED = 8;

  /** {@code IBV_WC_TM_SYNC_REQ}. */
  public static final int TAG_SYNCHRONIZATION = 16;

  /** {@code IBV_WC_TM_MATCH}. */
  public static final int TAG_MATCH = 32;

  /** {@code IBV_WC_TM_DATA_VALID}. */
  public static final int TAG_DATA_VALID = 64;

  private WorkFlags() {}
}
