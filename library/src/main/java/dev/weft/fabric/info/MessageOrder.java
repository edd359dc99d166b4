package dev.weft.fabric.info;

import dev.weft.argument.FlagNames;

/**
 * Which later operations may not overtake which earlier ones ({@code fi_tx_attr.msg_order}).
 *
 * <p>{@code ORDER_XAY}: X is seen by the target after an earlier Y. R and W stand for RMA and
 * atomic reads and writes, S for sends.
 *
 * <p>The software providers guarantee {@link #SAS} always, and between accesses of memory, and
 * messages behind them ({@link #SAW}, {@link #SAR}), what the hints request. They do not offer
 * {@link #RAS} and {@link #WAS}. Where an order is requested, a call that posts returns {@code
 * -FI_EAGAIN} while an earlier operation that it must not overtake is under way to that peer.
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

  /** {@code FI_ORDER_RMA_RAR}: RMA reads after RMA reads; {@link #RAR} without atomics. */
  public static final long RMA_RAR = 1L << 32;

  /** {@code FI_ORDER_RMA_RAW}: RMA reads after RMA writes. */
  public static final long RMA_RAW = 1L << 33;

  /** {@code FI_ORDER_RMA_WAR}: RMA writes after RMA reads. */
  public static final long RMA_WAR = 1L << 34;

  /** {@code FI_ORDER_RMA_WAW}: RMA writes after RMA writes. */
  public static final long RMA_WAW = 1L << 35;

  /** {@code FI_ORDER_ATOMIC_RAR}: atomic reads after atomic reads; {@link #RAR} without RMA. */
  public static final long ATOMIC_RAR = 1L << 36;

  /** {@code FI_ORDER_ATOMIC_RAW}: atomic reads after atomic writes. */
  public static final long ATOMIC_RAW = 1L << 37;

  /** {@code FI_ORDER_ATOMIC_WAR}: atomic writes after atomic reads. */
  public static final long ATOMIC_WAR = 1L << 38;

  /** {@code FI_ORDER_ATOMIC_WAW}: atomic writes after atomic writes. */
  public static final long ATOMIC_WAW = 1L << 39;

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
          .name(DATA, "FI_ORDER_DATA")
          .name(RMA_RAR, "FI_ORDER_RMA_RAR")
          .name(RMA_RAW, "FI_ORDER_RMA_RAW")
          .name(RMA_WAR, "FI_ORDER_RMA_WAR")
          .name(RMA_WAW, "FI_ORDER_RMA_WAW")
          .name(ATOMIC_RAR, "FI_ORDER_ATOMIC_RAR")
          .name(ATOMIC_RAW, "FI_ORDER_ATOMIC_RAW")
          .name(ATOMIC_WAR, "FI_ORDER_ATOMIC_WAR")
          .name(ATOMIC_WAW, "FI_ORDER_ATOMIC_WAW");

  private MessageOrder() {}

  /** The names of the set bits, {@code FI_ORDER_RAR|...}; unknown bits as a hexadecimal number. */
  public static String describe(long flags) {
    return NAMES.describe(flags);
  }
}
