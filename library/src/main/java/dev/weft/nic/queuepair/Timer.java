package dev.weft.nic.queuepair;

import dev.weft.service.FailureLog;
import dev.weft.service.ServiceTask;
import dev.weft.service.ServiceThread;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The timer of all queue pairs of the process: one daemon thread, started at first use, which
 * sleeps while nothing is due. Any thread may call any method.
 */
final class Timer {
  /** The timer of this process. */
  static final Timer PROCESS = new Timer();

  /**
   * A timer task, scheduled at most once at a time. If it throws, it rings again after a pause, and
   * no sooner, whatever it is set for meanwhile.
   */
  abstract static class Alarm extends ServiceTask implements Comparable<Alarm> {
    private long due;
    private boolean set;
    private boolean canceled;

    /** Called by the timer thread, which holds no lock. */
    abstract void ring();

    @Override
    protected final void work() {
      ring();
    }

    @Override
    public final int compareTo(Alarm other) {
      return Long.signum(due - other.due);
    }
  }

  final FailureLog failures = new FailureLog("An alarm of a queue pair");
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition sooner = lock.newCondition();
  private final PriorityQueue<Alarm> alarms = new PriorityQueue<>();
  private ServiceThread thread;

  private Timer() {}

  /** Schedules an alarm after this time, replacing its earlier schedule. */
  void set(Alarm alarm, long nanos) {
    lock.lock();
    try {
      if (alarm.set) {
        alarms.remove(alarm);
      }
      alarm.due = System.nanoTime() + Math.max(nanos, alarm.pauseNanos());
      alarms.add(alarm);
      alarm.set = true;
      if (thread == null) {
        thread = ServiceThread.start("weft-timer", failures, this::ringNext);
      } else if (alarm.equals(alarms.peek())) {
        sooner.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Cancels an alarm, unless it is ringing already. */
  void cancel(Alarm alarm) {
    lock.lock();
    try {
      alarm.canceled = true;
      if (alarm.set) {
        alarms.remove(alarm);
        alarm.set = false;
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean ringNext() {
    Alarm alarm = next();
    if (!alarm.attempt(failures)) {
      ringAgain(alarm);
    }
    return true;
  }

  private void ringAgain(Alarm failed) {
    lock.lock();
    try {
      if (failed.set || !failed.canceled) {
        set(failed, failed.set ? failed.due - System.nanoTime() : 0);
      }
    } finally {
      lock.unlock();
    }
  }

  private Alarm next() {
    lock.lock();
    try {
      Alarm first = alarms.peek();
      while (first == null || first.due - System.nanoTime() > 0) {
        sleepFor(first);
        first = alarms.peek();
      }
      first.set = false;
      first.canceled = false;
      return alarms.poll();
    } finally {
      lock.unlock();
    }
  }

  @SuppressWarnings("WaitNotInLoop") // next() has the loop
  private void sleepFor(Alarm first) {
    try {
      if (first == null) {
        sooner.await();
      } else {
        sooner.awaitNanos(first.due - System.nanoTime());
      }
    } catch (InterruptedException nobodyOwnsThisThread) {
      // continue
    }
  }
}
