package dev.weft.ffm.fid;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counts the calls into C that use an object, so that it is closed by no thread while another one
 * is inside such a call.
 */
final class UseCount {
  private static final long CLOSED = 1L << 62;
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

  /** Begins a call; false if the object is closed. Every success is followed by {@link #leave}. */
  boolean enter() {
    if ((long) COUNT.getAndAddAcquire(this, 1L) < CLOSED) {
      return true;
    }
    leave();
    return false;
  }

  /** Ends a call. */
  void leave() {
    COUNT.getAndAddRelease(this, -1L);
  }

  /** Whether the caller, who has entered, is the only one inside. */
  boolean isAlone() {
    return count == 1;
  }

  /** Refuses calls from now on, and waits until there are none. One thread at a time may call. */
  void close() {
    COUNT.getAndAdd(this, CLOSED);
    while (count != CLOSED) {
      Thread.yield();
    }
  }

  /** Allows calls again. */
  void reopen() {
    COUNT.getAndAdd(this, -CLOSED);
  }

  boolean isClosed() {
    return count >= CLOSED;
  }
}
