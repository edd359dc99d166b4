package dev.weft.wait;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Backoff between two checks of a condition that usually holds soon: spins first, then yields, then
 * sleeps, each time longer. Any thread, including virtual ones.
 */
public final class Backoff {

  /** Spinning lasts longer than a message takes: on a busy machine a yield takes much longer. */
  private static final int LOOKS = 2000;

  private static final int YIELDS = 64;
  private static final int MOST_DOUBLINGS = 4;
  private static final long NAP = TimeUnit.MICROSECONDS.toNanos(50);

  private Backoff() {}

  /**
   * Waits briefly.
   *
   * @param looks failed checks so far
   */
  public static void pause(int looks) {
    if (looks < LOOKS) {
      Thread.onSpinWait();
    } else if (looks < LOOKS + YIELDS) {
      Thread.yield(); // the awaited thread may have lost its processor
    } else {
      int doublings = Math.min(looks - LOOKS - YIELDS, MOST_DOUBLINGS);
      LockSupport.parkNanos(NAP << doublings);
    }
  }
}
