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
final class SleeperLine {
  /** Turns that are kept for others; more sleepers than these are garbage in the end. */
  private static final int MOST_FREE = 64;

  private volatile Sleeper first;
  private Sleeper last;
  private Sleeper free;
  private int waiting;
  private int kept;

  /** The calling thread lines up. */
  synchronized Sleeper join(WaitCondition condition) {
    Sleeper sleeper = takeFree();
    sleeper.condition = condition;
    sleeper.thread = Thread.currentThread();
    sleeper.chosen = false;
    append(sleeper);
    return sleeper;
  }

  /**
   * The turn ends, however it went; to be called once, by its thread.
   *
   * @return false where it was chosen before
   */
  synchronized boolean leave(Sleeper sleeper) {
    boolean wasWaiting = !sleeper.chosen;
    if (wasWaiting) {
      remove(sleeper);
    }
    keep(sleeper);
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
    Sleeper each = first;
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
    Sleeper each = first;
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

  private void append(Sleeper sleeper) {
    sleeper.before = last;
    if (last == null) {
      first = sleeper;
    } else {
      last.behind = sleeper;
    }
    last = sleeper;
    waiting++;
  }

  private void remove(Sleeper sleeper) {
    if (sleeper.before == null) {
      first = sleeper.behind;
    } else {
      sleeper.before.behind = sleeper.behind;
    }
    if (sleeper.behind == null) {
      last = sleeper.before;
    } else {
      sleeper.behind.before = sleeper.before;
    }
    sleeper.before = null;
    sleeper.behind = null;
    waiting--;
  }

  private Sleeper takeFree() {
    Sleeper sleeper = free;
    if (sleeper == null) {
      return new Sleeper();
    }
    free = sleeper.behind;
    sleeper.behind = null;
    kept--;
    return sleeper;
  }

  private void keep(Sleeper sleeper) {
    sleeper.condition = null;
    sleeper.thread = null;
    if (kept < MOST_FREE) {
      sleeper.behind = free;
      free = sleeper;
      kept++;
    }
  }
}
