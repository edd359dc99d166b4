package dev.weft.ffm.fid;

import dev.weft.wait.Backoff;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Knows which threads are inside calls into C that use an object, so that it is closed by no thread
 * while another one is inside such a call. Calls can also be held up for a while.
 *
 * <p>The first thread that calls owns a flag of its own, which costs one ordered store; all other
 * threads are counted, which costs two read-modify-writes. Once the owner has ended, the next
 * thread that calls becomes the owner.
 *
 * <pre>
 *   state:   bit 62 | 61 .. 32         | 31 .. 0
 *            closed | threads that     | calls of threads
 *                   | hold up calls    | other than the owner
 * </pre>
 *
 * <p>A call is announced first, in the flag or in the count, and then looks at the upper half of
 * the state; {@link #add} changes the upper half first, and then looks at the flag and the count.
 * All four are volatile accesses, therefore at least one of the two sees the other.
 */
final class UseCount {
  private static final long CLOSED = 1L << 62;
  private static final long HELD_UP = 1L << 32;
  private static final long CALLS = HELD_UP - 1;
  private static final VarHandle STATE;
  private static final VarHandle OWNER;
  private static final VarHandle INSIDE;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      STATE = lookup.findVarHandle(UseCount.class, "state", long.class);
      OWNER = lookup.findVarHandle(UseCount.class, "owner", Thread.class);
      INSIDE = lookup.findVarHandle(UseCount.class, "ownerInside", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile long state;
  private volatile Thread owner;
  private volatile boolean ownerInside;

  /**
   * Begins a call, after {@link #resume} if calls are held up; false if the object is closed. Every
   * success is followed by {@link #leave}. A thread that is inside a call does not begin another.
   */
  boolean enter() {
    for (int looks = 0; announce() >= HELD_UP; ) {
      leave();
      if (isClosed()) {
        return false;
      }
      while (state >= HELD_UP && !isClosed()) {
        Backoff.pause(looks++);
      }
    }
    return true;
  }

  /** Announces a call; returns a state whose upper half is as new as the announcement. */
  private long announce() {
    if (isOwner() || becomesOwner()) {
      ownerInside = true;
      return state;
    }
    return (long) STATE.getAndAdd(this, 1L);
  }

  private boolean becomesOwner() {
    Thread current = owner;
    return (current == null || !current.isAlive())
        && OWNER.compareAndSet(this, current, Thread.currentThread());
  }

  /** Ends a call. */
  void leave() {
    if (isOwner()) {
      INSIDE.setRelease(this, false);
    } else {
      STATE.getAndAddRelease(this, -1L);
    }
  }

  /** Only the caller changes whether this is true: it becomes the owner, and never ceases to be. */
  @SuppressWarnings("ReferenceEquality") // a subclass may define equals
  private boolean isOwner() {
    return owner == Thread.currentThread();
  }

  /** Whether the caller, who has entered, is the only one inside. */
  boolean isAlone() {
    return calls() == 1;
  }

  private long calls() {
    return (state & CALLS) + (ownerInside ? 1 : 0);
  }

  /** Refuses calls from now on, and waits until there are none. One thread at a time may call. */
  void close() {
    add(CLOSED);
  }

  /** Holds up calls from now on, and waits until there are none. Any number of threads may call. */
  void holdUp() {
    add(HELD_UP);
  }

  private void add(long change) {
    STATE.getAndAdd(this, change);
    for (int looks = 0; calls() != 0; looks++) {
      Backoff.pause(looks);
    }
  }

  /** Undoes one {@link #holdUp}. */
  void resume() {
    STATE.getAndAdd(this, -HELD_UP);
  }

  /** Allows calls again. */
  void reopen() {
    STATE.getAndAdd(this, -CLOSED);
  }

  boolean isClosed() {
    return state >= CLOSED;
  }
}
