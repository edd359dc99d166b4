package dev.weft.futures;

import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/**
 * The virtual thread that reads the queue of operations while there may be completions. What its
 * reads throw goes to its handler of uncaught exceptions, and it reads on.
 */
final class ReadingThread {
  private final Runnable read;
  private final BooleanSupplier alive;
  private final Thread thread = Thread.ofVirtual().name("weft-operations").unstarted(this::run);
  private final CompletableFuture<Void> end = new CompletableFuture<>();

  /**
   * Creates a thread that does not run yet.
   *
   * @param read reads once, and may wait for a completion
   * @param alive whether to read again
   */
  ReadingThread(Runnable read, BooleanSupplier alive) {
    this.read = read;
    this.alive = alive;
  }

  void start() {
    thread.start();
  }

  boolean isAlive() {
    return thread.isAlive();
  }

  private void run() {
    try {
      readWhileAlive();
    } finally {
      end.complete(null);
    }
  }

  private void readWhileAlive() {
    while (alive.getAsBoolean()) {
      try {
        read.run();
      } catch (RuntimeException | Error failure) { // of other code
        thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
      }
    }
  }

  /**
   * Waits for the end of the thread, unless it is the calling one or does not run.
   *
   * @param wake ends its wait for a completion
   */
  void awaitEnd(Runnable wake) {
    if (thread.isAlive() && !Thread.currentThread().equals(thread)) {
      wake.run();
      end.join();
    }
  }
}
