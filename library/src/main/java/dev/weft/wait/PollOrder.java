package dev.weft.wait;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Predicate;

/**
 * Selects which of many members one poll looks at: those that had work lately, then some of the
 * others in turn: 32, or 4 if the first had work. The cost of a poll does not grow with the members
 * that are idle, and each member is looked at once in {@code members / 32} idle polls or {@code
 * members / 4} busy ones. Few members are all looked at.
 *
 * <pre>
 *   looks of a poll   0 ... 7          8 ...                    39
 *                     +----------------+------------------------+
 *                     | had work       | the next of all        |
 *                     +----------------+------------------------+
 * </pre>
 *
 * <p>Any thread may call any method. Threads that share it may look at some members twice.
 */
public final class PollOrder<T> {
  private static final int RECENT = 8;
  private static final int TURN = 32;
  private static final int SHORT_TURN = 4;

  private final AtomicReferenceArray<T> recent = new AtomicReferenceArray<>(RECENT);
  private final AtomicInteger generation = new AtomicInteger();
  private int oldest;
  private int next;

  /** Whether a poll looks at each of so many members. */
  public static boolean isWhole(int members) {
    return members <= TURN;
  }

  /** How many looks a poll of many members takes; fewer once it has found work. */
  public static int looks(boolean hasFound) {
    return RECENT + (hasFound ? SHORT_TURN : TURN);
  }

  /**
   * The member for a look of this poll.
   *
   * @param look from 0 on, below {@link #looks}
   * @return null if there is none for this look
   */
  public T member(T[] members, int look) {
    if (look < RECENT) {
      return recent.getAcquire(look);
    }
    int at = next < members.length ? next : 0;
    next = at + 1;
    return members[at];
  }

  /** The number of removals, to be read before the members that {@link #poll} gets. */
  public int generation() {
    return generation.get();
  }

  /**
   * Looks at some of many members.
   *
   * @param seen the generation before the members were read
   * @param look returns whether a member had work
   * @return whether any had work
   */
  public boolean poll(int seen, T[] members, Predicate<? super T> look) {
    boolean found = false;
    for (int i = 0; i < looks(found); i++) {
      T member = member(members, i);
      if (member != null && look.test(member)) {
        hadWork(seen, member);
        found = true;
      }
    }
    return found;
  }

  /** A member had work: the next polls look at it first. No other thread removes members. */
  public void hadWork(T member) {
    hadWork(generation(), member);
  }

  /** Does not keep a member that another thread has removed meanwhile. */
  private void hadWork(int seen, T member) {
    for (int i = 0; i < RECENT; i++) {
      if (member.equals(recent.getAcquire(i))) {
        return;
      }
    }
    int index = oldest;
    recent.set(index, member); // partner: forget(), which counts and then clears
    if (generation.get() == seen) {
      oldest = (index + 1) % RECENT;
    } else {
      recent.compareAndSet(index, member, null);
    }
  }

  /** A member was removed: only members that have work from now on are looked at first. */
  public void forget() {
    generation.incrementAndGet(); // partner: hadWork(), which stores and then compares
    for (int i = 0; i < RECENT; i++) {
      recent.set(i, null);
    }
  }
}
