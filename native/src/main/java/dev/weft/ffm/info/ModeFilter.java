package dev.weft.ffm.info;

import dev.weft.fabric.info.MemoryRegistrationMode;
import dev.weft.fabric.info.ModeBits;

/**
 * What providers require of the program ({@code mode}, {@code mr_mode}), and who does it. This
 * module passes a {@code struct fi_context2} of its own with every operation; {@code FI_CONTEXT}
 * and {@code FI_CONTEXT2} are granted to every provider and never required of the caller.
 */
final class ModeFilter {
  /** Done here. */
  private static final long OURS = ModeBits.CONTEXT | ModeBits.CONTEXT2;

  /** What a caller can grant. The vectors that C sees are ours: no {@code FI_ASYNC_IOV}. */
  private static final long CALLERS = ModeBits.MSG_PREFIX | ModeBits.RX_CQ_DATA;

  /**
   * Requirements on memory regions that a caller can grant. Local buffers without a region are
   * registered here, with {@code FI_MR_LOCAL}. The API has no raw keys.
   */
  private static final long REGISTRATION =
      MemoryRegistrationMode.LOCAL
          | MemoryRegistrationMode.VIRT_ADDR
          | MemoryRegistrationMode.ALLOCATED
          | MemoryRegistrationMode.PROV_KEY
          | MemoryRegistrationMode.HMEM;

  private ModeFilter() {}

  /** The {@code mode} that C gets: what the caller grants, and what is done here. */
  static long toNative(long mode) {
    return (mode & CALLERS) | OURS;
  }

  /** The {@code mode} that the caller gets. */
  static long toCaller(long mode) {
    return mode & ~OURS;
  }

  /** The {@code mr_mode} that C gets: the bits that it knows. */
  static int registrationToNative(long mode) {
    return (int) (mode & REGISTRATION);
  }
}
