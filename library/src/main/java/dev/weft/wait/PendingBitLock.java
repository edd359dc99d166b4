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
 * <p>{@link #leave} releases, then looks at the bit; who sets the bit looks at the lock then. A
 * full fence on each side between the two steps ensures that one of them sees the other. If there
 * is pending work, the leaving thread takes the lock back, unless another thread has it, which
 * looks at the bit when it leaves. So the work is run by a thread that sees what was stored before
 * the bit was set. Waiting is spinning with backoff; threads that post, poll or ring a machine do
 * not wait, they set the bit.
 */
public final class PendingBitLock {
  private static final long FREE = 0;
  private static final VarHandle HOLDER;
  private static final VarHandle PENDING;

  static {
    try {
      MethodHandles.Lookup own = MethodHandles.lookup();
      HOLDER = own.findVarHandle(PendingBitLock.class, "holder", long.class);
      PENDING = own.findVarHandle(PendingBitLock.class, "pending", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Number of the thread that holds the lock. */
  private volatile long holder;

  /** Whether work is pending; may stay set after the work was run. */
  private volatile boolean pending;

  /** How often the holder has reentered. */
  private int nested;

  private static long me() {
    return Thread.currentThread().threadId();
  }

  /** Acquires the lock. Spins while another thread holds it. */
  public void enter() {
    long me = me();
    if (!HOLDER.compareAndSet(this, FREE, me)) {
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
    while (holder != FREE || !HOLDER.compareAndSet(this, FREE, me)) {
      LockWait.pause(looks++, start);
    }
  }

  /** Acquires the lock if no other thread holds it. */
  public boolean enterIfFree() {
    long me = me();
    if (HOLDER.compareAndSet(this, FREE, me)) {
      return true;
    }
    boolean inside = isInside(me);
    nested += inside ? 1 : 0;
    return inside;
  }

  /** Acquires the lock if it is free, else sets the pending bit, also if the caller holds it. */
  public boolean tryEnterOrSetPending() {
    long me = me();
    while (!HOLDER.compareAndSet(this, FREE, me)) {
      PENDING.setRelease(this, true);
      VarHandle.fullFence(); // partner: leave()
      if (holder != FREE) {
        return false;
      }
    }
    return true;
  }

  /** Whether the calling thread holds the lock. */
  public boolean isInside() {
    return isInside(me());
  }

  private boolean isInside(long me) {
    return holder == me;
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
   * Releases the lock, with a full fence after the release. If the pending bit is set, clears it
   * and returns false, and the caller holds the lock again; in between, another thread may have
   * held it. Caller holds the lock.
   */
  public boolean leave() {
    HOLDER.setRelease(this, FREE);
    VarHandle.fullFence(); // partner: tryEnterOrSetPending()
    return !pending || !takePending();
  }

  /** Takes the lock back for pending work; false if another thread has it, and runs that work. */
  private boolean takePending() {
    if (!HOLDER.compareAndSet(this, FREE, me())) {
      return false;
    }
    PENDING.getAndSet(this, false); // sees the stores before each setting of the bit
    return true;
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
    HOLDER.setRelease(this, FREE);
  }
}
