package dev.weft.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.stress.Models;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/**
 * Model checks every interleaving of threads that publish, wait and leave. A lost wake-up is a
 * thread that waits for ever, which the checker reports.
 */
public class NotifierModelTest {
  private final Notifier notifier =
      new Notifier(IdleStrategy.PARK, 0, null, new StrictParking(), new WaiterQueue());
  private final AtomicInteger announced = new AtomicInteger();
  private final AtomicInteger entries = new AtomicInteger();

  private final Readiness some =
      new Readiness() {
        @Override
        public boolean holds() {
          return entries.get() > 0;
        }
      };

  /** Announces one entry, then publishes it. */
  @Operation
  public void publish() {
    announced.incrementAndGet();
    entries.incrementAndGet();
    notifier.published();
  }

  /** Waits for one of the announced entries, if there is one that no other thread waits for. */
  @Operation
  public void take() {
    if (decrement(announced)) {
      while (!decrement(entries)) {
        notifier.await(some, Deadline.FOREVER);
      }
      notifier.passOn();
    }
  }

  private static boolean decrement(AtomicInteger count) {
    int seen = count.get();
    return seen > 0 && count.compareAndSet(seen, seen - 1);
  }

  /** After all threads: entries add up, and nothing is left armed. */
  @Validate
  public void shouldLeaveNothingBehind() {
    assertEquals(announced.get(), entries.get());
    assertEquals(0, notifier.waiters());
    assertEquals(false, notifier.isArmed());
  }

  @Test
  void shouldHoldInEveryInterleaving() {
    new ModelCheckingOptions()
        .iterations(Models.programs(7))
        .invocationsPerIteration(500)
        .threads(3)
        .actorsPerThread(2)
        .actorsBefore(0)
        .actorsAfter(0)
        .check(NotifierModelTest.class);
  }
}
