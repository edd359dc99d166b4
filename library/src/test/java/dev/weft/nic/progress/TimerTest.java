package dev.weft.nic.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
public class TimerTest {
  private static final int ATTEMPTS = 4;

  /** An alarm that always throws and is due again at once, like a lock with work left. */
  private static final class Failing {
    private final Timer.Alarm alarm = new Timer.Alarm(this::ring);
    private final Class<? extends Error> what;
    private final AtomicInteger attempts = new AtomicInteger();

    Failing(Class<? extends Error> what) {
      this.what = what;
    }

    private void ring() {
      attempts.incrementAndGet();
      Timer.PROCESS.set(alarm, 0);
      try {
        throw what.getConstructor().newInstance();
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static CountDownLatch setAtOnce() {
    CountDownLatch rung = new CountDownLatch(1);
    Timer.PROCESS.set(new Timer.Alarm(rung::countDown), 0);
    return rung;
  }

  @ParameterizedTest
  @ValueSource(classes = {OutOfMemoryError.class, AssertionError.class, InternalError.class})
  void shouldRingOthersWhileOneAlarmFails(Class<? extends Error> what) throws Exception {
    long start = System.nanoTime();
    Failing failing = new Failing(what);
    Timer.PROCESS.set(failing.alarm, 0);
    for (int i = 0; i < 100 || failing.attempts.get() < ATTEMPTS; i++) {
      setAtOnce().await();
    }
    Timer.PROCESS.cancel(failing.alarm);
    long seconds = 1 + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
    int attempts = failing.attempts.get();
    assertTrue(attempts <= 12 + seconds, () -> attempts + " attempts in " + seconds + " s");
  }

  /** An alarm that failed for lack of memory fires again. */
  @Test
  void shouldRingAgainAfterAFailure() throws Exception {
    CountDownLatch done = new CountDownLatch(2);
    Timer.PROCESS.set(
        new Timer.Alarm(
            () -> {
              done.countDown();
              if (done.getCount() > 0) {
                throw new OutOfMemoryError("as where the heap is full");
              }
            }),
        0);
    done.await();
  }

  /** Sets an alarm again each time it has rung, while the timer thread goes to sleep and wakes. */
  private static final class Repeated implements Runnable {
    private static final int TIMES = 3000;
    private final AtomicInteger rung = new AtomicInteger();
    private final Timer.Alarm alarm = new Timer.Alarm(rung::incrementAndGet);

    @Override
    public void run() {
      for (int i = 0; i < TIMES; i++) {
        Timer.PROCESS.set(alarm, TimeUnit.HOURS.toNanos(1));
        Timer.PROCESS.set(alarm, i % 2 == 0 ? 0 : TimeUnit.MICROSECONDS.toNanos(i % 100));
        while (rung.get() == i) {
          Thread.onSpinWait();
        }
      }
    }
  }

  @Test
  void shouldMissNoAlarm() throws Exception {
    Repeated one = new Repeated();
    Repeated other = new Repeated();
    Thread thread = Thread.ofPlatform().daemon().start(other);
    one.run();
    thread.join();
    assertEquals(Repeated.TIMES, one.rung.get());
    assertEquals(Repeated.TIMES, other.rung.get());
  }

  /** Occupies the timer thread, so that no alarm is due while the test sets and cancels one. */
  private static final class Blocking {
    private final Timer.Alarm alarm = new Timer.Alarm(this::ring);
    private final CountDownLatch rings = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    private void ring() {
      rings.countDown();
      try {
        released.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Test
  void shouldNotRingACanceledAlarm() throws Exception {
    Blocking blocking = new Blocking();
    Repeated canceled = new Repeated();
    Timer.PROCESS.set(blocking.alarm, 0);
    blocking.rings.await();
    Timer.PROCESS.set(canceled.alarm, 0);
    Timer.PROCESS.cancel(canceled.alarm);
    blocking.released.countDown();
    setAtOnce().await();
    assertEquals(0, canceled.rung.get());
  }
}
