package dev.weft.nic.queuepair;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The timer thread survives exceptions of an alarm, and does not spin on it. */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TimerTest {
  private static final int ATTEMPTS = 4;

  /** An alarm that always throws and is due again at once, like a lock with work left. */
  private static final class Failing extends Timer.Alarm {
    private final Class<? extends Error> what;
    private final AtomicInteger attempts = new AtomicInteger();

    Failing(Class<? extends Error> what) {
      this.what = what;
    }

    @Override
    void ring() {
      attempts.incrementAndGet();
      Timer.PROCESS.set(this, 0);
      try {
        throw what.getConstructor().newInstance();
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static final class Good extends Timer.Alarm {
    private final CountDownLatch rung = new CountDownLatch(1);

    @Override
    void ring() {
      rung.countDown();
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {OutOfMemoryError.class, AssertionError.class, InternalError.class})
  void shouldRingOthersWhileOneAlarmFails(Class<? extends Error> what) throws Exception {
    long start = System.nanoTime();
    Failing failing = new Failing(what);
    Timer.PROCESS.set(failing, 0);
    for (int i = 0; i < 100 || failing.attempts.get() < ATTEMPTS; i++) {
      Good good = new Good();
      Timer.PROCESS.set(good, 0);
      good.rung.await();
    }
    Timer.PROCESS.cancel(failing);
    long seconds = 1 + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
    int attempts = failing.attempts.get();
    assertTrue(attempts <= 12 + seconds, () -> attempts + " attempts in " + seconds + " s");
  }

  /** An alarm that failed for lack of memory fires again. */
  @Test
  void shouldRingAgainAfterAFailure() throws Exception {
    CountDownLatch done = new CountDownLatch(2);
    Timer.PROCESS.set(
        new Timer.Alarm() {
          @Override
          void ring() {
            done.countDown();
            if (done.getCount() > 0) {
              throw new OutOfMemoryError("as where the heap is full");
            }
          }
        },
        0);
    done.await();
  }
}
