package dev.weft.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 600, unit = TimeUnit.SECONDS)
class NotifierTest {
  private static final Readiness NEVER = () -> false;

  /** A queue without contents: permits are entries. */
  private final Semaphore entries = new Semaphore(0);

  private final Notifier notifier = new Notifier();

  private static long inMillis(long millis) {
    return Deadline.after(millis, TimeUnit.MILLISECONDS);
  }

  private void publish() {
    entries.release();
    notifier.published();
  }

  private boolean anyEntry() {
    return entries.availablePermits() > 0;
  }

  /** Waits as a blocking read does: READY means that one entry was taken. */
  private WaitResult takeOne(long deadline) {
    while (!entries.tryAcquire()) {
      WaitResult result = notifier.await(this::anyEntry, deadline);
      if (result != WaitResult.READY) {
        return result;
      }
    }
    notifier.passOn();
    return WaitResult.READY;
  }

  private List<CompletableFuture<WaitResult>> takeAside(int threads) {
    List<CompletableFuture<WaitResult>> waits = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      waits.add(takeOneAside(i % 2 == 0, Deadline.FOREVER));
    }
    return waits;
  }

  private CompletableFuture<WaitResult> takeOneAside(boolean virtual, long deadline) {
    CompletableFuture<WaitResult> result = new CompletableFuture<>();
    Runnable wait = () -> result.complete(takeOne(deadline));
    if (virtual) {
      Thread.ofVirtual().start(wait);
    } else {
      Thread.ofPlatform().daemon().start(wait);
    }
    return result;
  }

  private void untilAsleep(int threads) throws InterruptedException {
    while (notifier.waiters() != threads) {
      Thread.sleep(1);
    }
  }

  @Test
  void shouldNotWaitForWhatIsThere() {
    entries.release();
    assertEquals(WaitResult.READY, notifier.await(this::anyEntry, Deadline.FOREVER));
    assertFalse(notifier.isArmed());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldWakeSleeper(boolean virtual) throws Exception {
    CompletableFuture<WaitResult> wait = takeOneAside(virtual, Deadline.FOREVER);
    untilAsleep(1);
    assertTrue(notifier.isArmed());
    publish();
    assertEquals(WaitResult.READY, wait.get());
    assertFalse(notifier.isArmed());
  }

  @Test
  void shouldTimeOutNotEarlierThanAsked() {
    long start = System.nanoTime();
    assertEquals(WaitResult.TIMED_OUT, notifier.await(NEVER, inMillis(30)));
    assertTrue(System.nanoTime() - start >= 30_000_000);
    assertFalse(notifier.isArmed());
    assertEquals(0, notifier.waiters());
  }

  @Test
  void shouldKeepItsDeadlineWhateverWakesIt() throws Exception {
    CompletableFuture<WaitResult> wait = takeOneAside(false, inMillis(200));
    while (!wait.isDone()) {
      notifier.wake();
      notifier.published();
      Thread.sleep(1);
    }
    assertEquals(WaitResult.TIMED_OUT, wait.get());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldReturnOnInterruptAndKeepTheStatus(boolean virtual) throws Exception {
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    CompletableFuture<WaitResult> result = new CompletableFuture<>();
    Runnable wait =
        () -> {
          result.complete(takeOne(Deadline.FOREVER));
          interrupted.complete(Thread.currentThread().isInterrupted());
        };
    Thread thread = virtual ? Thread.startVirtualThread(wait) : Thread.ofPlatform().start(wait);
    untilAsleep(1);
    thread.interrupt();
    assertEquals(WaitResult.INTERRUPTED, result.get());
    assertTrue(interrupted.get());
    assertFalse(notifier.isArmed());
  }

  @Test
  void shouldPreferEntriesToEverythingButClose() {
    entries.release();
    notifier.signal();
    Thread.currentThread().interrupt();
    long passed = System.nanoTime() - 1;
    assertEquals(WaitResult.READY, notifier.await(this::anyEntry, passed));
    assertTrue(Thread.interrupted());
    assertEquals(WaitResult.SIGNALLED, notifier.await(NEVER, passed));
  }

  @Test
  void shouldWakeExactlyOneWaiterForOneEntry() throws Exception {
    List<CompletableFuture<WaitResult>> waits = takeAside(3);
    untilAsleep(3);
    publish();
    CompletableFuture.anyOf(waits.toArray(CompletableFuture[]::new)).get();
    notifier.close();
    List<WaitResult> results = new ArrayList<>();
    for (CompletableFuture<WaitResult> wait : waits) {
      results.add(wait.get());
    }
    assertEquals(1, results.stream().filter(r -> r == WaitResult.READY).count());
    assertEquals(2, results.stream().filter(r -> r == WaitResult.CLOSED).count());
  }

  @Test
  void shouldWakeAllWaitersForOnePublicationOfManyEntries() throws Exception {
    List<CompletableFuture<WaitResult>> waits = takeAside(8);
    untilAsleep(8);
    entries.release(8);
    notifier.published();
    for (CompletableFuture<WaitResult> wait : waits) {
      assertEquals(WaitResult.READY, wait.get());
    }
  }

  @Test
  void shouldPassOnWhatIsNotEnoughForOneSleeperButForAnother() throws Exception {
    CompletableFuture<WaitResult> two = new CompletableFuture<>();
    Readiness enough = () -> entries.availablePermits() >= 2;
    Thread.startVirtualThread(() -> two.complete(notifier.await(enough, Deadline.FOREVER)));
    untilAsleep(1);
    CompletableFuture<WaitResult> one = takeOneAside(true, Deadline.FOREVER);
    untilAsleep(2);
    entries.release();
    notifier.wake(); // chooses the first waiter, for which one entry is not enough
    assertEquals(WaitResult.READY, one.get());
    notifier.close();
    assertEquals(WaitResult.CLOSED, two.get());
  }

  @Test
  void shouldLetDoorbellMakeTheSleeperAdvance() throws Exception {
    AtomicInteger frames = new AtomicInteger();
    Readiness progress =
        new Readiness() {
          @Override
          public boolean holds() {
            return anyEntry();
          }

          @Override
          public boolean advance() {
            entries.release(frames.getAndSet(0));
            return holds();
          }
        };
    CompletableFuture<WaitResult> wait = new CompletableFuture<>();
    Thread.startVirtualThread(() -> wait.complete(notifier.await(progress, Deadline.FOREVER)));
    untilAsleep(1);
    frames.incrementAndGet();
    notifier.wake();
    assertEquals(WaitResult.READY, wait.get());
  }

  @Test
  void shouldRememberSignalsAsOne() {
    notifier.signal();
    notifier.signal();
    assertEquals(WaitResult.SIGNALLED, notifier.await(NEVER, Deadline.FOREVER));
    assertEquals(WaitResult.TIMED_OUT, notifier.await(NEVER, inMillis(10)));
  }

  @RepeatedTest(100)
  void shouldReleaseAsManyWaitersAsSignalsInSuccession() throws Exception {
    List<CompletableFuture<WaitResult>> waits = takeAside(4);
    untilAsleep(4);
    for (int i = 0; i < 4; i++) {
      notifier.signal();
    }
    for (CompletableFuture<WaitResult> wait : waits) {
      assertEquals(WaitResult.SIGNALLED, wait.get());
    }
    assertEquals(WaitResult.TIMED_OUT, notifier.await(NEVER, System.nanoTime() - 1));
  }

  @Test
  void shouldReleaseOneWaiterPerSignal() throws Exception {
    List<CompletableFuture<WaitResult>> waits = takeAside(3);
    for (int left = 3; left > 0; left--) {
      untilAsleep(left);
      notifier.signal();
      var first = CompletableFuture.anyOf(waits.toArray(CompletableFuture[]::new));
      assertEquals(WaitResult.SIGNALLED, first.get());
      waits.removeIf(CompletableFuture::isDone);
      assertEquals(left - 1, waits.size());
    }
  }

  @Test
  void shouldEndAllWaitsWhenClosed() throws Exception {
    List<CompletableFuture<WaitResult>> waits = takeAside(4);
    untilAsleep(4);
    notifier.close();
    notifier.close();
    for (CompletableFuture<WaitResult> wait : waits) {
      assertEquals(WaitResult.CLOSED, wait.get());
    }
    assertEquals(WaitResult.CLOSED, notifier.await(NEVER, Deadline.FOREVER));
  }

  @ParameterizedTest
  @EnumSource
  void shouldHoldDeadlinesAndSeeEntriesHoweverItIdles(IdleStrategy idling) throws Exception {
    Notifier idle = new Notifier(idling, 5_000, null);
    assertEquals(WaitResult.TIMED_OUT, idle.await(NEVER, inMillis(20)));
    CompletableFuture<WaitResult> wait = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .start(() -> wait.complete(idle.await(this::anyEntry, Deadline.FOREVER)));
    entries.release();
    idle.published();
    assertEquals(WaitResult.READY, wait.get());
  }

  @Test
  void shouldTellTheSetItIsAMemberOf() throws Exception {
    Notifier member = new Notifier();
    member.forwardTo(notifier);
    CompletableFuture<WaitResult> wait = takeOneAside(true, Deadline.FOREVER);
    untilAsleep(1);
    entries.release();
    member.published();
    assertEquals(WaitResult.READY, wait.get());
    member.stopForwardingTo(notifier);
    assertFalse(member.isArmed());
  }

  @Test
  void shouldRefuseNegativeSpinTime() {
    var thrown =
        assertThrows(
            IllegalArgumentException.class, () -> new Notifier(IdleStrategy.PARK, -1, null));
    assertEquals("spinNanos=-1, allowed: 0 or more", thrown.getMessage());
  }

  /**
   * As many waits as entries, with interrupts, timeouts and signals between: all entries are taken.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Tag("long")
  void shouldStrandNoEntryAndNoWaiter(boolean virtual) throws Exception {
    int waiters = 4;
    int perWaiter = 3_000;
    CountDownLatch done = new CountDownLatch(waiters);
    Thread[] threads = new Thread[waiters];
    for (int w = 0; w < waiters; w++) {
      int number = w;
      Runnable task =
          () -> {
            for (int taken = 0; taken < perWaiter; ) {
              long deadline =
                  number == 0 ? Deadline.after(50, TimeUnit.MICROSECONDS) : Deadline.FOREVER;
              if (takeOne(deadline) == WaitResult.READY) {
                taken++;
              }
              Thread.interrupted();
            }
            done.countDown();
          };
      threads[w] = virtual ? Thread.startVirtualThread(task) : Thread.ofPlatform().start(task);
    }
    for (int i = 0; i < waiters * perWaiter; i++) {
      publish();
      if (i % 50 == 0) {
        threads[1].interrupt();
        notifier.signal();
      }
      if (i % 3 == 0) {
        Thread.yield();
      }
    }
    assertTrue(done.await(300, TimeUnit.SECONDS), () -> "left " + entries.availablePermits());
    assertEquals(0, entries.availablePermits());
    assertEquals(0, notifier.waiters());
    assertFalse(notifier.isArmed());
  }

  @Test
  @Tag("long")
  void shouldHoldThousandsOfVirtualThreads() throws Exception {
    int threads = 5_000;
    List<CompletableFuture<WaitResult>> waits = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      waits.add(takeOneAside(true, Deadline.FOREVER));
    }
    untilAsleep(threads);
    for (int i = 0; i < threads; i++) {
      publish();
    }
    for (CompletableFuture<WaitResult> wait : waits) {
      assertEquals(WaitResult.READY, wait.get());
    }
  }

  @Test
  @Timeout(value = 600, unit = TimeUnit.SECONDS)
  void shouldNotSleepWhenItsWakeUpWasUsedUpByALockInItsOwnLook() {
    Notifier notifier = new Notifier();
    int[] looks = {0};
    Readiness condition =
        new Readiness() {
          @Override
          public boolean holds() {
            return looks[0] > 2;
          }

          @Override
          public boolean advance() {
            if (++looks[0] == 2) {
              notifier.wake();
              LockSupport.park(); // as a contended lock does: the permit of the wake-up is consumed
            }
            return holds();
          }
        };
    assertEquals(WaitResult.READY, notifier.await(condition, Deadline.FOREVER));
  }

  /** A thread that stayed in the waiter queue without parking would be woken instead of another. */
  @Test
  void shouldLeaveTheLineWhenALookFails() {
    AtomicInteger looks = new AtomicInteger();
    Readiness failing =
        () -> {
          if (looks.incrementAndGet() > 1) {
            throw new IllegalStateException("there is nothing to look at");
          }
          return false;
        };
    assertThrows(IllegalStateException.class, () -> notifier.await(failing, Deadline.FOREVER));
    assertEquals(0, notifier.waiters());
    assertFalse(notifier.isArmed());
  }
}
