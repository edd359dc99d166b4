package dev.weft.fabric.info;

import dev.weft.argument.FlagNames;

/**
 * Which later operations may not overtake which earlier ones ({@code fi_tx_attr.msg_order}).
 *
 * <p>{@code ORDER_XAY}: X is seen by the target after an earlier Y. R and W stand for RMA and
 * atomic reads and writes, S for sends.
 */
public final class MessageOrder {

  /** {@code FI_ORDER_RAR}: reads after reads. */
  public static final long RAR = 1L << 0;

  /** {@code FI_ORDER_RAW}: reads after writes. */
  public static final long RAW = 1L << 1;

  /** {@code FI_ORDER_RAS}: reads after sends. */
  public static final long RAS = 1L << 2;

  /** {@code FI_ORDER_WAR}: writes after reads. */
  public static final long WAR = 1L << 3;

  /** {@code FI_ORDER_WAW}: writes after writes. */
  public static final long WAW = 1L << 4;

  /** {@code FI_ORDER_WAS}: writes after sends. */
  public static final long WAS = 1L << 5;

  /** {@code FI_ORDER_SAR}: sends after reads. */
  public static final long SAR = 1L << 6;

  /** {@code FI_ORDER_SAW}: sends after writes. */
  public static final long SAW = 1L << 7;

  /** {@code FI_ORDER_SAS}: sends after sends. */
  public static final long SAS = 1L << 8;

  /**
   * {@code FI_ORDER_DATA}: the bytes of one transfer arrive in order (completion order, deprecated
   * in C).
   */
  public static final long DATA = 1L << 16;

  /** {@code FI_ORDER_NONE}: no order is guaranteed. */
  public static final long NONE = 0;

  /** {@code FI_ORDER_STRICT}: everything in the order it was posted. */
  public static final long STRICT = 0x1FF;

  private static final FlagNames NAMES =
      new FlagNames()
          .name(RAR, "FI_ORDER_RAR")
          .name(RAW, "FI_ORDER_RAW")
          .name(RAS, "FI_ORDER_RAS")
          .name(WAR, "FI_ORDER_WAR")
          .name(WAW, "FI_ORDER_WAW")
          .name(WAS, "FI_ORDER_WAS")
          .name(SAR, "FI_ORDER_SAR")
          .name(SAW, "FI_ORDER_SAW")
          .name(SAS, "FI_ORDER_SAS")
          .name(DATA, "FI_ORDER_DATA");

  private MessageOrder() {}

  /** The names of the set bits, {@code FI_ORDER_RAR|...}; unknown bits as a hexadecimal number. */
  public static String describe(long flags) {
    return NAMES.describe(flags);
  }
}
