package dev.weft.ffm.wait;

import dev.weft.wait.PendingSignals;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** The threads that wait for one queue, and the pending signals of {@code fi_cq_signal(3)}. */
public final class Waiters {
  /** Guarded by itself; an array list, because a wait allocates nothing. */
  private final List<Thread> threads = new ArrayList<>();

  private final PendingSignals signals = new PendingSignals();

  /** No thread waits, no signal is pending. */
  public Waiters() {}

  /** Adds the calling thread: {@link #wakeAll} ends its next park from now on. */
  public void enter() {
    synchronized (threads) {
      threads.add(Thread.currentThread());
    }
    signals.begin();
  }

  /** Removes the calling thread, and lets the others look: it may have cleared their event. */
  public void leave() {
    synchronized (threads) {
      threads.remove(Thread.currentThread());
    }
    signals.end();
    wakeAll();
  }

  /** How many threads wait now. */
  public int count() {
    synchronized (threads) {
      return threads.size();
    }
  }

  /** Ends the parks of all threads. */
  public void wakeAll() {
    synchronized (threads) {
      threads.forEach(LockSupport::unpark);
    }
  }

  /** Leaves a signal for one thread that waits or will wait. */
  public void signal() {
    signals.add();
    wakeAll();
  }

  /** Takes a pending signal; false if there is none. */
  public boolean takeSignal() {
    return signals.take();
  }
}
