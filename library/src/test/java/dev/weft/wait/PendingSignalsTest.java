package dev.weft.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PendingSignalsTest {
  private final PendingSignals signals = new PendingSignals();

  private int takeAll() {
    int taken = 0;
    while (signals.take()) {
      taken++;
    }
    return taken;
  }

  private void addMany() {
    for (int i = 0; i < 10; i++) {
      signals.add();
    }
  }

  @Test
  void shouldKeepOneWhileNoThreadWaits() {
    assertFalse(signals.any());
    assertFalse(signals.take());
    addMany();
    assertTrue(signals.any());
    assertEquals(1, takeAll());
    assertFalse(signals.any());
  }

  @Test
  void shouldKeepOneForEachThreadThatWaits() {
    for (int i = 0; i < 3; i++) {
      signals.begin();
    }
    addMany();
    assertEquals(3, takeAll());
  }

  @Test
  void shouldDropThoseOfThreadsThatHaveEnded() {
    for (int i = 0; i < 3; i++) {
      signals.begin();
    }
    addMany();
    assertTrue(signals.take());
    signals.end();
    signals.end(); // without its signal
    assertEquals(1, takeAll());
    signals.end();
    addMany();
    assertEquals(1, takeAll());
  }

  /** Any sequence of calls agrees with two plain numbers. */
  @Test
  void shouldAgreeWithTwoNumbers() {
    SplittableRandom random = new SplittableRandom(1);
    int waiting = 0;
    int pending = 0;
    for (int i = 0; i < 100_000; i++) {
      switch (random.nextInt(4)) {
        case 0 -> {
          signals.add();
          pending = Math.min(pending + 1, Math.max(1, waiting));
        }
        case 1 -> {
          assertEquals(pending > 0, signals.take());
          pending = Math.max(0, pending - 1);
        }
        case 2 -> {
          signals.begin();
          waiting++;
        }
        default -> {
          if (waiting > 0) {
            signals.end();
            waiting--;
            pending = Math.min(pending, Math.max(1, waiting));
          }
        }
      }
      assertEquals(pending > 0, signals.any());
    }
  }
}
