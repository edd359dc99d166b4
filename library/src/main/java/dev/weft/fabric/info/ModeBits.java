package dev.weft.fabric.info;

import dev.weft.argument.FlagNames;

/** What a provider requires of its caller ({@code fi_info.mode}). */
public final class ModeBits {

  /** {@code FI_CONTEXT2}: each context points at 64 bytes that the provider may use. */
  public static final long CONTEXT2 = 1L << 52;

  /**
   * {@code FI_LOCAL_MR}: local buffers must be registered (deprecated in C; see {@link
   * MemoryRegistrationMode#LOCAL}).
   */
  public static final long LOCAL_MR = 1L << 55;

  /** {@code FI_RX_CQ_DATA}: a write with data consumes a posted receive (EP-052). */
  public static final long RX_CQ_DATA = 1L << 56;

  /** {@code FI_ASYNC_IOV}: vectors must stay untouched until the operation completes. */
  public static final long ASYNC_IOV = 1L << 57;

  /** {@code FI_MSG_PREFIX}: buffers of messages start with room for a header (EP-042). */
  public static final long MSG_PREFIX = 1L << 58;

  /** {@code FI_CONTEXT}: each context points at 32 bytes that the provider may use. */
  public static final long CONTEXT = 1L << 59;

  private static final FlagNames NAMES =
      new FlagNames()
          .name(CONTEXT2, "FI_CONTEXT2")
          .name(LOCAL_MR, "FI_LOCAL_MR")
          .name(RX_CQ_DATA, "FI_RX_CQ_DATA")
          .name(ASYNC_IOV, "FI_ASYNC_IOV")
          .name(MSG_PREFIX, "FI_MSG_PREFIX")
          .name(CONTEXT, "FI_CONTEXT");

  private ModeBits() {}

  /** The names of the set bits, {@code FI_CONTEXT2|...}; unknown bits as a hexadecimal number. */
  public static String describe(long flags) {
    return NAMES.describe(flags);
  }
}
