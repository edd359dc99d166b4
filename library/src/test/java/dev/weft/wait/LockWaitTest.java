package dev.weft.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.LoggedFailures;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 600, unit = TimeUnit.SECONDS)
class LockWaitTest {

  @Test
  void shouldWarnOnceInTenSeconds() {
    long now = System.nanoTime() + LockWait.LONG_NANOS;
    try (LoggedFailures log = new LoggedFailures("dev.weft")) {
      LockWait.warnIfLong(now, now - LockWait.LONG_NANOS + 1);
      assertEquals(0, log.lines().size());
      LockWait.warnIfLong(now, now - LockWait.LONG_NANOS);
      LockWait.warnIfLong(now + 1, now - LockWait.LONG_NANOS);
      assertEquals(1, log.lines().size());
      assertTrue(log.lines().getFirst().contains("between startPoll and endPoll"));
      LockWait.warnIfLong(now + LockWait.LONG_NANOS, now);
      assertEquals(2, log.lines().size());
    }
  }

  /** Another thread ends and holds the lock; the one that waits looks at the clock. */
  @Test
  void shouldWarnWhereAThreadWaitsForALock() throws InterruptedException {
    SpinLock lock = new SpinLock();
    Thread.ofPlatform().start(lock::lock).join();
    try (LoggedFailures log = new LoggedFailures("dev.weft")) {
      Thread waiting = Thread.ofPlatform().daemon().start(lock::lock);
      while (log.lines().isEmpty()) {
        Thread.sleep(10);
      }
      lock.unlock();
      waiting.join();
    }
  }
}
