package dev.weft.verbs.work;

import dev.weft.argument.FlagNames;

/** {@code enum ibv_send_flags}: options of a send work request (VQ-06 to VQ-14). */
public final class SendFlags {

  /** {@code IBV_SEND_FENCE}: starts after earlier reads and atomics have completed (VQ-14). */
  public static final int FENCE = 1;

  /** {@code IBV_SEND_SIGNALED}: generates a completion on success too (VQ-07). */
  public static final int SIGNALED = 1 << 1;

  /** {@code IBV_SEND_SOLICITED}: the peer's completion is solicited (VS-01). */
  public static final int SOLICITED = 1 << 2;

  /** {@code IBV_SEND_INLINE}: copies the data during the call without checking keys (VQ-06). */
  public static final int INLINE = 1 << 3;

  /** {@code IBV_SEND_IP_CSUM}: checksum offload; not supported by this device. */
  public static final int IP_CSUM = 1 << 4;

  private static final FlagNames NAMES =
      new FlagNames()
          .name(FENCE, "IBV_SEND_FENCE")
          .name(SIGNALED, "IBV_SEND_SIGNALED")
          .name(SOLICITED, "IBV_SEND_SOLICITED")
          .name(INLINE, "IBV_SEND_INLINE")
          .name(IP_CSUM, "IBV_SEND_IP_CSUM");

  private SendFlags() {}

  /**
   * The names of the set bits, {@code IBV_SEND_FENCE|...}; unknown bits as one hexadecimal number.
   */
  public static String describe(int flags) {
    return NAMES.describe(flags);
  }
}
