package dev.weft.futures;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;

/** A number of operations that are not finished yet. Any thread may call any method. */
final class Unfinished {
  private static final long MAX_PAUSE_NANOS = 1_000_000;

  private final AtomicInteger count = new AtomicInteger();

  /** Counts an operation. */
  void begin() {
    count.incrementAndGet();
  }

  /** Counts one less. */
  void end() {
    count.decrementAndGet();
  }

  /**
   * Waits until there are none.
   *
   * @param drive reads completions; returns how many
   * @return false if there are some after the timeout
   */
  boolean awaitNone(Duration timeout, IntSupplier drive) throws InterruptedException {
    long limit = TimeUnit.NANOSECONDS.convert(timeout); // the greatest, if it is longer
    long start = System.nanoTime();
    while (count.get() > 0) {
      long left = limit - (System.nanoTime() - start);
      if (left <= 0) {
        return false;
      }
      if (drive.getAsInt() == 0) {
        LockSupport.parkNanos(this, Math.min(left, MAX_PAUSE_NANOS));
      }
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    return true;
  }
}
