package dev.weft.benchmarks.measure;

import dev.weft.benchmarks.contenders.Handover;
import dev.weft.cli.workload.Pinning;
import java.util.concurrent.TimeUnit;

/** Measures the records per second through a queue: writers on processor 0, the reader on 1. */
final class HandoverRate {
  private static final int SLICE_RECORDS = 100_000;
  private static final int WARM_UP_RECORDS = 2_000_000;

  /** The compiler needs some of this time, beside two threads that leave it no processor. */
  private static final long SETTLING_NANOS = TimeUnit.SECONDS.toNanos(1);

  private HandoverRate() {}

  /** Millions a second, the median of the slices of {@value #SLICE_RECORDS} records. */
  static double measure(String name, boolean manyWriters, int writers, long nanos)
      throws InterruptedException {
    warmUp(Handover.open(name, manyWriters));
    Handover queue = Handover.open(name, manyWriters);
    Thread[] threads = new Thread[writers];
    for (int i = 0; i < writers; i++) {
      threads[i] = Thread.ofPlatform().daemon().start(() -> sendUntilInterrupted(queue));
    }
    Pinning.pinTo(1);
    settle(queue);
    double rate =
        Median.ofSlices(nanos, slice -> SLICE_RECORDS * 1e3 / receive(queue, SLICE_RECORDS));
    stop(threads, queue);
    return rate;
  }

  /** Keeps reading, because a writer may be blocked in a peer's call until there is room. */
  private static void stop(Thread[] threads, Handover queue) {
    for (Thread thread : threads) {
      thread.interrupt();
      while (thread.isAlive()) {
        queue.receive();
      }
    }
  }

  /** Warms up in one thread, before two pinned threads leave the compiler no processor. */
  private static void warmUp(Handover queue) {
    for (int done = 0; done < WARM_UP_RECORDS; done += Handover.BATCH) {
      for (int i = 0; i < Handover.BATCH; i++) {
        if (!queue.send(done + 1)) {
          throw new IllegalStateException("room=0 in an empty queue");
        }
      }
      receive(queue, Handover.BATCH);
    }
  }

  /** Full and empty queues occur with two threads only, and their code is compiled now. */
  private static void settle(Handover queue) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < SETTLING_NANOS) {
      receive(queue, SLICE_RECORDS);
    }
  }

  private static void sendUntilInterrupted(Handover queue) {
    Pinning.pinTo(0);
    long value = 1;
    while (!Thread.currentThread().isInterrupted()) {
      for (int i = 0; i < 1_000; i++) {
        if (queue.send(value)) {
          value++;
        }
      }
    }
  }

  private static long receive(Handover queue, int records) {
    long start = System.nanoTime();
    for (int left = records; left > 0; ) {
      left -= queue.receive();
    }
    return System.nanoTime() - start;
  }
}
