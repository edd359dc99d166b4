package dev.weft.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;

/**
 * Virtual threads that wait for a lock do not keep its holder from a carrier, also if they are
 * interrupted.
 */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class LockWaitersTest {
  private static final int WAITERS = 300;

  private final PendingBitLock lock = new PendingBitLock();
  private final CountDownLatch held = new CountDownLatch(1);
  private final CountDownLatch waiting = new CountDownLatch(WAITERS);
  private final AtomicInteger interrupted = new AtomicInteger();
  private volatile boolean woken;

  private void hold() {
    lock.enter();
    held.countDown();
    while (!woken) {
      LockSupport.park();
    }
    lock.release();
  }

  private void await() {
    Thread.currentThread().interrupt(); // no park of this thread waits any more
    waiting.countDown();
    lock.enter();
    lock.release();
    if (Thread.currentThread().isInterrupted()) {
      interrupted.incrementAndGet();
    }
  }

  @RepeatedTest(10)
  void shouldLetAHolderGoOnThatAPlatformThreadWakes() throws InterruptedException {
    Thread holder = Thread.ofVirtual().start(this::hold);
    held.await();
    List<Thread> waiters = new ArrayList<>();
    for (int i = 0; i < WAITERS; i++) {
      waiters.add(Thread.ofVirtual().start(this::await));
    }
    waiting.await();
    woken = true;
    LockSupport.unpark(holder);
    for (Thread each : waiters) {
      each.join();
    }
    assertEquals(WAITERS, interrupted.get());
    assertTrue(holder.join(Duration.ofSeconds(1)));
  }
}
