package dev.weft.benchmarks.measure;

import dev.weft.benchmarks.contenders.Conversation;
import dev.weft.benchmarks.contenders.Side;
import dev.weft.cli.workload.Pinning;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures the time from the send that wakes a parked thread until that thread has the number,
 * which is the time of the send. The sender pauses in between, for long enough that the other has
 * stopped spinning, and yields the processor at once if they share one.
 */
final class WakeUp {
  private static final long OVER = -1;
  private static final long PAUSE_NANOS = 300_000;
  private static final int LEAST = 200;

  /** Wake-ups before the measurement, so that their code is compiled. */
  static final int TIMES_TO_WARM_UP = 10_000;

  /** Long enough for the other thread to park. */
  private static final long SHORT_PAUSE_NANOS = 20_000;

  private final double[] latencies;
  private volatile int woken;

  private WakeUp(int times) {
    this.latencies = new double[times];
  }

  /**
   * Nanoseconds, the median.
   *
   * @param processor where the sleeping thread runs; the sender runs on 1
   */
  static double measure(String name, int processor, long nanos) throws Exception {
    Conversation conversation = Conversation.open(name);
    Side sender = conversation.asking();
    Side sleeper = conversation.answering();
    WakeUp wakeUp = new WakeUp(timesIn(nanos));
    Thread sleeping = Thread.ofPlatform().daemon().start(() -> wakeUp.sleep(sleeper, processor));
    Pinning.pinTo(1);
    wakeUp.wake(sender);
    sleeping.join();
    conversation.resource().close();
    return Median.ofSecondHalf(wakeUp.latencies);
  }

  /** How often a thread is woken in this time, after warm-up. */
  static int timesIn(long nanos) {
    return Math.max(LEAST, (int) (nanos / PAUSE_NANOS));
  }

  /** The sender's pause before the next wake-up, after this many. */
  static long pauseBefore(long times) {
    return times < TIMES_TO_WARM_UP ? SHORT_PAUSE_NANOS : PAUSE_NANOS;
  }

  /** Never sends a number before the last one was taken. */
  private void wake(Side sender) {
    int times = TIMES_TO_WARM_UP + latencies.length;
    for (int i = 0; i <= times; i++) {
      do {
        LockSupport.parkNanos(pauseBefore(i));
      } while (woken < i);
      sender.send(i < times ? System.nanoTime() : OVER);
    }
  }

  private void sleep(Side sleeper, int processor) {
    Pinning.pinTo(processor);
    for (int i = 0; i < TIMES_TO_WARM_UP + latencies.length; i++) {
      long sent = sleeper.receive();
      latencies[Math.max(0, i - TIMES_TO_WARM_UP)] = System.nanoTime() - sent;
      woken = i + 1;
    }
    long last = sleeper.receive();
    if (last != OVER) {
      throw new IllegalStateException("last=" + last + ", expected " + OVER);
    }
  }
}
