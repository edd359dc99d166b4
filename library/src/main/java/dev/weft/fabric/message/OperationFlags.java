package dev.weft.fabric.message;

import dev.weft.argument.FlagNames;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.ModeBits;

/**
 * Flags of one operation, or of all operations of a direction ({@code fi_tx_attr.op_flags}).
 *
 * <p>Bits 57 to 59 mean something else in {@link Capabilities}, {@link ModeBits} and {@link
 * BindFlags}.
 */
public final class OperationFlags {

  /** {@code FI_MULTI_RECV}: the receive buffer takes many messages (EP-037 to EP-040). */
  public static final long MULTI_RECV = 1L << 16;

  /** {@code FI_REMOTE_CQ_DATA}: the message carries 64 bits for the peer's completion (EP-050). */
  public static final long REMOTE_CQ_DATA = 1L << 17;

  /** {@code FI_MORE}: more operations follow at once; a hint (EP-024). */
  public static final long MORE = 1L << 18;

  /** {@code FI_PEEK}: look for a message without receiving it (EP-033, EP-034). */
  public static final long PEEK = 1L << 19;

  /**
   * {@code FI_TRIGGER}: start when a counter reaches a threshold (EP-058). The buffer is read then;
   * with {@link #INJECT} an operation is refused with {@code -FI_EINVAL}.
   */
  public static final long TRIGGER = 1L << 20;

  /**
   * {@code FI_FENCE}: wait for all earlier operations to the same peer; later ones are refused with
   * {@code -FI_EAGAIN} meanwhile (EP-023).
   */
  public static final long FENCE = 1L << 21;

  /** {@code FI_COMPLETION}: write a completion, if the endpoint is bound selectively (EP-008). */
  public static final long COMPLETION = 1L << 24;

  /** {@code FI_INJECT}: the source buffer may be reused on return (EP-016). */
  public static final long INJECT = 1L << 25;

  /** {@code FI_INJECT_COMPLETE}: complete once the source buffer may be reused (EP-018). */
  public static final long INJECT_COMPLETE = 1L << 26;

  /**
   * {@code FI_TRANSMIT_COMPLETE}: complete once the peer endpoint has the message, which is lost
   * all the same if that endpoint ends before it reads it (EP-019).
   */
  public static final long TRANSMIT_COMPLETE = 1L << 27;

  /** {@code FI_DELIVERY_COMPLETE}: complete once the target has processed the message (EP-020). */
  public static final long DELIVERY_COMPLETE = 1L << 28;

  /** {@code FI_COMMIT_COMPLETE}: complete once the data is durable (EP-021). */
  public static final long COMMIT_COMPLETE = 1L << 30;

  /**
   * {@code FI_MATCH_COMPLETE}: complete once the target application matched the message (EP-021).
   */
  public static final long MATCH_COMPLETE = 1L << 31;

  /** {@code FI_AUTH_KEY}: the address names an authorization key. */
  public static final long AUTH_KEY = 1L << 57;

  /** {@code FI_DISCARD}: drop the message that was peeked or claimed (EP-036). */
  public static final long DISCARD = 1L << 58;

  /** {@code FI_CLAIM}: reserve a peeked message, or receive the reserved one (EP-035). */
  public static final long CLAIM = 1L << 59;

  private static final FlagNames NAMES =
      new FlagNames()
          .name(MULTI_RECV, "FI_MULTI_RECV")
          .name(REMOTE_CQ_DATA, "FI_REMOTE_CQ_DATA")
          .name(MORE, "FI_MORE")
          .name(PEEK, "FI_PEEK")
          .name(TRIGGER, "FI_TRIGGER")
          .name(FENCE, "FI_FENCE")
          .name(COMPLETION, "FI_COMPLETION")
          .name(INJECT, "FI_INJECT")
          .name(INJECT_COMPLETE, "FI_INJECT_COMPLETE")
          .name(TRANSMIT_COMPLETE, "FI_TRANSMIT_COMPLETE")
          .name(DELIVERY_COMPLETE, "FI_DELIVERY_COMPLETE")
          .name(COMMIT_COMPLETE, "FI_COMMIT_COMPLETE")
          .name(MATCH_COMPLETE, "FI_MATCH_COMPLETE")
          .name(AUTH_KEY, "FI_AUTH_KEY")
          .name(DISCARD, "FI_DISCARD")
          .name(CLAIM, "FI_CLAIM");

  private OperationFlags() {}

  /** The names of the set bits, {@code FI_MULTI_RECV|...}; unknown bits as a hexadecimal number. */
  public static String describe(long flags) {
    return NAMES.describe(flags);
  }
}
