package dev.weft.completion.work;

import static dev.weft.completion.CompletionLayout.FAILURES;
import static dev.weft.completion.CompletionLayout.HEAD;
import static dev.weft.completion.CompletionLayout.HEAD_SEEN;
import static dev.weft.completion.CompletionLayout.RESERVED;
import static dev.weft.completion.CompletionLayout.STAMP;
import static dev.weft.completion.CompletionLayout.TAIL;

import dev.weft.completion.CompletionFailure;
import dev.weft.completion.CompletionLayout;
import dev.weft.completion.CompletionReader;
import dev.weft.completion.CompletionRing;
import dev.weft.completion.RingHalf;

/**
 * Moves the unread entries of a ring, for resizing and compacting. The caller excludes all writers
 * and readers.
 *
 * <pre>
 *   enlarge    the same positions in a larger ring:  head .. tail  ──►  head .. tail
 *   compact    discarded entries are dropped: =>       a x b x x c   ──►        a b c
 *                                                    ^head             head^
 * </pre>
 */
final class RingResize {
  private static final long DETAILS = (1L << CompletionLayout.SEQUENCE_SHIFT) - 1;

  private RingResize() {}

  /** Copies this ring's entries and reservations into an empty ring with more slots. */
  static void enlarge(CompletionRing from, CompletionRing to) {
    long head = from.cursors[HEAD];
    long tail = from.cursors[TAIL];
    to.cursors[HEAD] = head;
    to.cursors[HEAD_SEEN] = head;
    to.cursors[TAIL] = tail;
    to.cursors[RESERVED] = from.cursors[RESERVED];
    to.cursors[FAILURES] = from.cursors[FAILURES];
    for (long position = head; position < tail; position++) {
      copy(from, position, to, position);
    }
    for (long position = tail; position < head + to.slotCount; position++) {
      // one lap back: 0 would be the stamp of a position, once in 2^32
      long lapAgo = RingHalf.stamp(position - to.slotCount);
      to.slots[to.reader().slotOf(position) + STAMP] = lapAgo;
    }
  }

  /** Drops discarded entries, which frees their slots. */
  static void compact(CompletionRing ring) {
    long head = ring.cursors[HEAD];
    long tail = ring.cursors[TAIL];
    long kept = tail;
    for (long position = tail - 1; position >= head; position--) {
      if (!isDiscarded(ring, position) && --kept != position) {
        copy(ring, position, ring, kept);
      }
    }
    ring.reader().headRelease(kept);
  }

  private static boolean isDiscarded(CompletionRing ring, long position) {
    long stamp = ring.reader().stampAcquire(position);
    return WorkCompletionLayout.isDiscarded(stamp);
  }

  private static void copy(
      CompletionRing from, long position, CompletionRing to, long newPosition) {
    CompletionReader source = from.reader();
    CompletionReader target = to.reader();
    int slot = target.slotOf(newPosition);
    System.arraycopy(from.slots, source.slotOf(position), to.slots, slot, STAMP);
    if (from.times != null) {
      to.times[target.index(newPosition)] = from.times[source.index(position)];
    }
    CompletionFailure failure = from.errors.takeIfAny(source.index(position));
    if (failure != null) {
      to.errors.put(target.index(newPosition), failure);
    }
    long details = source.stampAcquire(position) & DETAILS;
    target.stampRelease(slot, RingHalf.stamp(newPosition) | details);
  }
}
