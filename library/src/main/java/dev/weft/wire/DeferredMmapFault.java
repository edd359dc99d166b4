package dev.weft.wire;

/**
 * Forces a pending {@link InternalError} of truncated mapped memory to be thrown. Compiled code
 * continues after the faulting access and throws at the next call return, which may be in the
 * caller, or after a lock is released.
 */
public final class DeferredMmapFault {
  /** One deeper than compilers inline a recursion. */
  private static final int DEPTH = 2;

  private DeferredMmapFault() {}

  /**
   * Throws a pending fault here. Call it last in a block that catches faults; no compiler removes
   * the call.
   */
  public static void checkFault() {
    descend(DEPTH);
  }

  private static int descend(int levels) {
    return levels == 0 ? 0 : descend(levels - 1);
  }
}
