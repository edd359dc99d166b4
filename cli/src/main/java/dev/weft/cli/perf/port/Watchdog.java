package dev.weft.cli.perf.port;

import java.util.concurrent.locks.LockSupport;

/** Periodically interrupts an unbounded wait, so that its thread can check other conditions. */
final class Watchdog implements AutoCloseable {
  private static final long PATIENCE_NANOS = 500_000_000;

  private final Thread thread;
  private Thread waiting;
  private long since;
  private boolean interrupted;
  private volatile boolean closed;

  Watchdog() {
    thread = Thread.ofPlatform().daemon().name("weft watchdog").start(this::run);
  }

  /** The calling thread begins to wait. */
  synchronized void start() {
    waiting = Thread.currentThread();
    since = System.nanoTime();
    interrupted = false;
  }

  /**
   * Ends the wait. Returns whether the watchdog interrupted it; the interrupt status is cleared.
   */
  synchronized boolean stop() {
    waiting = null;
    if (interrupted) {
      Thread.interrupted();
    }
    return interrupted;
  }

  private void run() {
    while (!closed) {
      look();
      LockSupport.parkNanos(PATIENCE_NANOS / 2);
    }
  }

  private synchronized void look() {
    if (waiting != null && !interrupted && System.nanoTime() - since > PATIENCE_NANOS) {
      interrupted = true;
      waiting.interrupt();
    }
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
