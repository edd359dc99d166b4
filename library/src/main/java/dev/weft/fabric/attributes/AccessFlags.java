package dev.weft.fabric.attributes;

import dev.weft.argument.FlagNames;

/**
 * What a memory region may be used for ({@code fi_mr_reg(3)}, argument {@code access}). {@link
 * #RECV}, {@link #READ} and {@link #REMOTE_WRITE} change the memory, so a region of read-only
 * memory cannot have them.
 */
public final class AccessFlags {

  /** {@code FI_READ}: the target of reads started here. */
  public static final long READ = 1L << 8;

  /** {@code FI_WRITE}: the source of writes started here. */
  public static final long WRITE = 1L << 9;

  /** {@code FI_RECV}: a receive buffer. */
  public static final long RECV = 1L << 10;

  /** {@code FI_SEND}: a send buffer. */
  public static final long SEND = 1L << 11;

  /** {@code FI_REMOTE_READ}: peers may read it. */
  public static final long REMOTE_READ = 1L << 12;

  /** {@code FI_REMOTE_WRITE}: peers may write it. */
  public static final long REMOTE_WRITE = 1L << 13;

  /** {@code FI_COLLECTIVE}: collective operations may use it. */
  public static final long COLLECTIVE = 1L << 6;

  /** Every local use. */
  public static final long LOCAL = READ | WRITE | RECV | SEND;

  /** Every use by peers. */
  public static final long REMOTE = REMOTE_READ | REMOTE_WRITE;

  private static final FlagNames NAMES =
      new FlagNames()
          .name(READ, "FI_READ")
          .name(WRITE, "FI_WRITE")
          .name(RECV, "FI_RECV")
          .name(SEND, "FI_SEND")
          .name(REMOTE_READ, "FI_REMOTE_READ")
          .name(REMOTE_WRITE, "FI_REMOTE_WRITE")
          .name(COLLECTIVE, "FI_COLLECTIVE");

  private AccessFlags() {}

  /** The names of the set bits, {@code FI_READ|...}; unknown bits as a hexadecimal number. */
  public static String describe(long flags) {
    return NAMES.describe(flags);
  }
}
