package dev.weft.conformance.lying;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Sends of all endpoints: what wakes those liars that do not let the honest queue wake them. */
final class Posts {

  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final Condition HAPPENED = LOCK.newCondition();
  private static final int OVERSLEPT = 50;

  private static final List<Runnable> LISTENERS = new CopyOnWriteArrayList<>();

  private static long posts;
  private static long count;

  private Posts() {}

  /** Runs this after every post, until {@link #forgetListeners}. */
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

  /** Posts that anybody has heard of. */
  static long count() {
    LOCK.lock();
    try {
      return count;
    } finally {
      LOCK.unlock();
    }
  }

  /** Sleeps until there were more posts than these; some are overslept. */
  @SuppressWarnings("WaitNotInLoop") // who sleeps here looks again anyway
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
