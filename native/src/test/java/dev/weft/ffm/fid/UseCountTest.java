package dev.weft.ffm.fid;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Calls of the owner's thread, of others and of new owners, while the object is closed. */
class UseCountTest {
  private final UseCount uses = new UseCount();
  private final AtomicBoolean closed = new AtomicBoolean();

  @Test
  void shouldCloseOnlyOnceTheOwnerHasLeft() throws InterruptedException {
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

  @Test
  void shouldCloseOnlyOnceOthersHaveLeft() throws InterruptedException {
    becomeOwner();
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch leaves = new CountDownLatch(1);
    Thread other =
        Thread.ofPlatform()
            .start(
                () -> {
                  uses.enter();
                  entered.countDown();
                  awaitQuietly(leaves);
                  uses.leave();
                });
    entered.await();
    Thread closer = startClosing();
    assertFalse(closed.get());
    leaves.countDown();
    closer.join();
    other.join();
    assertFalse(uses.enter());
  }

  @Test
  void shouldCountTheOwnerAndOthersTogether() throws InterruptedException {
    uses.enter();
    assertTrue(uses.isAlone());
    boolean[] alone = {true};
    run(
        () -> {
          uses.enter();
          alone[0] = uses.isAlone();
          uses.leave();
        });
    assertFalse(alone[0]);
    assertTrue(uses.isAlone());
    uses.leave();
  }

  @Test
  void shouldLetThreadsCallAfterTheOwnerHasEnded() throws InterruptedException {
    run(this::becomeOwner);
    closeWhileInside();
  }

  @Test
  void shouldLetTheOwnerCallAgainAfterReopening() {
    becomeOwner();
    uses.close();
    assertFalse(uses.enter());
    uses.reopen();
    assertTrue(uses.enter());
    assertTrue(uses.isAlone());
  }

  private void becomeOwner() {
    uses.enter();
    uses.leave();
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

  private static void run(Runnable task) throws InterruptedException {
    Thread thread = Thread.ofPlatform().start(task);
    thread.join();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
