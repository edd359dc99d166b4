package dev.weft.wait;

import java.util.function.Predicate;

/**
 * Those who sleep at one place, in the order in which they came. Turns are used again, so that to
 * fall asleep makes no garbage; what a waker is given to wake is therefore the thread.
 *
 * <pre>
 *   join ─► in line ─┬─ chosen, out of the line ─┬─► leave ─► free
 *                    └───────────────────────────┘
 * </pre>
 *
 * <p>Any thread may call any method. The monitor is held for a few steps, and a look at the
 * conditions of those in line.
 */
final class WaiterQueue {
  /** Turns that are kept for others; more sleepers than these are garbage in the end. */
  private static final int MOST_FREE = 64;

  private volatile Waiter first;
  private Waiter last;
  private Waiter free;
  private int waiting;
  private int kept;

  /** The calling thread lines up. */
  synchronized Waiter join(Readiness condition) {
    Waiter waiter = takeFree();
    waiter.condition = condition;
    waiter.thread = Thread.currentThread();
    waiter.chosen = false;
    append(waiter);
    return waiter;
  }

  /**
   * The turn ends, however it went; to be called once, by its thread.
   *
   * @return false where it was chosen before
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
   * Chooses the first, or the first whose condition holds, which is out of the line then.
   *
   * @return whom to wake, or null
   */
  Thread choose(boolean whateverItWaitsFor) {
    return isEmpty() ? null : chooseFirst(whateverItWaitsFor); // as mostly where only a set waits
  }

  private synchronized Thread chooseFirst(boolean whateverItWaitsFor) {
    Waiter each = first;
    while (each != null && !whateverItWaitsFor && !each.condition.holds()) {
      each = each.behind;
    }
    if (each == null) {
      return null;
    }
    remove(each);
    each.chosen = true;
    return each.thread;
  }

  /** The first thread in line of whom this is true, which stays there; or null. */
  synchronized Thread find(Predicate<Thread> wanted) {
    Waiter each = first;
    while (each != null && !wanted.test(each.thread)) {
      each = each.behind;
    }
    return each == null ? null : each.thread;
  }

  /** Whether nobody is in line. */
  boolean isEmpty() {
    return first == null;
  }

  /** How many are in line. */
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
    if (kept < MOST_FREE) {
      waiter.behind = free;
      free = waiter;
      kept++;
    }
  }
}
