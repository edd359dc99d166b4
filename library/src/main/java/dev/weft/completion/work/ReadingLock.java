package dev.weft.completion.work;

import dev.weft.wait.SpinLock;

/**
 * The reading lock of a queue. A thread holds it for one call, or while its batch is open; others
 * wait until then. A call at the wrong time throws an {@link IllegalStateException} and changes
 * nothing.
 */
final class ReadingLock {
  private final WorkCompletionQueue queue;

  /** Null if the queue is for one thread, which needs none. */
  private final SpinLock lock;

  /** With no lock in use, the last reading thread: no other may move the unread entries. */
  private Thread owner;

  /** The thread whose batch is open; written under the lock, compared by a thread with itself. */
  private Thread batchThread;

  ReadingLock(WorkCompletionQueue queue, boolean singleThreaded) {
    this.queue = queue;
    this.lock = singleThreaded ? null : new SpinLock();
  }

  /** Waits for other readers, and excludes them until {@link #exit}. */
  @SuppressWarnings("ReferenceEquality") // compares identity
  void enter(String call) {
    if (hasBatch()) {
      throw new IllegalStateException(
          call + " with a batch open in this thread, allowed: nextPoll, endPoll, reading fields");
    }
    if (lock != null) {
      lock.lock();
    } else if (owner != Thread.currentThread()) { // a load is cheaper than a reference store
      owner = Thread.currentThread();
    }
    if (queue.isClosed()) {
      exit();
      throw new IllegalStateException(call + " on a closed completion queue");
    }
  }

  /** {@link #enter} without waiting: false while a batch is open, or may be. */
  @SuppressWarnings("ReferenceEquality") // compares identity
  boolean tryEnter() {
    if (hasBatch()) {
      return false;
    }
    return lock == null ? owner == Thread.currentThread() : lock.tryLock();
  }

  /** Admits other readers. */
  void exit() {
    if (lock != null) {
      lock.unlock();
    }
  }

  /** Opens a batch of the calling thread, which has entered. */
  void openBatch() {
    batchThread = Thread.currentThread();
  }

  /** Closes the batch; the caller exits next. */
  void closeBatch() {
    batchThread = null;
  }

  /** Whether the calling thread has a batch open. */
  @SuppressWarnings("ReferenceEquality") // compares identity
  boolean hasBatch() {
    return batchThread == Thread.currentThread();
  }

  void requireBatch(String call) {
    if (!hasBatch()) {
      throw new IllegalStateException(
          call + " without a batch open in this thread, allowed: after startPoll returned 0");
    }
  }
}
