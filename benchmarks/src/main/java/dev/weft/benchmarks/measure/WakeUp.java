package dev.weft.benchmarks.measure;

import dev.weft.benchmarks.contenders.Conversation;
import dev.weft.benchmarks.contenders.Side;
import java.util.concurrent.locks.LockSupport;

/**
 * How long a thread that sleeps takes from the send that wakes it until it has the number, which is
 * the time of the send. The sender sleeps in between, for long enough that the other has given up
 * spinning, and leaves the processor at once where they share one.
 */
final class WakeUp {
  private static final long OVER = -1;
  private static final long PAUSE_NANOS = 300_000;
  private static final int WARM_UPS = 50_000;
  private static final int LEAST = 200;

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
    for (long value = 1; value <= WARM_UPS; value++) {
      sender.send(value);
      sleeper.receive();
    }
    WakeUp wakeUp = new WakeUp(Math.max(LEAST, (int) (nanos / PAUSE_NANOS)));
    Thread sleeping = Thread.ofPlatform().daemon().start(() -> wakeUp.sleep(sleeper, processor));
    Pinning.pinTo(1);
    wakeUp.wake(sender);
    sleeping.join();
    conversation.resource().close();
    return Percentile.ofSecondHalf(wakeUp.latencies, wakeUp.latencies.length, 50);
  }

  /** Never sends a number before the last one was taken. */
  private void wake(Side sender) {
    for (int i = 0; i <= latencies.length; i++) {
      do {
        LockSupport.parkNanos(PAUSE_NANOS);
      } while (woken < i);
      sender.send(i < latencies.length ? System.nanoTime() : OVER);
    }
  }

  private void sleep(Side sleeper, int processor) {
    Pinning.pinTo(processor);
    for (int i = 0; i < latencies.length; i++) {
      long sent = sleeper.receive();
      latencies[i] = System.nanoTime() - sent;
      woken = i + 1;
    }
    long last = sleeper.receive();
    if (last != OVER) {
      throw new IllegalStateException("last=" + last + ", expected " + OVER);
    }
  }
}
