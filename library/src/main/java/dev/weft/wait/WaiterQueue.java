package dev.weft.wait;

import java.util.function.Predicate;

/**
 * The waiters of one notifier in arrival order. {@link Waiter}s are reused, so waiting does not
 * allocate; a waker therefore gets the thread, not the waiter.
 *
 * <pre>
 *   join ─► queued ─┬─ chosen, removed from queue ─┬─► leave ─► free
 *                   └──────────────────────────────┘
 * </pre>
 *
 * <p>Any thread may call any method. The monitor is held for a few steps and a check of the
 * conditions of queued waiters.
 */
final class WaiterQueue {
  /** Maximum number of free waiters that are kept. */
  private static final int MAX_FREE = 64;

  private volatile Waiter first;
  private Waiter last;
  private Waiter free;
  private int waiting;
  private int kept;

  /** Queues the calling thread. */
  synchronized Waiter join(Readiness condition) {
    Waiter waiter = takeFree();
    waiter.condition = condition;
    waiter.thread = Thread.currentThread();
    waiter.chosen = false;
    append(waiter);
    return waiter;
  }

  /**
   * Ends the wait; called once, by the waiting thread.
   *
   * @return false if it was chosen before
   */
  synchronized boolean leave(Waiter waiter) {
    boolean wasWaiting = !waiter.chosen;
    if (wasWaiting) {
      remove(waiter);
    }
    keep(waiter);
    return wasWaiting;
  }

  /**
   * Chooses and removes the first waiter, or the first whose condition holds.
   *
   * @return the thread to wake, or null
   */
  Thread choose(boolean anyCondition) {
    return isEmpty() ? null : chooseFirst(anyCondition); // usual if only a wait set waits
  }

  private synchronized Thread chooseFirst(boolean anyCondition) {
    Waiter each = first;
    while (each != null && !anyCondition && !each.condition.holds()) {
      each = each.behind;
    }
    if (each == null) {
      return null;
    }
    remove(each);
    each.chosen = true;
    return each.thread;
  }

  /** The first queued thread that matches, which stays queued; or null. */
  synchronized Thread find(Predicate<Thread> wanted) {
    Waiter each = first;
    while (each != null && !wanted.test(each.thread)) {
      each = each.behind;
    }
    return each == null ? null : each.thread;
  }

  /** Whether no waiter is queued. */
  boolean isEmpty() {
    return first == null;
  }

  /** Number of queued waiters. */
  synchronized int size() {
    return waiting;
  }

  private void append(Waiter waiter) {
    waiter.before = last;
    if (last == null) {
      first = waiter;
    } else {
      last.behind = waiter;
    }
    last = waiter;
    waiting++;
  }

  private void remove(Waiter waiter) {
    if (waiter.before == null) {
      first = waiter.behind;
    } else {
      waiter.before.behind = waiter.behind;
    }
    if (waiter.behind == null) {
      last = waiter.before;
    } else {
      waiter.behind.before = waiter.before;
    }
    waiter.before = null;
    waiter.behind = null;
    waiting--;
  }

  private Waiter takeFree() {
    Waiter waiter = free;
    if (waiter == null) {
      return new Waiter();
    }
    free = waiter.behind;
    waiter.behind = null;
    kept--;
    return waiter;
  }

  private void keep(Waiter waiter) {
    waiter.condition = null;
    waiter.thread = null;
    if (kept < MAX_FREE) {
      waiter.behind = free;
      free = waiter;
      kept++;
    }
  }
}
