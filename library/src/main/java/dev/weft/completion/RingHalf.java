package dev.weft.completion;

import static dev.weft.completion.CompletionLayout.CURSOR;
import static dev.weft.completion.CompletionLayout.HEAD;
import static dev.weft.completion.CompletionLayout.SEQUENCE_SHIFT;
import static dev.weft.completion.CompletionLayout.SLOT_SHIFT;
import static dev.weft.completion.CompletionLayout.STAMP;
import static dev.weft.completion.CompletionLayout.STAMP_WORD;

import java.lang.foreign.MemorySegment;

/** What both halves of a ring see: slots, stamps, and the head between them. */
abstract sealed class RingHalf permits CompletionWriter, CompletionReader {
  final int capacity;
  final boolean single;
  final ErrorLane errors;
  final long[] cursors;
  final MemorySegment slots;
  private final long offsets;

  RingHalf(CompletionRing ring) {
    this.capacity = ring.capacity;
    this.single = ring.sharing == Sharing.SINGLE;
    this.errors = ring.errors;
    this.cursors = ring.cursors;
    this.slots = ring.slots;
    this.offsets = (capacity - 1L) << SLOT_SHIFT;
  }

  final int index(long position) {
    return (int) position & (capacity - 1);
  }

  /**
   * Where a slot begins in {@link #slots}. Words are reached by this offset, not through a slice of
   * one slot: a slice is free only where the compiler inlines all of what is done with it.
   */
  final long place(long position) {
    return (position << SLOT_SHIFT) & offsets;
  }

  /** The stamp of a success at this position; with a status added, that of a failure. */
  static long stamp(long position) {
    return (position + 1) << SEQUENCE_SHIFT;
  }

  /** Pairs with {@link #stampRelease}. */
  final long stampAcquire(long position) {
    return (long) STAMP_WORD.getAcquire(slots, place(position) + STAMP);
  }

  /** Shows a slot to readers. Pairs with {@link #stampAcquire}. */
  final void stampRelease(long place, long stamp) {
    STAMP_WORD.setRelease(slots, place + STAMP, stamp);
  }

  /** Pairs with {@link #headRelease}. */
  final long headAcquire() {
    return (long) CURSOR.getAcquire(cursors, HEAD);
  }

  /** Frees the slots before {@code head}. Pairs with {@link #headAcquire} in a promise. */
  final void headRelease(long head) {
    CURSOR.setRelease(cursors, HEAD, head);
  }
}
