package dev.weft.futures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A thread that waits for the reading turn is woken, however long its timeout is. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class ReadingTurnTest {
  private static final int THREADS = 4;
  private static final int ROUNDS = 2_000;

  private final ReadingTurn turn = new ReadingTurn(Long.MAX_VALUE);
  private final AtomicInteger rounds = new AtomicInteger();

  /** Enters repeatedly, as a thread that waits for its future. */
  private void takeTurns() {
    turn.join();
    try {
      for (int round = 0; round < ROUNDS; ) {
        if (turn.tryEnter()) {
          rounds.incrementAndGet();
          round++;
          turn.leave();
        } else {
          turn.pause();
        }
      }
    } finally {
      turn.quit();
    }
  }

  @Test
  void shouldHandTheTurnOnUntilAllHaveHadTheirs() throws InterruptedException {
    assertTrue(turn.tryEnter());
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      threads.add(Thread.ofPlatform().daemon().start(this::takeTurns));
    }
    turn.leave();
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(THREADS * ROUNDS, rounds.get());
  }

  @Test
  void shouldAskTheReaderToLeave() throws InterruptedException {
    AtomicInteger asked = new AtomicInteger();
    assertTrue(turn.tryEnter());
    Thread thread =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  turn.enter(asked::incrementAndGet);
                  turn.leave();
                });
    while (asked.get() == 0) {
      Thread.onSpinWait();
    }
    turn.leave();
    thread.join();
  }

  @Test
  void shouldSleepWhileAnotherThreadReads() throws InterruptedException {
    assertTrue(turn.tryEnter());
    Thread sleeper = Thread.ofPlatform().daemon().start(turn::awaitOther);
    while (sleeper.getState() != Thread.State.TIMED_WAITING) {
      assertTrue(sleeper.isAlive());
      Thread.onSpinWait();
    }
    turn.leave();
    sleeper.join();
  }
}
