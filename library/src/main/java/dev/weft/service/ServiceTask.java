package dev.weft.service;

import java.util.concurrent.TimeUnit;

/**
 * Something that a service thread does again and again. After an attempt that throws, the next one
 * waits: a millisecond first, twice as long after each further failure, a second at most.
 *
 * <p>One thread at a time attempts; any thread may ask when the next attempt is due.
 */
public abstract class ServiceTask {
  private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final int MOST_DOUBLINGS = 10;

  private volatile int failuresInARow;
  private volatile long notBefore;

  /** A task that has not failed. */
  protected ServiceTask() {}

  /** Does it. */
  protected abstract void work() throws Exception;

  /** Whether it waits after a failure, and may not be attempted now. */
  public final boolean isPaused() {
    return pauseNanos() > 0;
  }

  /** How long the next attempt has to wait; 0 or less where it need not. */
  public final long pauseNanos() {
    return failuresInARow == 0 ? 0 : notBefore - System.nanoTime();
  }

  /** Whether the last attempt has failed. */
  public final boolean hasFailed() {
    return failuresInARow > 0;
  }

  /** Does it, unless it throws, which is reported; false then. */
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
          System.nanoTime() + (FIRST_PAUSE_NANOS << Math.min(failuresInARow, MOST_DOUBLINGS));
      failuresInARow++;
      failures.report(failure);
      return false;
    }
  }
}
