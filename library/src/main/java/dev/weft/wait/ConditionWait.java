package dev.weft.wait;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * {@code FI_WAIT_MUTEX_COND}: a lock and a condition that is signalled, under the lock, when
 * raised.
 *
 * <p>The user takes the lock, checks whether it is safe to block ({@link Notifier#tryArm}), and if
 * so awaits the condition. The raising thread may hold locks that this check needs, so it must not
 * wait for the user's lock: if that is held, a virtual thread waits and signals instead.
 */
public final class ConditionWait implements ExternalWait {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition condition = lock.newCondition();
  private final AtomicBoolean raised = new AtomicBoolean();

  /** The mutex of the pair. */
  public ReentrantLock lock() {
    return lock;
  }

  /** The condition of the pair; signalled while raised, spurious wake-ups are possible. */
  public Condition condition() {
    return condition;
  }

  @Override
  public boolean raise() {
    if (!raised.compareAndSet(false, true)) {
      return false;
    }
    if (lock.tryLock()) {
      signalAndUnlock();
    } else {
      Thread.startVirtualThread(this::lockAndSignal);
    }
    return true;
  }

  private void lockAndSignal() {
    lock.lock();
    signalAndUnlock();
  }

  private void signalAndUnlock() {
    try {
      condition.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean lower() {
    return raised.compareAndSet(true, false);
  }

  @Override
  public void close() {
    raise();
  }
}
