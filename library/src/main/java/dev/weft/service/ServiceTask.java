package dev.weft.service;

import java.util.concurrent.TimeUnit;

/**
 * A task that a service thread repeats. After an attempt that throws, the next one waits: 1 ms at
 * first, twice as long after each further failure, at most 1 s.
 *
 * <p>One thread at a time attempts; any thread may ask when the next attempt is due.
 */
public abstract class ServiceTask {
  private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final int MAX_DOUBLINGS = 10;

  private volatile int failuresInARow;
  private volatile long notBefore;

  /** A task that has not failed. */
  protected ServiceTask() {}

  /** Does one unit of work. */
  protected abstract void work() throws Exception;

  /** Whether the task is paused after a failure and must not be attempted now. */
  public final boolean isPaused() {
    return pauseNanos() > 0;
  }

  /** Nanoseconds until the next attempt is due; 0 or less if it is. */
  public final long pauseNanos() {
    return failuresInARow == 0 ? 0 : notBefore - System.nanoTime();
  }

  /** Whether the last attempt failed. */
  public final boolean hasFailed() {
    return failuresInARow > 0;
  }

  /** Attempts the work; if it throws, reports the failure and returns false. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread at a time
  public final boolean attempt(FailureLog failures) {
    try {
      work();
      if (failuresInARow != 0) {
        failuresInARow = 0;
      }
      return true;
    } catch (Throwable failure) {
      notBefore =
          System.nanoTime() + (FIRST_PAUSE_NANOS << Math.min(failuresInARow, MAX_DOUBLINGS));
      failuresInARow++;
      failures.report(failure);
      return false;
    }
  }
}
