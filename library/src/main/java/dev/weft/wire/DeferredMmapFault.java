package dev.weft.wire;

/**
 * The fault of who touches mapped memory that is not there any more, because the file was cut: an
 * {@link InternalError}, but a late one. Compiled code goes on after it and throws where the next
 * call returns, which may be in the caller of who touched, or behind a lock.
 */
public final class DeferredMmapFault {
  /** One deeper than compilers unfold a recursion. */
  private static final int DEPTH = 2;

  private DeferredMmapFault() {}

  /**
   * Lets a fault come out now; to be the last in a block that catches faults. It is a call that no
   * compiler makes go away.
   */
  public static void checkFault() {
    descend(DEPTH);
  }

  private static int descend(int levels) {
    return levels == 0 ? 0 : descend(levels - 1);
  }
}
