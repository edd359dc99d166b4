package dev.weft.completion;

import static dev.weft.completion.CompletionLayout.CURSOR_WORDS;
import static dev.weft.completion.CompletionLayout.SLOT_PADDING;
import static dev.weft.completion.CompletionLayout.SLOT_SHIFT;

import dev.weft.wait.Notifier;

/**
 * A bounded ring of completions with many producers and many consumers, in which no completion is
 * ever lost. It is the memory of a completion queue.
 *
 * <p><b>Reservations.</b> Posting an operation reserves a slot, and completing the operation fills
 * a reserved slot. A reservation fails if {@code reserved - head} would exceed the capacity.
 * Completing therefore never fails, blocks, or waits for a reader.
 *
 * <pre>
 *   post:      reserved += 1           refused when reserved - head > capacity (or slotCount)
 *   complete:  position = tail++       always within the reserved room
 *              fill words 0..6 of the slot, then release its stamp (position + 1)
 *   read:      acquire the stamp of the slot at head: position + 1 means published
 *              copy the prefix, next slot ...; then release head, once per batch
 * </pre>
 *
 * <p><b>Room for unposted completions.</b> Posted operations share {@link #capacity} slots,
 * reserved at post. A completion that a peer causes without a posted operation (a write with data,
 * a message into a multi-receive or a shared receive) reserves its slot when it arrives ({@link
 * CompletionWriter#reserveUnposted}). It may use all {@link #slotCount} slots, which are twice as
 * many in a ring that supports this. A full ring therefore always holds entries to read, whatever
 * is posted:
 *
 * <pre>
 *   reserved - head = posted and not complete + complete and not read
 *                     at most capacity          at least slotCount - capacity where that is full
 *
 *   unposted completion  --waits for-->  room  --waits for-->  a reader, which has entries to read
 * </pre>
 *
 * <p>A reader waits for nothing, so there is no cycle: an unposted completion gets room while a
 * thread reads, although it comes before the messages that the posted receives wait for.
 *
 * <p><b>Memory order.</b> There are two release/acquire pairs. The stamp: a reader that acquires it
 * sees what the writer stored in the slot, in the {@link ErrorLane} and in the message's buffer.
 * The head: a reader's copies are finished before a reservation that acquires the head allows reuse
 * of the slot. A position may be claimed by a thread other than the one that reserved its room;
 * then the read-modify-writes on {@code tail}, which every claim performs, carry the order.
 *
 * <p>Readers do not read the tail and writers do not read stamps. When both sides are busy, a
 * slot's line moves once from writer to reader and back, and the head's line once per batch.
 */
public final class CompletionRing {
  private static final int MAX_CAPACITY = 1 << 24;

  final int capacity;
  public final int slotCount;
  final Sharing sharing;
  final Notifier notifier;
  public final ErrorLane errors;
  public final long[] slots;

  /**
   * When each slot was filled, by {@link System#nanoTime}; null if the queue takes no time stamps.
   */
  public final long[] times;

  public final long[] cursors = new long[CURSOR_WORDS];
  private final CompletionWriter writer;
  private final CompletionReader reader;

  /**
   * Makes an empty ring.
   *
   * @param minimumCapacity required slots, 1 to 2^24; rounded up to a power of two
   * @param sharing how many threads may use it at the same time
   * @param notifierOrNull notified after each entry is published; null for a queue on which no
   *     thread waits, which avoids the cost
   */
  public CompletionRing(int minimumCapacity, Sharing sharing, Notifier notifierOrNull) {
    this(minimumCapacity, 1, sharing, notifierOrNull, false);
  }

  /** Makes a ring for work completions: one writer at a time, optionally with time stamps. */
  public CompletionRing(int minimumCapacity, boolean withUnposted, boolean timed) {
    this(minimumCapacity, withUnposted ? 2 : 1, Sharing.SINGLE, null, timed);
  }

  private CompletionRing(
      int minimumCapacity, int times, Sharing sharing, Notifier notifierOrNull, boolean timed) {
    ErrorCompletionEvent.load();
    this.capacity = powerOfTwo(minimumCapacity);
    this.slotCount = times * capacity;
    this.sharing = sharing;
    this.notifier = notifierOrNull;
    this.errors = new ErrorLane(slotCount);
    this.slots = new long[(slotCount << SLOT_SHIFT) + 2 * SLOT_PADDING];
    this.times = timed ? new long[slotCount] : null;
    this.writer = new CompletionWriter(this);
    this.reader = new CompletionReader(this);
  }

  /**
   * Makes a ring that has additional room, as large as that for posted operations, for unposted
   * ones.
   */
  public static CompletionRing withUnposted(
      int minimumCapacity, Sharing sharing, Notifier notifierOrNull) {
    return new CompletionRing(minimumCapacity, 2, sharing, notifierOrNull, false);
  }

  private static int powerOfTwo(int minimum) {
    if (minimum < 1 || minimum > MAX_CAPACITY) {
      throw new IllegalArgumentException(
          "minimumCapacity=" + minimum + ", allowed: 1 to " + MAX_CAPACITY);
    }
    return minimum == 1 ? 1 : Integer.highestOneBit(minimum - 1) << 1;
  }

  /** The producer half. */
  public CompletionWriter writer() {
    return writer;
  }

  /** The consumer half. */
  public CompletionReader reader() {
    return reader;
  }

  /** The number of operations that can be posted at the same time, a power of two. */
  public int capacity() {
    return capacity;
  }

  /** Shows the unread entries. For debuggers and tests; exact while no thread reads. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("CompletionRing[capacity=").append(capacity);
    reader.describe(text);
    return text.append(']').toString();
  }
}
