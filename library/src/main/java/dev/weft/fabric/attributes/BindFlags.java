package dev.weft.fabric.attributes;

import dev.weft.argument.FlagNames;
import dev.weft.fabric.message.OperationFlags;

/** How a queue or counter is bound to an endpoint ({@code fi_ep_bind(3)}; EP-001 to EP-015). */
public final class BindFlags {

  /** {@code FI_READ}: count reads started here. */
  public static final long READ = 1L << 8;

  /** {@code FI_WRITE}: count writes started here. */
  public static final long WRITE = 1L << 9;

  /** {@code FI_RECV}: report or count what is received. */
  public static final long RECV = 1L << 10;

  /** {@code FI_SEND}: count sends. */
  public static final long SEND = 1L << 11;

  /** {@code FI_REMOTE_READ}: count reads by peers. */
  public static final long REMOTE_READ = 1L << 12;

  /** {@code FI_REMOTE_WRITE}: count writes by peers. */
  public static final long REMOTE_WRITE = 1L << 13;

  /**
   * {@code FI_SELECTIVE_COMPLETION}: write completions only for operations with {@link
   * OperationFlags#COMPLETION}.
   */
  public static final long SELECTIVE_COMPLETION = 1L << 59;

  /** {@code FI_REG_MR}, of a domain and an event queue: report memory that is registered. */
  public static final long REG_MR = 1L << 59;

  /** {@code FI_TRANSMIT}: report everything started here; the same bit as {@link #SEND}. */
  public static final long TRANSMIT = SEND;

  private static final FlagNames NAMES =
      new FlagNames()
          .name(READ, "FI_READ")
          .name(WRITE, "FI_WRITE")
          .name(RECV, "FI_RECV")
          .name(SEND, "FI_SEND")
          .name(REMOTE_READ, "FI_REMOTE_READ")
          .name(REMOTE_WRITE, "FI_REMOTE_WRITE")
          .name(SELECTIVE_COMPLETION, "FI_SELECTIVE_COMPLETION");

  private BindFlags() {}

  /** The names of the set bits, {@code FI_READ|...}; unknown bits as a hexadecimal number. */
  public static String describe(long flags) {
    return NAMES.describe(flags);
  }
}
