package dev.weft.wait;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

public class SpinLockTest {
  private final SpinLock lock = new SpinLock();

  @Test
  void shouldBeHeldOnce() {
    lock.lock();
    assertFalse(lock.tryLock());
    lock.unlock();
    assertTrue(lock.tryLock());
    assertFalse(lock.tryLock());
    lock.unlock();
    lock.lock();
  }

  @Test
  void shouldRefuseToBeUnlockedWhereItIsNotHeld() {
    assertThrows(AssertionError.class, lock::unlock);
    assertTrue(lock.tryLock());
  }

  @Test
  void shouldLetAWaitingThreadEnter() throws InterruptedException {
    lock.lock();
    boolean[] in = {false};
    Thread other =
        Thread.ofPlatform()
            .start(
                () -> {
                  lock.lock();
                  in[0] = true;
                  lock.unlock();
                });
    while (!isContending(other)) {
      Thread.onSpinWait();
    }
    assertFalse(in[0]);
    lock.unlock();
    other.join();
    assertTrue(in[0]);
  }

  /** Whether a thread waits for a lock of this class. */
  public static boolean isContending(Thread thread) {
    return Arrays.stream(thread.getStackTrace())
        .anyMatch(
            frame ->
                frame.getClassName().equals(SpinLock.class.getName())
                    && frame.getMethodName().equals("contend"));
  }
}
