package dev.weft.completion;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A lock that is held for a few stores only, so that those who want it look again and again instead
 * of going to sleep: one compare-and-set in, one store out. Not reentrant.
 */
final class BriefLock {
  private static final int LOOKS = 64;
  private static final VarHandle HELD;

  static {
    try {
      HELD = MethodHandles.lookup().findVarHandle(BriefLock.class, "held", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private boolean held;

  /** Pairs with {@link #unlock}. */
  void lock() {
    if (!HELD.compareAndSet(this, false, true)) {
      contend();
    }
  }

  private void contend() {
    int looks = 0;
    while ((boolean) HELD.getOpaque(this) || !HELD.compareAndSet(this, false, true)) {
      if (++looks < LOOKS) {
        Thread.onSpinWait();
      } else {
        Thread.yield(); // its holder may have lost the processor
      }
    }
  }

  /** Shows what was stored to the next holder. Pairs with {@link #lock}. */
  void unlock() {
    HELD.setRelease(this, false);
  }
}
