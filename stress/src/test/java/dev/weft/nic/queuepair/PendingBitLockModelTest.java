package dev.weft.nic.queuepair;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.stress.Models;
import dev.weft.wait.PendingBitLock;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** Model checks every interleaving of threads that enter one lock or set its pending bit. */
public class PendingBitLockModelTest {
  private final PendingBitLock entrance = new PendingBitLock();

  /** Pending work; each thread adds to it before it sets the bit. */
  private volatile int left;

  private int inside;
  private int mostInside;

  /** Adds work, and serves it unless the lock holder will. */
  @Operation
  public void leaveWork() {
    left = 1;
    if (entrance.tryEnterOrSetPending()) {
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

  /** After all threads: one held the lock at a time, and no work is left. */
  @Validate
  public void shouldForgetNoWork() {
    assertEquals(0, left);
    assertEquals(true, mostInside <= 1);
    assertEquals(true, entrance.enterIfFree());
  }

  @Test
  void shouldHoldInEveryInterleaving() {
    new ModelCheckingOptions()
        .iterations(Models.programs(10))
        .invocationsPerIteration(500)
        .threads(3)
        .actorsPerThread(2)
        .actorsBefore(0)
        .actorsAfter(0)
        .check(PendingBitLockModelTest.class);
  }
}
