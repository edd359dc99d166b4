package dev.weft.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DeadlineTest {
  @Test
  void shouldTakeNegativeDurationsForForever() {
    assertEquals(Deadline.FOREVER, Deadline.after(-1, TimeUnit.MILLISECONDS));
    assertEquals(Deadline.FOREVER, Deadline.after(Long.MIN_VALUE, TimeUnit.MILLISECONDS));
    assertEquals(Deadline.FOREVER, Deadline.remaining(Deadline.FOREVER));
  }

  @Test
  void shouldCountDown() {
    long deadline = Deadline.after(1, TimeUnit.HOURS);
    long remaining = Deadline.remaining(deadline);
    assertTrue(remaining > 0 && remaining <= TimeUnit.HOURS.toNanos(1));
    assertTrue(Deadline.remaining(System.nanoTime()) <= 0);
  }

  @Test
  void shouldPassOnceItsTimeHasCome() {
    assertTrue(Deadline.hasPassed(System.nanoTime() - 1));
    assertFalse(Deadline.hasPassed(Deadline.after(1, TimeUnit.HOURS)));
    assertFalse(Deadline.hasPassed(Deadline.FOREVER));
  }

  @Test
  void shouldTakeNoDurationForNow() {
    assertNotEquals(Deadline.FOREVER, Deadline.after(0, TimeUnit.MILLISECONDS));
  }

  @Test
  void shouldNotOverflow() {
    long deadline = Deadline.after(Long.MAX_VALUE, TimeUnit.DAYS);
    assertNotEquals(Deadline.FOREVER, deadline);
    assertTrue(Deadline.remaining(deadline) > TimeUnit.DAYS.toNanos(10_000));
  }
}
