package dev.weft.wait;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 600, unit = TimeUnit.SECONDS)
class BackoffTest {
  private static final int LAST_BEFORE_NAPS = 2063;

  /** A pause that parks would consume the permit, and the last line would park for ever. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1999, 2000, LAST_BEFORE_NAPS})
  void shouldNotSleepAtFirst(int looks) {
    LockSupport.unpark(Thread.currentThread());
    Backoff.pause(looks);
    LockSupport.park();
  }

  @ParameterizedTest
  @ValueSource(ints = {LAST_BEFORE_NAPS + 1, LAST_BEFORE_NAPS + 100, Integer.MAX_VALUE})
  void shouldSleepAWhileAfterManyLooks(int looks) throws InterruptedException {
    AtomicBoolean seen = new AtomicBoolean();
    Thread thread =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  while (!seen.get()) {
                    Backoff.pause(looks);
                  }
                });
    while (thread.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    seen.set(true);
    thread.join();
  }
}
