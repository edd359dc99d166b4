package dev.weft.nic.queuepair;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** Every interleaving of threads that enter, or set the pending bit of, one lock. */
public class PendingBitLockModelTest {
  private final PendingBitLock entrance = new PendingBitLock();

  /** Work that was left and is not yet done; each thread adds before it sets the bit. */
  private volatile int left;

  private int inside;
  private int mostInside;

  /** Leaves work, and serves it unless the holder will. */
  @Operation
  public void leaveWork() {
    left = 1;
    if (entrance.enterOrMark()) {
      serve();
    }
  }

  /** Enters for work of its own. */
  @Operation
  public void enter() {
    entrance.enter();
    serve();
  }

  /** Enters if the lock is free. */
  @Operation
  public void enterIfFree() {
    if (entrance.enterIfFree()) {
      serve();
    }
  }

  private void serve() {
    inside++;
    mostInside = Math.max(mostInside, inside);
    do {
      left = 0;
    } while (!leave());
  }

  private boolean leave() {
    inside--;
    boolean free = entrance.leave();
    inside += free ? 0 : 1;
    return free;
  }

  /** After all threads: one was inside at a time, and no work was forgotten. */
  @Validate
  public void shouldForgetNoWork() {
    assertEquals(0, left);
    assertEquals(true, mostInside <= 1);
    assertEquals(true, entrance.enterIfFree());
  }

  @Test
  void shouldHoldInEveryInterleaving() {
    new ModelCheckingOptions()
        .iterations(20)
        .invocationsPerIteration(500)
        .threads(3)
        .actorsPerThread(2)
        .actorsBefore(0)
        .actorsAfter(0)
        .check(PendingBitLockModelTest.class);
  }
}
