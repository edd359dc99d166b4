package dev.weft.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A thread that was woken and does not use its wake-up passes it on. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class NotifierDutyTest {
  private final Notifier notifier = new Notifier();
  private final AtomicBoolean entry = new AtomicBoolean();

  private void untilInLine(int threads) {
    while (notifier.waiters() != threads) {
      Thread.onSpinWait();
    }
  }

  private CompletableFuture<WaitResult> await(Readiness condition) {
    CompletableFuture<WaitResult> result = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .start(() -> result.complete(notifier.await(condition, Deadline.FOREVER)));
    return result;
  }

  /** A condition that runs this in its first check as a waiter, and holds afterwards. */
  private Readiness once(Runnable action) {
    AtomicInteger looks = new AtomicInteger();
    return new Readiness() {
      @Override
      public boolean holds() {
        return false;
      }

      @Override
      public boolean advance() {
        if (looks.incrementAndGet() == 2) {
          action.run();
          return true;
        }
        return false;
      }
    };
  }

  @Test
  void shouldWakeTheNextWhenItIsChosenInItsLastLook() throws Exception {
    AtomicBoolean behind = new AtomicBoolean();
    CompletableFuture<WaitResult> first =
        await(
            once(
                () -> {
                  behind.set(true);
                  untilInLine(2);
                  entry.set(true);
                  notifier.wake(); // chooses the first waiter, which does not need it any more
                }));
    while (!behind.get()) {
      Thread.onSpinWait();
    }
    CompletableFuture<WaitResult> second = await(entry::get);
    assertEquals(WaitResult.READY, first.get());
    assertEquals(WaitResult.READY, second.get());
    assertFalse(notifier.isArmed());
  }

  @Test
  void shouldLeaveASignalToTheNextWhenItsOwnConditionHolds() throws Exception {
    AtomicBoolean behind = new AtomicBoolean();
    CompletableFuture<WaitResult> first =
        await(
            once(
                () -> {
                  behind.set(true);
                  untilInLine(2);
                  notifier.signal();
                }));
    while (!behind.get()) {
      Thread.onSpinWait();
    }
    CompletableFuture<WaitResult> second = await(() -> false);
    assertEquals(WaitResult.READY, first.get());
    assertEquals(WaitResult.SIGNALLED, second.get());
  }

  @Test
  void shouldGoOnTellingASetWhenAnotherIsDropped() {
    Notifier member = new Notifier();
    member.stopForwardingTo(notifier);
    assertFalse(member.isArmed());
    member.forwardTo(notifier);
    member.stopForwardingTo(new Notifier());
    assertTrue(member.isArmed());
    CompletableFuture<WaitResult> wait = await(entry::get);
    untilInLine(1);
    entry.set(true);
    member.published();
    assertEquals(WaitResult.READY, wait.join());
  }

  @Test
  void shouldServeInOrderWhenWaitersLeaveTheQueue() throws Exception {
    AtomicBoolean[] ready = new AtomicBoolean[4];
    CompletableFuture<?>[] waits = new CompletableFuture<?>[ready.length];
    for (int i = 0; i < ready.length; i++) {
      AtomicBoolean own = new AtomicBoolean();
      ready[i] = own;
      waits[i] = await(own::get);
      untilInLine(i + 1);
    }
    for (int i : new int[] {1, 3, 0, 2}) { // from the middle, the end, the front, the last
      ready[i].set(true);
      notifier.published();
      assertEquals(WaitResult.READY, waits[i].get());
      assertTrue(notifier.isArmed() || i == 2);
    }
    assertEquals(0, notifier.waiters());
    assertFalse(notifier.isArmed());
  }
}
