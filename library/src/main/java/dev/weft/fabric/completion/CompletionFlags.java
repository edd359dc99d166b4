package dev.weft.fabric.completion;

import dev.weft.argument.FlagNames;

/**
 * The bits of a completion entry ({@code fi_cq_msg_entry.flags}): what kind of operation completed.
 *
 * <p>Clauses FL-001 to FL-010. No other bit ever appears in an entry.
 */
public final class CompletionFlags {

  /** {@code FI_MSG}: an untagged message. */
  public static final long MSG = 1L << 1;

  /** {@code FI_RMA}: a one-sided read or write. */
  public static final long RMA = 1L << 2;

  /** {@code FI_TAGGED}: a tagged message. */
  public static final long TAGGED = 1L << 3;

  /** {@code FI_ATOMIC}: an atomic operation. */
  public static final long ATOMIC = 1L << 4;

  /** {@code FI_READ}: a read (or a fetching atomic) started here. */
  public static final long READ = 1L << 8;

  /** {@code FI_WRITE}: a write (or a base atomic) started here. */
  public static final long WRITE = 1L << 9;

  /** {@code FI_RECV}: a receive. */
  public static final long RECV = 1L << 10;

  /** {@code FI_SEND}: a send. */
  public static final long SEND = 1L << 11;

  /** {@code FI_REMOTE_READ}: a read of local memory, started by the peer. */
  public static final long REMOTE_READ = 1L << 12;

  /** {@code FI_REMOTE_WRITE}: a write to local memory, started by the peer. */
  public static final long REMOTE_WRITE = 1L << 13;

  /** {@code FI_MULTI_RECV}: the multi-receive buffer is released (FL-006, FL-007). */
  public static final long MULTI_RECV = 1L << 16;

  /** {@code FI_REMOTE_CQ_DATA}: the data field is valid (FL-005). */
  public static final long REMOTE_CQ_DATA = 1L << 17;

  /** All bits that may appear in an entry ({@code fi_cq(3)}, completion flags). */
  public static final long LEGAL = 0x33F1EL;

  private static final FlagNames NAMES =
      new FlagNames()
          .name(MSG, "FI_MSG")
          .name(RMA, "FI_RMA")
          .name(TAGGED, "FI_TAGGED")
          .name(ATOMIC, "FI_ATOMIC")
          .name(READ, "FI_READ")
          .name(WRITE, "FI_WRITE")
          .name(RECV, "FI_RECV")
          .name(SEND, "FI_SEND")
          .name(REMOTE_READ, "FI_REMOTE_READ")
          .name(REMOTE_WRITE, "FI_REMOTE_WRITE")
          .name(MULTI_RECV, "FI_MULTI_RECV")
          .name(REMOTE_CQ_DATA, "FI_REMOTE_CQ_DATA");

  private CompletionFlags() {}

  /** The names of the set bits, {@code FI_MSG|...}; unknown bits as a hexadecimal number. */
  public static String describe(long flags) {
    return NAMES.describe(flags);
  }
}
