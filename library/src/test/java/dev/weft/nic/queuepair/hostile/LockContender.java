package dev.weft.nic.queuepair.hostile;

import dev.weft.nic.queuepair.QueuePairMachine;
import java.util.concurrent.TimeUnit;

/**
 * A thread that holds the lock of a queue pair most of the time, as the timer thread does when it
 * is descheduled while it serves.
 */
final class LockContender implements AutoCloseable {
  private static final long HOLD = TimeUnit.MICROSECONDS.toNanos(200);

  private final QueuePairMachine machine;
  private final Thread thread = Thread.ofPlatform().daemon().unstarted(this::run);
  private volatile boolean closed;

  LockContender(QueuePairMachine machine) {
    this.machine = machine;
    thread.start();
  }

  private void run() {
    while (!closed) {
      machine.enter();
      try {
        long start = System.nanoTime();
        while (System.nanoTime() - start < HOLD) {
          Thread.onSpinWait();
        }
      } finally {
        machine.exit();
      }
      Thread.yield();
    }
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
