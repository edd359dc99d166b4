package dev.weft.futures;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The lock of the reading thread, and the threads that wait for the lock or for results of the
 * reader. Releasing the lock wakes one of them.
 *
 * <pre>
 *   join ─► tryEnter ─┬─ true ──► read ──► leave, wakes another ─┬─► tryEnter
 *                     └─ false ─► pause until woken ─────────────┘
 *                                 done ──► quit, wakes another
 * </pre>
 */
final class ReadingTurn {
  private final ReentrantLock lock = new ReentrantLock();
  private final ConcurrentLinkedQueue<Thread> waiting = new ConcurrentLinkedQueue<>();
  private final long longestPauseNanos;

  /**
   * Creates an unlocked one.
   *
   * @param longestPauseNanos maximum pause of a thread that is not woken
   */
  ReadingTurn(long longestPauseNanos) {
    this.longestPauseNanos = longestPauseNanos;
  }

  /** Acquires the lock; false at once if another thread holds it. */
  boolean tryEnter() {
    return lock.tryLock();
  }

  /**
   * Acquires the lock, waiting for it.
   *
   * @param wakeReader interrupts the reading thread's wait; runs again after each pause
   */
  void enter(Runnable wakeReader) {
    join();
    try {
      while (!lock.tryLock()) {
        wakeReader.run();
        pause();
      }
    } finally {
      waiting.remove(Thread.currentThread());
    }
  }

  /** Releases the lock of {@link #tryEnter} or {@link #enter}. */
  void leave() {
    lock.unlock();
    wakeAnother();
  }

  /** Registers the calling thread to be woken when a reader leaves. Pairs with {@link #quit}. */
  void join() {
    waiting.add(Thread.currentThread());
  }

  /** Unregisters the calling thread; if it was woken, wakes another one instead. */
  void quit() {
    waiting.remove(Thread.currentThread());
    wakeAnother();
  }

  /** Sleeps while another thread reads, after {@link #join}; may return early. */
  void pause() {
    if (lock.isLocked()) {
      LockSupport.parkNanos(this, longestPauseNanos);
    } else {
      Thread.yield();
    }
  }

  /** Sleeps while another thread reads; may return early. */
  void awaitOther() {
    join();
    try {
      pause();
    } finally {
      quit();
    }
  }

  private void wakeAnother() {
    Thread self = Thread.currentThread();
    for (Thread thread : waiting) {
      if (!thread.equals(self)) {
        LockSupport.unpark(thread);
        return;
      }
    }
  }
}
