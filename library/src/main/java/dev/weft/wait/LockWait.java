package dev.weft.wait;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Backoff of a thread that waits for a lock whose holder should release it soon. The thread looks
 * less and less often: each look takes the cache line from a holder that will need it again, and
 * one thread that keeps a lock for many short calls is faster than two in turns. It logs a warning
 * if that takes ten seconds: a thread that ends between {@code ibv_wr_start} and {@code
 * ibv_wr_complete}, or {@code ibv_start_poll} and {@code ibv_end_poll}, holds its lock for ever.
 */
public final class LockWait {
  private static final System.Logger LOG = System.getLogger("dev.weft");
  static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(10);

  /**
   * Looks before a wait begins to yield: some twenty microseconds. A holder that runs releases the
   * lock sooner; one that does not needs this processor.
   */
  private static final int SPINS = 9;

  /** How often a wait looks at the clock. A power of two. */
  private static final int LOOKS = 4096;

  private static final AtomicLong NEXT_WARNING = new AtomicLong(System.nanoTime());

  private LockWait() {}

  /**
   * Waits briefly.
   *
   * @param looks failed checks so far
   * @param start {@link System#nanoTime} when the wait began
   */
  public static void pause(int looks, long start) {
    if (looks < SPINS) {
      spin(1 << looks);
    } else {
      Backoff.yieldProcessor(looks);
    }
    if ((looks & (LOOKS - 1)) == LOOKS - 1) {
      warnIfLong(System.nanoTime(), start);
    }
  }

  private static void spin(int pauses) {
    for (int i = 0; i < pauses; i++) {
      Thread.onSpinWait();
    }
  }

  /** Warns once in ten seconds, however many threads wait. */
  static void warnIfLong(long now, long start) {
    long next = NEXT_WARNING.get();
    if (now - start >= LONG_NANOS
        && now - next >= 0
        && NEXT_WARNING.compareAndSet(next, now + LONG_NANOS)) {
      LOG.log(
          System.Logger.Level.WARNING,
          "A thread has waited for the lock of a queue or endpoint for 10 s. Its holder gets no"
              + " processor, or one ended between startWork and complete or abort, or between"
              + " startPoll and endPoll",
          new IllegalStateException("The thread that waits"));
    }
  }
}
