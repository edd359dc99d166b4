package dev.weft.ffm.fid;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of threads with and without a flag of their own, while the object is closed. */
class UseCountTest {
  private static final int FLAGS = 2;
  private final UseCount uses = new UseCount(FLAGS);
  private final AtomicBoolean closed = new AtomicBoolean();

  @Test
  void shouldCloseOnlyOnceTheCallerHasLeft() throws InterruptedException {
    closeWhileInside();
  }

  private void closeWhileInside() throws InterruptedException {
    assertTrue(uses.enter());
    Thread closer = startClosing();
    assertFalse(closed.get());
    uses.leave();
    closer.join();
    assertFalse(uses.enter());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, FLAGS, FLAGS + 1})
  void shouldCloseOnlyOnceThatThreadHasLeft(int which) throws InterruptedException {
    Caller[] callers = callers(which);
    Thread closer = startClosing();
    for (Caller caller : callers) {
      assertFalse(closed.get());
      caller.leave();
    }
    closer.join();
    assertFalse(uses.enter());
  }

  @Test
  void shouldCountThreadsWithAndWithoutAFlag() throws InterruptedException {
    uses.enter();
    assertTrue(uses.isAlone());
    Caller[] callers = callers(FLAGS + 1);
    assertFalse(uses.isAlone());
    for (Caller caller : callers) {
      assertFalse(uses.isAlone());
      caller.leave();
    }
    assertTrue(uses.isAlone());
    uses.leave();
  }

  @Test
  void shouldGiveTheFlagOfAThreadThatHasEndedToAnother() throws InterruptedException {
    for (Caller caller : callers(FLAGS + 1)) {
      caller.leave();
    }
    closeWhileInside();
  }

  /** Threads that are inside a call, one after the other. */
  private Caller[] callers(int count) throws InterruptedException {
    Caller[] callers = new Caller[count];
    for (int i = 0; i < count; i++) {
      callers[i] = new Caller(uses);
    }
    return callers;
  }

  /** A thread that is inside a call until {@link #leave}, and then ends. */
  private static final class Caller {
    private final CountDownLatch leaves = new CountDownLatch(1);
    private final Thread thread;

    Caller(UseCount uses) throws InterruptedException {
      CountDownLatch entered = new CountDownLatch(1);
      thread =
          Thread.ofPlatform()
              .start(
                  () -> {
                    uses.enter();
                    entered.countDown();
                    awaitQuietly(leaves);
                    uses.leave();
                  });
      entered.await();
    }

    void leave() throws InterruptedException {
      leaves.countDown();
      thread.join();
    }
  }

  @Test
  void shouldLetThreadsCallAgainAfterReopening() {
    uses.enter();
    uses.leave();
    uses.close();
    assertFalse(uses.enter());
    uses.reopen();
    assertTrue(uses.enter());
    assertTrue(uses.isAlone());
  }

  /** Returns once the closing thread has refused new calls, and waits. */
  private Thread startClosing() {
    Thread closer =
        Thread.ofPlatform()
            .start(
                () -> {
                  uses.close();
                  closed.set(true);
                });
    while (!uses.isClosed()) {
      Thread.onSpinWait();
    }
    return closer;
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
