package dev.weft.ffm.fid;

import dev.weft.wait.Backoff;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counts the calls into C that use an object, so that it is closed by no thread while another one
 * is inside such a call. Calls can also be held up for a while.
 *
 * <pre>
 *   bit 62 | 61 .. 32         | 31 .. 0
 *   closed | threads that     | calls
 *          | hold up calls    |
 * </pre>
 */
final class UseCount {
  private static final long CLOSED = 1L << 62;
  private static final long HELD_UP = 1L << 32;
  private static final long CALLS = HELD_UP - 1;
  private static final VarHandle COUNT;

  static {
    try {
      COUNT = MethodHandles.lookup().findVarHandle(UseCount.class, "count", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("unused")
  private volatile long count;

  /**
   * Begins a call, after {@link #resume} if calls are held up; false if the object is closed. Every
   * success is followed by {@link #leave}. A thread that is inside a call does not begin another.
   */
  boolean enter() {
    for (int looks = 0; (long) COUNT.getAndAddAcquire(this, 1L) >= HELD_UP; ) {
      leave();
      if (isClosed()) {
        return false;
      }
      while (count >= HELD_UP && !isClosed()) {
        Backoff.pause(looks++);
      }
    }
    return true;
  }

  /** Ends a call. */
  void leave() {
    COUNT.getAndAddRelease(this, -1L);
  }

  /** Whether the caller, who has entered, is the only one inside. */
  boolean isAlone() {
    return (count & CALLS) == 1;
  }

  /** Refuses calls from now on, and waits until there are none. One thread at a time may call. */
  void close() {
    add(CLOSED);
  }

  /** Holds up calls from now on, and waits until there are none. Any number of threads may call. */
  void holdUp() {
    add(HELD_UP);
  }

  private void add(long state) {
    COUNT.getAndAdd(this, state);
    for (int looks = 0; (count & CALLS) != 0; looks++) {
      Backoff.pause(looks);
    }
  }

  /** Undoes one {@link #holdUp}. */
  void resume() {
    COUNT.getAndAdd(this, -HELD_UP);
  }

  /** Allows calls again. */
  void reopen() {
    COUNT.getAndAdd(this, -CLOSED);
  }

  boolean isClosed() {
    return count >= CLOSED;
  }
}
