package dev.weft.completion;

import static dev.weft.completion.CompletionLayout.ELEMENT;
import static dev.weft.completion.CompletionLayout.HEAD;
import static dev.weft.completion.CompletionLayout.SEQUENCE_SHIFT;
import static dev.weft.completion.CompletionLayout.SLOT_PADDING;
import static dev.weft.completion.CompletionLayout.SLOT_SHIFT;
import static dev.weft.completion.CompletionLayout.STAMP;

/** State that both halves of a ring share: slots, stamps, and the head. */
public abstract sealed class RingHalf permits CompletionWriter, CompletionReader {
  final int capacity;
  final int slotCount;
  final boolean single;
  public final ErrorLane errors;
  public final long[] cursors;
  public final long[] slots;
  public final long[] times;

  RingHalf(CompletionRing ring) {
    this.capacity = ring.capacity;
    this.slotCount = ring.slotCount;
    this.single = ring.sharing == Sharing.SINGLE;
    this.errors = ring.errors;
    this.cursors = ring.cursors;
    this.slots = ring.slots;
    this.times = ring.times;
  }

  public final int index(long position) {
    return (int) position & (slotCount - 1);
  }

  /** The first word of a slot in {@link #slots}. */
  public final int slotOf(long position) {
    return SLOT_PADDING + (index(position) << SLOT_SHIFT);
  }

  /** The stamp of a success at this position; for a failure, the status is added. */
  public static long stamp(long position) {
    return (position + 1) << SEQUENCE_SHIFT;
  }

  /** Pairs with {@link #stampRelease}. */
  public final long stampAcquire(long position) {
    return (long) ELEMENT.getAcquire(slots, slotOf(position) + STAMP);
  }

  /** Publishes a slot to readers. Pairs with {@link #stampAcquire}. */
  public final void stampRelease(int slot, long stamp) {
    ELEMENT.setRelease(slots, slot + STAMP, stamp);
  }

  /** Pairs with {@link #headRelease}. */
  public final long headAcquire() {
    return (long) ELEMENT.getAcquire(cursors, HEAD);
  }

  /** Frees the slots before {@code head}. Pairs with {@link #headAcquire} in a reservation. */
  public final void headRelease(long head) {
    ELEMENT.setRelease(cursors, HEAD, head);
  }
}
