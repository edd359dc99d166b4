package dev.weft.completion;

import static dev.weft.completion.CompletionLayout.CURSOR;
import static dev.weft.completion.CompletionLayout.HEAD;
import static dev.weft.completion.CompletionLayout.SEQUENCE_SHIFT;
import static dev.weft.completion.CompletionLayout.SLOT_BYTES;
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
  private final MemorySegment slots;
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
   * One slot by itself. The bounds are checked here, once, and known to the compiler from here on:
   * that makes its eight words as cheap as those of a {@code long[]}.
   */
  final MemorySegment slot(long position) {
    return slots.asSlice((position << SLOT_SHIFT) & offsets, SLOT_BYTES);
  }

  /** The stamp of a success at this position; with a status added, that of a failure. */
  static long stamp(long position) {
    return (position + 1) << SEQUENCE_SHIFT;
  }

  /** Pairs with {@link #stampRelease}. */
  static long stampAcquire(MemorySegment slot) {
    return (long) STAMP_WORD.getAcquire(slot, (long) STAMP);
  }

  /** Shows a slot to readers. Pairs with {@link #stampAcquire}. */
  static void stampRelease(MemorySegment slot, long stamp) {
    STAMP_WORD.setRelease(slot, (long) STAMP, stamp);
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
