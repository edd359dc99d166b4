package dev.weft.futures;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock that one thread at a time holds while it reads, and the threads that wait for it or for
 * what the reader does. Whoever releases the lock wakes one of them.
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
   * A free one.
   *
   * @param longestPauseNanos how long a thread pauses that is not woken
   */
  ReadingTurn(long longestPauseNanos) {
    this.longestPauseNanos = longestPauseNanos;
  }

  /** False at once where another thread reads. */
  boolean tryEnter() {
    return lock.tryLock();
  }

  /**
   * Waits until no other thread reads.
   *
   * @param wakeReader asks the thread that reads to leave; runs again after each pause
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

  /** Pairs with {@link #tryEnter} and {@link #enter}. */
  void leave() {
    lock.unlock();
    wakeAnother();
  }

  /** From now on the calling thread is woken when a reader leaves. Pairs with {@link #quit}. */
  void join() {
    waiting.add(Thread.currentThread());
  }

  /** The calling thread waits no more; if it was woken, another one takes its place. */
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
