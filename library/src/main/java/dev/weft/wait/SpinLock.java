package dev.weft.wait;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A spin lock with backoff, for critical sections of a few stores: one compare-and-set to lock, one
 * store to unlock. Not reentrant.
 */
public final class SpinLock {
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
  public void lock() {
    if (!HELD.compareAndSet(this, false, true)) {
      contend();
    }
  }

  private void contend() {
    long start = System.nanoTime();
    int looks = 0;
    while ((boolean) HELD.getOpaque(this) || !HELD.compareAndSet(this, false, true)) {
      LockWait.pause(looks++, start);
    }
  }

  /** Locks unless the lock is held; returns whether it did. */
  public boolean tryLock() {
    return HELD.compareAndSet(this, false, true);
  }

  /** Makes the holder's stores visible to the next holder. Pairs with {@link #lock}. */
  public void unlock() {
    assert (boolean) HELD.getOpaque(this) : "unlock of a lock that is not held";
    HELD.setRelease(this, false);
  }
}
