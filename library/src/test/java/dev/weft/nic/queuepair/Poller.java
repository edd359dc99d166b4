package dev.weft.nic.queuepair;

import java.util.concurrent.CountDownLatch;

/** A thread that polls a machine until it is stopped, so that peers do not ring its doorbell. */
final class Poller {
  /** More polls than a machine must see before it counts a thread as its poller. */
  private static final int POLLS = 20;

  private final Thread thread;
  private final CountDownLatch polls = new CountDownLatch(POLLS);
  private volatile boolean stopped;

  /** Starts the thread; on return the machine's peers see that it is polled. */
  Poller(QueuePairMachine machine) throws InterruptedException {
    thread = Thread.ofPlatform().daemon().start(() -> poll(machine));
    polls.await();
  }

  private void poll(QueuePairMachine machine) {
    while (!stopped) {
      machine.progress();
      polls.countDown();
      Thread.yield();
    }
  }

  boolean is(Thread other) {
    return thread.equals(other);
  }

  void stop() throws InterruptedException {
    stopped = true;
    thread.join();
  }
}
