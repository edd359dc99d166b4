package dev.weft.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ServiceThreadTest {

  /** Counts the lines of the library's logger. */
  private static final class Lines extends Handler {
    private final AtomicInteger count = new AtomicInteger();

    @Override
    public void publish(LogRecord line) {
      count.incrementAndGet();
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @Test
  void shouldGoOnAfterWhateverALapThrows() throws Exception {
    List<Throwable> thrown =
        List.of(
            new OutOfMemoryError("as where the heap is full"),
            new StackOverflowError(),
            new IllegalStateException("as of a bug"),
            new AssertionError("as of a bug"));
    FailureLog failures = new FailureLog("A lap");
    AtomicInteger laps = new AtomicInteger();
    ServiceThread thread =
        ServiceThread.start(
            "weft-test",
            failures,
            () -> {
              int lap = laps.getAndIncrement();
              if (lap < thrown.size()) {
                fail(thrown.get(lap));
              }
              return lap < 9;
            });
    thread.join();
    assertEquals(10, laps.get());
    assertEquals(4, failures.count());
  }

  private static void fail(Throwable with) throws Exception {
    if (with instanceof Error error) {
      throw error;
    }
    throw (Exception) with;
  }

  @Test
  void shouldWriteNoLineForEachFailure() {
    Logger logger = Logger.getLogger("dev.weft");
    Lines lines = new Lines();
    logger.addHandler(lines);
    logger.setUseParentHandlers(false);
    try {
      long start = System.nanoTime();
      FailureLog failures = new FailureLog("A task");
      for (int i = 0; i < 10_000; i++) {
        failures.report(new IllegalStateException("as of a bug"));
      }
      long most = 1 + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start) / 10 + 1;
      assertEquals(10_000, failures.count());
      assertTrue(lines.count.get() >= 1 && lines.count.get() <= most, () -> lines.count + " lines");
    } finally {
      logger.setUseParentHandlers(true);
      logger.removeHandler(lines);
    }
  }

  @Test
  void shouldPauseATaskThatFails() {
    AtomicInteger attempts = new AtomicInteger();
    ServiceTask task =
        new ServiceTask() {
          @Override
          protected void work() {
            if (attempts.incrementAndGet() < 3) {
              throw new IllegalStateException("as of a bug");
            }
          }
        };
    FailureLog failures = new FailureLog("A task");
    assertFalse(task.attempt(failures));
    assertTrue(task.hasFailed());
    assertFalse(task.attempt(failures));
    while (task.isPaused()) {
      Thread.onSpinWait();
    }
    assertTrue(task.attempt(failures));
    assertFalse(task.hasFailed() || task.isPaused());
  }
}
