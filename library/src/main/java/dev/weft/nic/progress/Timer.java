package dev.weft.nic.progress;

import dev.weft.service.FailureLog;
import dev.weft.service.ServiceTask;
import dev.weft.service.ServiceThread;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * The timer of all queue pairs of the process: one daemon thread, started at first use, which
 * sleeps while nothing is due. Any thread may call any method, and none waits for another one.
 *
 * <pre>
 *   set, cancel: any thread                      the timer thread
 *     stores the wanted time in the alarm          takes the list, moves each wanted time
 *     adds the alarm to the list of changes        into the heap, rings what is due
 *     asleep for longer? wakes it                  asleep = true; any change? parks
 * </pre>
 *
 * <p>Both sides use volatile accesses only, so one of the two sees the other.
 */
public final class Timer {
  /** The timer of this process. */
  public static final Timer PROCESS = new Timer();

  /** Values of a wanted time that are no times. */
  private static final long UNCHANGED = -1;

  private static final long CANCELED = -2;
  private static final long ORIGIN = System.nanoTime();
  private static final long MAX_SLEEP = TimeUnit.DAYS.toNanos(1);
  private static final VarHandle WANTED;
  private static final VarHandle QUEUED;

  static {
    try {
      WANTED = MethodHandles.lookup().findVarHandle(Alarm.class, "wanted", long.class);
      QUEUED = MethodHandles.lookup().findVarHandle(Alarm.class, "queued", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * A timer task, scheduled at most once at a time. If it throws, it rings again after a pause, and
   * no sooner, whatever it is set for meanwhile.
   */
  public static final class Alarm extends ServiceTask implements Comparable<Alarm> {
    private final Runnable ring;

    /** The time of the last {@link Timer#set} that the timer thread has not taken yet. */
    private volatile long wanted = UNCHANGED;

    /** Whether it is in the list of changes. */
    private volatile boolean queued;

    /** The next one in the list of changes. */
    private Alarm next;

    // Only for the timer thread
    private long due;
    private boolean scheduled;

    /** {@code ring} is called by the timer thread, which holds no lock. */
    public Alarm(Runnable ring) {
      this.ring = ring;
    }

    @Override
    protected void work() {
      ring.run();
    }

    @Override
    public int compareTo(Alarm other) {
      return Long.compare(due, other.due);
    }
  }

  final FailureLog failures = new FailureLog("An alarm of a queue pair");

  /** The list of changes, last one first. */
  private final AtomicReference<Alarm> changes = new AtomicReference<>();

  private final PriorityQueue<Alarm> alarms = new PriorityQueue<>();
  private volatile Thread thread;
  private volatile boolean asleep;
  private volatile long sleepsUntil;
  private boolean started;

  private Timer() {}

  private static long now() {
    return System.nanoTime() - ORIGIN;
  }

  /** Schedules an alarm after this time, replacing its earlier schedule. */
  public void set(Alarm alarm, long nanos) {
    long due = now() + Math.max(0, nanos);
    alarm.wanted = due;
    changed(alarm, due);
  }

  /** Cancels an alarm, unless it is ringing already. */
  public void cancel(Alarm alarm) {
    alarm.wanted = CANCELED;
    changed(alarm, 0);
  }

  private void changed(Alarm alarm, long due) {
    if (QUEUED.compareAndSet(alarm, false, true)) {
      do {
        alarm.next = changes.get();
      } while (!changes.compareAndSet(alarm.next, alarm));
    }
    if (thread == null) {
      start();
    } else if (asleep && due < sleepsUntil) { // partner: sleep() sets asleep, then reads changes
      LockSupport.unpark(thread);
    }
  }

  private synchronized void start() {
    if (!started) {
      ServiceThread.start("weft-timer", failures, this::ringNext);
      started = true;
    }
  }

  // The timer thread

  private boolean ringNext() {
    if (thread == null) {
      thread = Thread.currentThread();
    }
    Alarm alarm = next();
    if (!alarm.attempt(failures)) {
      ringAt(alarm, now());
    }
    return true;
  }

  /** Removes the next alarm that is due; sleeps until there is one. */
  private Alarm next() {
    while (true) {
      takeChanges();
      Alarm first = alarms.peek();
      long now = now();
      if (first != null && first.due <= now) {
        first.scheduled = false;
        return alarms.poll();
      }
      sleep(first == null ? MAX_SLEEP : first.due - now);
    }
  }

  private void takeChanges() {
    for (Alarm alarm = changes.get(); alarm != null; alarm = changes.get()) {
      if (changes.compareAndSet(alarm, alarm.next)) {
        alarm.next = null;
        alarm.queued = false; // a later set() adds it again
        take(alarm, (long) WANTED.getAndSet(alarm, UNCHANGED));
      }
    }
  }

  private void take(Alarm alarm, long wanted) {
    if (wanted == UNCHANGED) {
      return;
    }
    if (alarm.scheduled) {
      alarms.remove(alarm);
      alarm.scheduled = false;
    }
    if (wanted != CANCELED) {
      schedule(alarm, Math.max(wanted, now() + alarm.pauseNanos()));
    }
  }

  private void schedule(Alarm alarm, long due) {
    alarm.due = due;
    try {
      alarms.add(alarm);
      alarm.scheduled = true;
    } catch (OutOfMemoryError later) {
      ringAt(alarm, due);
      throw later;
    }
  }

  /** Schedules an alarm unless it was set or canceled meanwhile. */
  private void ringAt(Alarm alarm, long due) {
    if (WANTED.compareAndSet(alarm, UNCHANGED, due)) {
      changed(alarm, due);
    }
  }

  private void sleep(long nanos) {
    sleepsUntil = now() + nanos;
    asleep = true;
    if (changes.get() == null) { // partner: changed() adds to the list, then reads asleep
      LockSupport.parkNanos(this, nanos);
    }
    asleep = false;
  }
}
