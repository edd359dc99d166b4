package dev.weft.software.transport;

import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The clock of all queue pairs of the process: one daemon thread, which exists from the first use
 * on and sleeps while nothing is due. Any thread may call any method.
 */
final class Timer {
  private static final System.Logger LOG = System.getLogger("dev.weft.verbs");

  /** The process's own. */
  static final Timer PROCESS = new Timer();

  /** Something that happens later, once at a time. */
  abstract static class Alarm implements Comparable<Alarm> {
    private long due;
    private boolean set;

    /** By the timer's thread, which holds no lock. */
    abstract void ring();

    @Override
    public final int compareTo(Alarm other) {
      return Long.signum(due - other.due);
    }
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition sooner = lock.newCondition();
  private final PriorityQueue<Alarm> alarms = new PriorityQueue<>();
  private Thread thread;

  private Timer() {}

  /** Has an alarm ring after this time, instead of when it was set for before. */
  void set(Alarm alarm, long nanos) {
    lock.lock();
    try {
      if (alarm.set) {
        alarms.remove(alarm);
      }
      alarm.due = System.nanoTime() + nanos;
      alarm.set = true;
      alarms.add(alarm);
      if (thread == null) {
        thread = Thread.ofPlatform().daemon().name("weft-timer").start(this::run);
      } else if (alarm.equals(alarms.peek())) {
        sooner.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Has an alarm not ring, unless it does already. */
  void cancel(Alarm alarm) {
    lock.lock();
    try {
      if (alarm.set) {
        alarms.remove(alarm);
        alarm.set = false;
      }
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    while (true) {
      Alarm alarm = next();
      try {
        alarm.ring();
      } catch (RuntimeException | InternalError e) {
        LOG.log(System.Logger.Level.WARNING, "A queue pair's alarm failed", e);
      }
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
      // go on
    }
  }
}
