package dev.weft.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The calls of a notifier to its {@link Parking}, all on one thread. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class NotifierParkingTest {
  private final List<String> calls = new ArrayList<>();
  private final WaiterQueue line = new WaiterQueue();
  private final Notifier notifier = new Notifier(IdleStrategy.PARK, 0, null, new Recorder(), line);
  private Runnable whileAsleep = () -> {};
  private boolean entry;

  /** Records calls and does not park; runs the events of the meantime within the call. */
  private final class Recorder implements Parking {
    @Override
    public void park(Waiter waiter, long deadline) {
      calls.add("park");
      assertTrue(calls.size() < 10, "it is not woken");
      assertEquals(1, line.size());
      whileAsleep.run();
    }

    @Override
    public void unpark(Thread thread) {
      assertEquals(Thread.currentThread(), thread);
      calls.add("unpark");
    }

    @Override
    public void onLeave() {
      calls.add("left");
    }

    @Override
    public void keepWatch() {
      calls.add("keepWatch");
    }

    @Override
    public void close() {
      calls.add("close");
    }
  }

  private void publish() {
    entry = true;
    notifier.published();
  }

  private WaitResult await() {
    return notifier.await(() -> entry, Deadline.FOREVER);
  }

  private void assertNoWaiterIsLeft() {
    assertEquals(0, notifier.waiters());
    assertFalse(notifier.isArmed());
  }

  @Test
  void shouldSayWhenAWaitHasEnded() {
    whileAsleep = this::publish;
    assertEquals(WaitResult.READY, await());
    assertEquals(List.of("park", "unpark", "left"), calls);
    assertNoWaiterIsLeft();
  }

  @Test
  void shouldSayWhenAWaitHasFailed() {
    Readiness failing =
        () -> {
          if (notifier.waiters() > 0) {
            throw new IllegalStateException("there is nothing to look at");
          }
          return false;
        };
    assertThrows(IllegalStateException.class, () -> notifier.await(failing, Deadline.FOREVER));
    assertEquals(List.of("left"), calls);
    assertNoWaiterIsLeft();
  }

  @Test
  void shouldLineUpAgainWhenItWasChosenForNothing() {
    whileAsleep =
        () -> {
          whileAsleep = this::publish;
          notifier.wake();
        };
    assertEquals(WaitResult.READY, await());
    assertEquals(List.of("park", "unpark", "park", "unpark", "left"), calls);
    assertNoWaiterIsLeft();
  }

  @Test
  void shouldWakeWithASignal() {
    whileAsleep = notifier::signal;
    assertEquals(WaitResult.SIGNALLED, await());
    assertEquals(List.of("park", "unpark", "left"), calls);
    assertNoWaiterIsLeft();
  }

  @Test
  void shouldWakeWhenItIsClosed() {
    whileAsleep = notifier::close;
    assertEquals(WaitResult.CLOSED, await());
    assertEquals(List.of("park", "unpark", "close", "left"), calls);
    assertNoWaiterIsLeft();
  }

  @Test
  void shouldEndWhenInterrupted() {
    long deadline = Deadline.after(1, TimeUnit.HOURS);
    whileAsleep = () -> Thread.currentThread().interrupt();
    assertEquals(WaitResult.INTERRUPTED, notifier.await(() -> false, deadline));
    assertTrue(Thread.interrupted());
    assertEquals(List.of("park", "left"), calls);
    assertNoWaiterIsLeft();
  }

  @Test
  void shouldNotWakeAWaiterBelowItsThreshold() {
    whileAsleep =
        () -> {
          notifier.published();
          notifier.passOn();
          whileAsleep = this::publish;
        };
    assertEquals(WaitResult.READY, await());
    assertEquals(List.of("park", "park", "unpark", "left"), calls);
  }

  @Test
  void shouldPassOnWhatIsLeft() {
    whileAsleep =
        () -> {
          entry = true;
          notifier.passOn();
        };
    assertEquals(WaitResult.READY, await());
    assertEquals(List.of("park", "unpark", "left"), calls);
  }

  @Test
  void shouldHaveItWatchedWhenASetListens() {
    notifier.forwardTo(new Notifier());
    assertEquals(List.of("keepWatch"), calls);
    assertTrue(notifier.isArmed());
  }

  /** The next publication would choose the thread that has gone, and not another one. */
  @Test
  void shouldLeaveTheQueueIfItCannotSleep() {
    whileAsleep =
        () -> {
          throw new UncheckedIOException(new IOException("the selector fails"));
        };
    assertThrows(UncheckedIOException.class, this::await);
    assertEquals(0, line.size());
    assertFalse(notifier.isArmed());
    assertEquals(List.of("park", "left"), calls);
  }

  @Test
  void shouldPassOnTheWakeUpIfItCannotSleep() {
    notifier.forwardTo(new Notifier()); // so that it stays armed for the second waiter
    whileAsleep =
        () -> {
          publish();
          line.join(() -> true);
          throw new IllegalStateException("woken, and fails");
        };
    assertThrows(IllegalStateException.class, this::await);
    assertEquals(0, line.size());
  }
}
