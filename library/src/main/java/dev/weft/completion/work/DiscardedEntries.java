package dev.weft.completion.work;

import static dev.weft.completion.CompletionLayout.TAIL;

import dev.weft.completion.CompletionReader;
import dev.weft.completion.CompletionRing;

/**
 * The unread entries of destroyed queue pairs. A reader may be amid them, so they are marked first,
 * which readers skip, and are removed from the ring when no reader is.
 *
 * <p>Guarded by the writing lock, except {@link #any}.
 */
final class DiscardedEntries {
  private volatile boolean any;

  /** Whether {@link #sweep} has something to remove. */
  boolean any() {
    return any;
  }

  /** Marks the entries of a queue pair. */
  void mark(CompletionRing ring, int queuePair) {
    CompletionReader half = ring.reader();
    long tail = ring.cursors[TAIL];
    for (long position = half.headAcquire(); position < tail; position++) {
      long stamp = half.stampAcquire(position);
      int slot = half.slotOf(position);
      if (WorkCompletionLayout.queuePair(stamp) == queuePair
          && WorkCompletionLayout.isWork(ring.slots, slot)) {
        half.stampRelease(slot, stamp | WorkCompletionLayout.DISCARDED_DETAILS);
        any = true;
      }
    }
  }

  /** Frees the slots of marked entries. Caller excludes readers. */
  void sweep(CompletionRing ring) {
    if (any) {
      RingResize.compact(ring);
      any = false;
    }
  }
}
