package dev.weft.completion;

import dev.weft.wait.Backoff;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A lock that is mostly held for a few stores only, so that those who want it look again and again,
 * each time later: one compare-and-set in, one store out. Not reentrant.
 */
final class SpinLock {
  private static final VarHandle HELD;

  static {
    try {
      HELD = MethodHandles.lookup().findVarHandle(SpinLock.class, "held", boolean.class);
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
      Backoff.pause(looks++);
    }
  }

  /** {@link #lock}, unless somebody holds it. */
  boolean tryLock() {
    return HELD.compareAndSet(this, false, true);
  }

  /** Shows what was stored to the next holder. Pairs with {@link #lock}. */
  void unlock() {
    assert (boolean) HELD.getOpaque(this) : "unlock of a lock that is not held";
    HELD.setRelease(this, false);
  }
}
