package dev.weft.wait;

/**
 * Backoff between two checks of a condition that another running thread will soon establish: spins
 * first, then yields the processor. It never sleeps. Any thread, including virtual ones.
 */
public final class Backoff {

  /** Spinning lasts longer than a message takes: on a busy machine a yield takes much longer. */
  private static final int LOOKS = 2000;

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
      Thread.yield(); // the awaited thread may have lost its processor
    }
  }
}
