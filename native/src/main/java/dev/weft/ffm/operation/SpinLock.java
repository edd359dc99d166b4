package dev.weft.ffm.operation;

import java.util.concurrent.atomic.AtomicBoolean;

/** A lock for sections of a few instructions. */
final class SpinLock {
  private static final int SPINS = 100;

  private final AtomicBoolean held = new AtomicBoolean();

  void lock() {
    int spins = 0;
    while (!held.weakCompareAndSetAcquire(false, true)) {
      if (++spins % SPINS == 0) {
        Thread.yield();
      } else {
        Thread.onSpinWait();
      }
    }
  }

  void unlock() {
    held.setRelease(false);
  }
}
