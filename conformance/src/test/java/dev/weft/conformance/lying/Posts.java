package dev.weft.conformance.lying;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Counts and publishes the sends of all endpoints. Faulty queues that do not use the real wake-up
 * wait for these.
 */
final class Posts {

  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final Condition HAPPENED = LOCK.newCondition();
  private static final int OVERSLEPT = 50;

  private static final List<Runnable> LISTENERS = new CopyOnWriteArrayList<>();

  private static long posts;
  private static long count;

  private Posts() {}

  /** Runs this after every post until {@link #forgetListeners}. */
  static void tell(Runnable listener) {
    LISTENERS.add(listener);
  }

  static void forgetListeners() {
    LISTENERS.clear();
  }

  static void happened() {
    LISTENERS.forEach(Runnable::run);
    LOCK.lock();
    try {
      posts++;
      if (posts % OVERSLEPT != 0) {
        count++;
        HAPPENED.signalAll();
      }
    } finally {
      LOCK.unlock();
    }
  }

  /** The number of posts. */
  static long count() {
    LOCK.lock();
    try {
      return count;
    } finally {
      LOCK.unlock();
    }
  }

  /** Waits until there are more posts than these; may lose a wake-up. */
  @SuppressWarnings("WaitNotInLoop") // the caller looks again anyway
  static void sleepWhile(long seen, long millis) {
    LOCK.lock();
    try {
      if (count == seen) {
        HAPPENED.awaitNanos(TimeUnit.MILLISECONDS.toNanos(millis));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      LOCK.unlock();
    }
  }
}
