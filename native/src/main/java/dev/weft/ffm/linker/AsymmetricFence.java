package dev.weft.ffm.linker;

import java.lang.invoke.VarHandle;

/**
 * Two fences of which one is free. A thread that stores, issues one of them, and loads what another
 * thread stores before it issues the other one: at least one of the two threads sees the store of
 * the other one. Two light fences order nothing between threads.
 *
 * <p>The heavy one is {@code membarrier(2)}, which runs a full fence on every processor that runs a
 * thread of this process; the light one keeps the compiler from reordering. Where the kernel has no
 * such call both are full fences.
 */
public final class AsymmetricFence {
  private static final int PRIVATE_EXPEDITED = 1 << 3;
  private static final int REGISTER_PRIVATE_EXPEDITED = 1 << 4;

  private static final long SYSCALL = Libc.function("syscall");

  /** The number of the system call; 0 if it is not known. */
  private static final int NUMBER =
      switch (System.getProperty("os.arch")) {
        case "amd64" -> 324;
        case "aarch64" -> 283;
        default -> 0;
      };

  private static final boolean ASYMMETRIC = NUMBER != 0 && call(REGISTER_PRIVATE_EXPEDITED) == 0;

  private AsymmetricFence() {}

  private static int call(int command) {
    return (int) Downcalls.call(SYSCALL, NUMBER, command, 0, 0);
  }

  /** The fence of the thread that calls often. */
  public static void light() {
    if (ASYMMETRIC) {
      VarHandle.releaseFence();
      VarHandle.acquireFence();
    } else {
      VarHandle.fullFence();
    }
  }

  /** The fence of the thread that calls rarely: some microseconds. */
  public static void heavy() {
    VarHandle.fullFence();
    if (ASYMMETRIC && call(PRIVATE_EXPEDITED) != 0) {
      throw new IllegalStateException("membarrier(2) has failed after it was registered");
    }
  }
}
