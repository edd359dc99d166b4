package dev.weft.wait;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What to do between two looks at something that is mostly over at once: first nothing, then let
 * others have the processor, then nap, each time longer. Any thread, virtual ones too.
 */
public final class Backoff {

  /** Longer than a message takes: who yields on a busy machine is away for much longer. */
  private static final int LOOKS = 2000;

  private static final int YIELDS = 64;
  private static final int MOST_DOUBLINGS = 4;
  private static final long NAP = TimeUnit.MICROSECONDS.toNanos(50);

  private Backoff() {}

  /**
   * Waits a little.
   *
   * @param looks that were in vain so far
   */
  public static void pause(int looks) {
    if (looks < LOOKS) {
      Thread.onSpinWait();
    } else if (looks < LOOKS + YIELDS) {
      Thread.yield(); // who is waited for may have lost the processor
    } else {
      int doublings = Math.min(looks - LOOKS - YIELDS, MOST_DOUBLINGS);
      LockSupport.parkNanos(NAP << doublings);
    }
  }
}
