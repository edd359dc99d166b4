package dev.weft.cli.perf;

/** Stops a thread that runs one end of a row. */
final class WorkerThread {
  private WorkerThread() {}

  /** Interrupts the thread if it still runs, and waits for it. */
  static void stop(Thread thread) {
    boolean interrupted = Thread.interrupted();
    while (thread.isAlive()) {
      thread.interrupt();
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
