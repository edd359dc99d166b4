package dev.weft.wait;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A reentrant spin lock with a pending bit. A thread that finds the lock held either waits, or sets
 * the pending bit and returns; the holder then runs the pending work before it releases.
 *
 * <pre>
 *         enter, tryEnterOrSetPending        tryEnterOrSetPending of another thread
 *    free --------------------------> held ----------------------------------> held, bit pending
 *      ^                               |  ^                                        |
 *      +------------- leave -----------+  +----- leave fails, clears the bit ------+
 * </pre>
 *
 * <p>The whole state is one word, and every transition is one atomic write. So the holder that
 * takes the pending bit sees what was stored before the bit was set, and the next holder sees what
 * was stored under the lock. Waiting is spinning with backoff; threads that post, poll or ring a
 * machine do not wait, they set the bit.
 */
public final class PendingBitLock {
  private static final long FREE = 0;
  private static final long PENDING = 1;
  private static final VarHandle WORD;

  static {
    try {
      WORD = MethodHandles.lookup().findVarHandle(PendingBitLock.class, "word", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The holder's thread number and the pending bit: {@code number << 1 | PENDING}. */
  private volatile long word;

  /** How often the holder has reentered. */
  private int nested;

  private static long me() {
    return Thread.currentThread().threadId() << 1;
  }

  /** Acquires the lock. Spins while another thread holds it. */
  public void enter() {
    long me = me();
    if (!WORD.compareAndSet(this, FREE, me)) {
      if (isInside(me)) {
        nested++;
      } else {
        await(me);
      }
    }
  }

  private void await(long me) {
    long start = System.nanoTime();
    int looks = 0;
    while (word != FREE || !WORD.compareAndSet(this, FREE, me)) {
      LockWait.pause(looks++, start);
    }
  }

  /** Acquires the lock if no other thread holds it. */
  public boolean enterIfFree() {
    long me = me();
    if (WORD.compareAndSet(this, FREE, me)) {
      return true;
    }
    boolean inside = isInside(me);
    nested += inside ? 1 : 0;
    return inside;
  }

  /** Acquires the lock if it is free, else sets the pending bit, also if the caller holds it. */
  public boolean tryEnterOrSetPending() {
    while (true) {
      if (WORD.compareAndSet(this, FREE, me())) {
        return true;
      }
      long seen = word;
      if (seen != FREE && WORD.compareAndSet(this, seen, seen | PENDING)) {
        return false; // a bit that was set is set again: this CAS orders our stores before it
      }
    }
  }

  /** Whether the calling thread holds the lock. */
  public boolean isInside() {
    return isInside(me());
  }

  private boolean isInside(long me) {
    return (word & ~PENDING) == me;
  }

  /** Whether the lock was reentered. Caller holds the lock. */
  public boolean isNested() {
    return nested > 0;
  }

  /** Undoes an {@link #enter} of the holder. Caller holds the lock. */
  public void leaveNested() {
    nested--;
  }

  /**
   * Releases the lock; false if the pending bit was set, which is then cleared. Caller holds the
   * lock.
   */
  public boolean leave() {
    long me = me();
    if (WORD.compareAndSet(this, me, FREE)) {
      return true;
    }
    long previous = (long) WORD.getAndSet(this, me); // sees the stores before each pending bit
    assert previous == (me | PENDING);
    return false;
  }

  /** Undoes an {@link #enter}, where no thread sets the pending bit. Caller holds the lock. */
  public void release() {
    if (nested > 0) {
      nested--;
    } else {
      leaveAtOnce();
    }
  }

  /**
   * Releases despite a pending bit, because a timer runs the work. Caller holds the lock. The store
   * pairs with the compare-and-set of the next holder.
   */
  public void leaveAtOnce() {
    WORD.setRelease(this, FREE);
  }
}
