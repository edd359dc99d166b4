package dev.weft.verbs.completion;

import dev.weft.argument.FlagNames;

/** {@code enum ibv_wc_flags}: additional properties of a completion (VP-14, VE-09). */
public final class WcFlags {

  /** {@code IBV_WC_GRH}: the first 40 bytes of the buffers hold the global route header (VE-12). */
  public static final int GRH = 1;

  /** {@code IBV_WC_WITH_IMM}: immediate data is valid (VP-14). */
  public static final int WITH_IMM = 1 << 1;

  /** {@code IBV_WC_IP_CSUM_OK}: the checksums were correct (VE-21). */
  public static final int IP_CSUM_OK = 1 << 2;

  /** {@code IBV_WC_WITH_INV}: the invalidated key is valid (VP-15). */
  public static final int WITH_INV = 1 << 3;

  /** {@code IBV_WC_TM_SYNC_REQ}: the device asks for a tag list synchronisation (VQ-48). */
  public static final int TM_SYNC_REQ = 1 << 4;

  /**
   * {@code IBV_WC_TM_MATCH}: the message matched a tag (VQ-47). A message that comes in several
   * frames, above some 8 KiB or by rendezvous, has a completion with this flag alone, and later one
   * of the same {@code wr_id} with {@link #TM_DATA_VALID}: the buffer is in use until then.
   */
  public static final int TM_MATCH = 1 << 5;

  /** {@code IBV_WC_TM_DATA_VALID}: the data is in the buffer (VQ-47). */
  public static final int TM_DATA_VALID = 1 << 6;

  private static final FlagNames NAMES =
      new FlagNames()
          .name(GRH, "IBV_WC_GRH")
          .name(WITH_IMM, "IBV_WC_WITH_IMM")
          .name(IP_CSUM_OK, "IBV_WC_IP_CSUM_OK")
          .name(WITH_INV, "IBV_WC_WITH_INV")
          .name(TM_SYNC_REQ, "IBV_WC_TM_SYNC_REQ")
          .name(TM_MATCH, "IBV_WC_TM_MATCH")
          .name(TM_DATA_VALID, "IBV_WC_TM_DATA_VALID");

  private WcFlags() {}

  /** The names of the set bits, {@code IBV_WC_GRH|...}; unknown bits as one hexadecimal number. */
  public static String describe(int flags) {
    return NAMES.describe(flags);
  }
}
