package dev.weft.service;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Counts failures, and logs them at a limited rate. Any thread may call any method. */
public final class FailureLog {
  private static final System.Logger LOG = System.getLogger("dev.weft");
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final String subject;
  private final AtomicLong count = new AtomicLong();
  private final AtomicLong nextLine = new AtomicLong(System.nanoTime());

  /**
   * An empty log.
   *
   * @param subject what fails, as the beginning of a sentence
   */
  public FailureLog(String subject) {
    this.subject = subject;
  }

  /** Counts a failure, and logs it unless another one was logged shortly before. Never throws. */
  public void report(Throwable failure) {
    long number = count.incrementAndGet();
    try {
      long now = System.nanoTime();
      long next = nextLine.get();
      if (now - next >= 0 && nextLine.compareAndSet(next, now + PAUSE_NANOS)) {
        String message = subject + " has failed, " + number + " times so far";
        LOG.log(System.Logger.Level.WARNING, message, failure);
      }
    } catch (Throwable noMemoryToSaySo) {
      // already counted
    }
  }

  /** The number of reported failures. */
  public long count() {
    return count.get();
  }
}
