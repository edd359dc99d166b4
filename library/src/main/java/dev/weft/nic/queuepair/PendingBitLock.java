package dev.weft.nic.queuepair;

import dev.weft.wait.Backoff;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Who is inside a machine: one thread at a time, as often as it likes. Whoever comes meanwhile
 * either waits, or leaves a mark and goes, and whoever is inside then sees to what the mark is for.
 *
 * <pre>
 *             enter, enterOrMark              enterOrMark of another thread
 *   nobody ----------------------> thread ----------------------------------> thread, rung
 *      ^                              |  ^                                         |
 *      +------------- leave ----------+  +----- leave refuses, and takes it -------+
 * </pre>
 *
 * <p>All of it is one word, which every step compares and sets: so what was stored before a mark is
 * seen by whoever takes the mark, and what was stored inside by whoever enters next. To wait is to
 * look again and again, each time later: insides are short, and virtual threads may wait too.
 */
final class PendingBitLock {
  private static final long NOBODY = 0;
  private static final long RUNG = 1;
  private static final VarHandle WORD;

  static {
    try {
      WORD = MethodHandles.lookup().findVarHandle(PendingBitLock.class, "word", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The number of the thread inside, and whether it is rung: {@code number << 1 | RUNG}. */
  private volatile long word;

  /** How often the thread inside has entered beyond the first time. */
  private int nested;

  private static long me() {
    return Thread.currentThread().threadId() << 1;
  }

  /** Waits until no other thread is inside. */
  void enter() {
    long me = me();
    if (!WORD.compareAndSet(this, NOBODY, me)) {
      if (isInside(me)) {
        nested++;
      } else {
        await(me);
      }
    }
  }

  private void await(long me) {
    int looks = 0;
    while (word != NOBODY || !WORD.compareAndSet(this, NOBODY, me)) {
      Backoff.pause(looks++);
    }
  }

  /** Enters where no other thread is inside. */
  boolean enterIfFree() {
    long me = me();
    if (WORD.compareAndSet(this, NOBODY, me)) {
      return true;
    }
    boolean inside = isInside(me);
    nested += inside ? 1 : 0;
    return inside;
  }

  /** Enters where nobody is inside; else marks it for who is, which may be the caller itself. */
  boolean enterOrMark() {
    while (true) {
      if (WORD.compareAndSet(this, NOBODY, me())) {
        return true;
      }
      long seen = word;
      if (seen != NOBODY && WORD.compareAndSet(this, seen, seen | RUNG)) {
        return false; // also a mark that was there is made once more: it comes after our stores
      }
    }
  }

  /** Whether the caller is inside. */
  boolean isInside() {
    return isInside(me());
  }

  private boolean isInside(long me) {
    return (word & ~RUNG) == me;
  }

  /** Inside: whether there is an earlier entering that the caller is to leave to. */
  boolean isNested() {
    return nested > 0;
  }

  /** Inside, after an {@link #enter} that found the caller inside. */
  void leaveNested() {
    nested--;
  }

  /** Inside: lets others in; false where there was a mark, which the caller has now taken. */
  boolean leave() {
    long me = me();
    if (WORD.compareAndSet(this, me, NOBODY)) {
      return true;
    }
    long marked = (long) WORD.getAndSet(this, me); // sees what every mark until now is for
    assert marked == (me | RUNG);
    return false;
  }

  /** Inside: lets others in whatever there is, as somebody will look later. */
  void leaveAtOnce() {
    word = NOBODY;
  }
}
