package dev.weft.ffm.fid;

import dev.weft.ffm.linker.AsymmetricFence;
import dev.weft.wait.Backoff;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Knows which threads are inside calls into C that use an object, so that it is closed by no thread
 * while another one is inside such a call. Calls can also be held up for a while.
 *
 * <p>The first threads that call own a flag each, which costs one store; all other threads are
 * counted, which costs two read-modify-writes. Once an owner has ended, the next thread that calls
 * without a flag takes its place.
 *
 * <pre>
 *   state:   bit 62 | 61 .. 32         | 31 .. 0
 *            closed | threads that     | calls of threads
 *                   | hold up calls    | without a flag
 * </pre>
 *
 * <p>A call is announced first, in the flag or in the count, and then looks at the upper half of
 * the state; {@link #close} and {@link #holdUp} change the upper half first, and then look at the
 * flags and the count. Between the two there is a fence on either side, therefore at least one sees
 * the other: {@link AsymmetricFence#light} where a flag is set, {@link AsymmetricFence#heavy} where
 * flags are looked at.
 */
public final class UseCount {
  private static final long CLOSED = 1L << 62;
  private static final long HELD_UP = 1L << 32;
  private static final long CALLS = HELD_UP - 1;

  /** Enough for a thread that opened the object, one that uses it, and few others. */
  private static final int FLAGS = 4;

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(UseCount.class, "state", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile long state;
  private final CallFlag firstFlag;

  /** Open, and used by no call. */
  public UseCount() {
    this(FLAGS);
  }

  /** For this many threads with a flag. */
  UseCount(int flags) {
    firstFlag = CallFlag.chain(flags);
  }

  /**
   * Begins a call, after {@link #resume} if calls are held up; false if the object is closed. Every
   * success is followed by {@link #leave}. A thread that is inside a call does not begin another.
   */
  public boolean enter() {
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
    CallFlag flag = CallFlag.own(firstFlag);
    if (flag == null) {
      flag = CallFlag.take(firstFlag);
    }
    if (flag == null) {
      return (long) STATE.getAndAdd(this, 1L);
    }
    flag.set(true);
    AsymmetricFence.light();
    return state;
  }

  /** Ends a call. */
  public void leave() {
    CallFlag flag = CallFlag.own(firstFlag);
    if (flag == null) {
      STATE.getAndAddRelease(this, -1L);
    } else {
      flag.set(false);
    }
  }

  /** Whether the caller, who has entered, is the only one inside. */
  boolean isAlone() {
    AsymmetricFence.heavy();
    return calls() == 1;
  }

  private long calls() {
    return (state & CALLS) + CallFlag.count(firstFlag);
  }

  /** Refuses calls from now on, and waits until there are none. One thread at a time may call. */
  public void close() {
    STATE.getAndBitwiseOr(this, CLOSED);
    awaitCalls();
  }

  /** Holds up calls from now on, and waits until there are none. Any number of threads may call. */
  public void holdUp() {
    STATE.getAndAdd(this, HELD_UP);
    awaitCalls();
  }

  private void awaitCalls() {
    AsymmetricFence.heavy();
    for (int looks = 0; calls() != 0; looks++) {
      Backoff.pause(looks);
    }
  }

  /** Undoes one {@link #holdUp}. */
  public void resume() {
    STATE.getAndAdd(this, -HELD_UP);
  }

  /** Allows calls again. */
  public void reopen() {
    STATE.getAndBitwiseAnd(this, ~CLOSED);
  }

  /** Whether calls are refused. */
  public boolean isClosed() {
    return state >= CLOSED;
  }
}
