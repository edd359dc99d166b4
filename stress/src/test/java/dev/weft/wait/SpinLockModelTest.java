package dev.weft.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.stress.Models;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** Model checks every interleaving of threads that contend for one lock. */
public class SpinLockModelTest {
  private final SpinLock lock = new SpinLock();
  private int holders;
  private int mostHolders;
  private boolean held;

  /** Waits for the lock. */
  @Operation
  public void lock() {
    lock.lock();
    hold();
    lock.unlock();
  }

  /** Takes the lock if it is free. */
  @Operation
  public void tryLock() {
    if (lock.tryLock()) {
      hold();
      lock.unlock();
    }
  }

  private void hold() {
    holders++;
    mostHolders = Math.max(mostHolders, holders);
    holders--;
    held = true;
  }

  /** After all threads: one held it at a time, and it is free. */
  @Validate
  public void shouldHaveOneHolder() {
    assertEquals(held ? 1 : 0, mostHolders);
    assertEquals(0, holders);
    assertEquals(true, lock.tryLock());
  }

  @Test
  void shouldHoldInEveryInterleaving() {
    new ModelCheckingOptions()
        .iterations(Models.programs(5))
        .invocationsPerIteration(500)
        .threads(2)
        .actorsPerThread(2)
        .actorsBefore(0)
        .actorsAfter(0)
        .check(SpinLockModelTest.class);
  }
}
