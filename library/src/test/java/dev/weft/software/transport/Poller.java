package dev.weft.software.transport;

/** A thread that polls a machine, so that nobody else rings it, until it is told to stop. */
final class Poller {
  private final Thread thread;
  private volatile boolean stopped;

  /** On return the machine's peers know of the poller. */
  Poller(QueuePairMachine machine) throws InterruptedException {
    thread = Thread.ofPlatform().daemon().start(() -> poll(machine));
    Thread.sleep(20);
  }

  private void poll(QueuePairMachine machine) {
    while (!stopped) {
      machine.progress();
      Thread.onSpinWait();
    }
  }

  void stop() throws InterruptedException {
    stopped = true;
    thread.join();
  }
}
