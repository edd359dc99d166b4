package dev.weft.ffm.wait;

import dev.weft.service.FailureLog;
import dev.weft.service.ServiceThread;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * One thread that runs actions after a while, for objects whose events wake no thread by
 * themselves. Setting a nap allocates nothing.
 */
public final class NapTimer {
  private static final class Holder {
    static final NapTimer INSTANCE = new NapTimer();
  }

  private static final long NEVER = Long.MAX_VALUE;
  private static final long START = System.nanoTime();

  private final List<Nap> naps = new CopyOnWriteArrayList<>();
  private volatile Thread thread;

  /** When the thread wakes by itself; {@link #NEVER} also while it looks at the naps. */
  private volatile long wakesAt = NEVER;

  private NapTimer() {
    ServiceThread.start(
        "weft-libfabric-naps", new FailureLog("Looking at libfabric's objects"), this::runDue);
  }

  private static long now() {
    return System.nanoTime() - START;
  }

  /** A nap that is not set. */
  public static Nap nap(Runnable action) {
    return Holder.INSTANCE.add(action);
  }

  private Nap add(Runnable action) {
    Nap nap = new Nap(action);
    naps.add(nap);
    return nap;
  }

  private boolean runDue() {
    thread = Thread.currentThread();
    wakesAt = NEVER;
    long earliest = NEVER;
    for (Nap nap : naps) {
      earliest = Math.min(earliest, nap.runIfDue(now()));
    }
    wakesAt = earliest;
    if (earliest == NEVER) {
      LockSupport.park(this);
    } else {
      LockSupport.parkNanos(this, Math.max(1, earliest - now()));
    }
    return true;
  }

  /** An action that runs after a while. Any thread may call. */
  public final class Nap implements AutoCloseable {
    private final Runnable action;
    private final AtomicLong endsAt = new AtomicLong(NEVER);

    private Nap(Runnable action) {
      this.action = action;
    }

    /** Sets the nap: the action runs once in the timer's thread. Replaces the time set before. */
    public void set(long nanos) {
      long end = now() + nanos;
      endsAt.set(end);
      if (end < wakesAt) {
        LockSupport.unpark(thread);
      }
    }

    /** The action does not run, unless it runs already. */
    public void cancel() {
      endsAt.set(NEVER);
    }

    /** Runs the action if its time has come; returns when the nap ends. */
    private long runIfDue(long now) {
      long end = endsAt.get();
      if (end > now) {
        return end;
      }
      if (endsAt.compareAndSet(end, NEVER)) {
        action.run();
      }
      return endsAt.get();
    }

    /** Removes the nap. */
    @Override
    public void close() {
      cancel();
      naps.remove(this);
    }
  }
}
