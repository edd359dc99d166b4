package dev.weft.wait;

import java.util.concurrent.locks.LockSupport;

/**
 * Backoff between two checks of a condition that another thread will soon establish: spins first,
 * then yields the processor. Any thread, including virtual ones.
 *
 * <p>The scheduler of virtual threads may run one that yields again and again and no other thread,
 * if there is one carrier or all carriers yield. A virtual thread therefore parks at every 64th
 * yield, which puts it behind the threads that can run. A platform thread never sleeps.
 */
public final class Backoff {

  /** Spinning lasts longer than a message takes: on a busy machine a yield takes much longer. */
  private static final int LOOKS = 2000;

  /** A power of two. */
  private static final int YIELDS = 64;

  private Backoff() {}

  /**
   * Waits briefly.
   *
   * @param looks failed checks so far
   */
  public static void pause(int looks) {
    if (looks < LOOKS) {
      Thread.onSpinWait();
    } else {
      yieldProcessor(looks); // the awaited thread may have lost its processor
    }
  }

  /**
   * Yields the processor.
   *
   * @param looks failed checks so far
   */
  static void yieldProcessor(int looks) {
    if ((looks & (YIELDS - 1)) == YIELDS - 1 && Thread.currentThread().isVirtual()) {
      park();
    } else {
      Thread.yield();
    }
  }

  /** Parks for a moment, also if the thread is interrupted, which it stays. */
  private static void park() {
    boolean interrupted = Thread.interrupted();
    if (interrupted) {
      LockSupport.parkNanos(1); // returns at once: takes the permit that the interrupt has left
    }
    LockSupport.parkNanos(1);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
