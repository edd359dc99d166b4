package dev.weft.nic.queuepair;

import java.util.concurrent.CountDownLatch;

/** A thread that polls a machine, so that nobody else rings it, until it is told to stop. */
final class Poller {
  private final Thread thread;
  private final CountDownLatch polls = new CountDownLatch(2);
  private volatile boolean stopped;

  /** On return the machine's peers know of the poller. */
  Poller(QueuePairMachine machine) throws InterruptedException {
    thread = Thread.ofPlatform().daemon().start(() -> poll(machine));
    polls.await();
  }

  private void poll(QueuePairMachine machine) {
    while (!stopped) {
      machine.progress();
      polls.countDown();
      Thread.onSpinWait();
    }
  }

  void stop() throws InterruptedException {
    stopped = true;
    thread.join();
  }
}
