package dev.weft.provider.verbs.event;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Counts the events of one object that were taken and not acknowledged. Destroying the object waits
 * for them, and logs after a while what it waits for. Any thread may call any method.
 */
public final class EventAcks {
  private static final System.Logger LOG = System.getLogger("dev.weft.verbs");
  private static final long FIRST_WARNING = TimeUnit.SECONDS.toNanos(2);
  private static final long MORE_WARNINGS = TimeUnit.SECONDS.toNanos(60);

  private final String ackingCall;
  private final String argument;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition acked = lock.newCondition();
  private int owed;
  private Thread lastGetter;

  /**
   * Starts at 0.
   *
   * @param ackingCall the C name of the acknowledging call
   * @param argument how an error names the number of events
   */
  public EventAcks(String ackingCall, String argument) {
    this.ackingCall = ackingCall;
    this.argument = argument;
  }

  /** Records that the calling thread took an event. */
  public void got() {
    lock.lock();
    try {
      owed++;
      lastGetter = Thread.currentThread();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Acknowledges events.
   *
   * @throws IllegalArgumentException if negative or more than are unacknowledged; nothing is
   *     acknowledged then
   */
  public void ack(int events) {
    lock.lock();
    try {
      if (events < 0 || events > owed) {
        throw new IllegalArgumentException(
            "%s: %s=%d, allowed: 0 to the %d that were got and are not acknowledged"
                .formatted(ackingCall, argument, events, owed));
      }
      owed -= events;
      if (owed == 0) {
        lastGetter = null;
        acked.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Waits until all events are acknowledged, even if interrupted; warns if that takes long. */
  public void awaitAll(Object waitedFor) {
    long patience = FIRST_WARNING;
    boolean interrupted = false;
    lock.lock();
    try {
      while (owed > 0) {
        try {
          patience = acked.awaitNanos(patience);
        } catch (InterruptedException e) {
          interrupted = true;
        }
        if (owed > 0 && patience <= 0) {
          LOG.log(System.Logger.Level.WARNING, diagnosis(waitedFor));
          patience = MORE_WARNINGS;
        }
      }
    } finally {
      lock.unlock();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** The reason why {@link #awaitAll} waits, with the last thread that took an event. */
  public String diagnosis(Object waitedFor) {
    lock.lock();
    try {
      return "Destroying "
          + waitedFor
          + " waits: "
          + owed
          + " event(s) of it were got and not acked, the last one by thread "
          + (lastGetter == null ? "none" : "\"" + lastGetter.getName() + "\"")
          + ". Call "
          + ackingCall
          + " once for each event that was got";
    } finally {
      lock.unlock();
    }
  }
}
