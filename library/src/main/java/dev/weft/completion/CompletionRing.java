package dev.weft.completion;

import static dev.weft.completion.CompletionLayout.CURSOR;
import static dev.weft.completion.CompletionLayout.CURSOR_WORDS;
import static dev.weft.completion.CompletionLayout.HEAD;
import static dev.weft.completion.CompletionLayout.HEAD_SEEN;
import static dev.weft.completion.CompletionLayout.LAP_SHIFT;
import static dev.weft.completion.CompletionLayout.RESERVED;
import static dev.weft.completion.CompletionLayout.SLOT_BYTES;
import static dev.weft.completion.CompletionLayout.SLOT_SHIFT;
import static dev.weft.completion.CompletionLayout.STAMP_WORD;
import static dev.weft.completion.CompletionLayout.STATUS_SHIFT;
import static dev.weft.completion.CompletionLayout.TAIL;

import dev.weft.wait.Notifier;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A completion queue's memory: a bounded ring of records that many threads may fill and many may
 * empty, in which nothing is ever lost.
 *
 * <p><b>How it works.</b> Room is promised before it is needed: whoever posts an operation reserves
 * a slot, and whoever completes the operation fills one. A promise is refused when {@code reserved
 * - head} would exceed the capacity, so that completing never fails, blocks, or waits for a reader.
 *
 * <pre>
 *   post:      reserved += 1           refused when reserved - head > capacity
 *   complete:  position = tail++       always within the promised room
 *              fill words 0..6 of the slot, then release its stamp (lap of the position)
 *   read:      acquire the stamp at head; the position's lap = published
 *              copy the prefix, next slot ...; then release head, once per batch
 * </pre>
 *
 * <p>There are two pairs of release and acquire. The stamp: what a writer stored in the slot (and
 * in the {@link ErrorLane}, and in the message's buffer) is seen by the reader that acquires it.
 * The head: what a reader has copied is finished before a promise that acquires the head lets the
 * slot be used again. A position may be claimed by a thread other than the one whose promise made
 * room for it; then the read-modify-writes on {@code tail}, through which all claims pass, carry
 * the order.
 *
 * <p>No tail is read by readers and no stamp by writers: when both sides are busy, a slot's line
 * moves once from writer to reader and back, and the head's line once per batch.
 */
public final class CompletionRing {
  private static final int LARGEST_CAPACITY = 1 << 24;

  final Sharing sharing;
  final Notifier notifier;
  final ErrorLane errors;
  private final int capacity;
  private final int lapShift;
  private final MemorySegment slots;
  private final long[] cursors = new long[CURSOR_WORDS];
  private final CompletionWriter writer;
  private final CompletionReader reader;

  /**
   * Makes an empty ring.
   *
   * @param minimumCapacity slots that are needed, 1 to 2^24; rounded up to a power of two
   * @param notifierOrNull told of each entry after it was published; null for a queue on which
   *     nobody sleeps, which then pays nothing for it
   */
  public CompletionRing(int minimumCapacity, Sharing sharing, Notifier notifierOrNull) {
    this.capacity = powerOfTwo(minimumCapacity);
    this.lapShift = Integer.numberOfTrailingZeros(capacity);
    this.sharing = sharing;
    this.notifier = notifierOrNull;
    this.errors = new ErrorLane(capacity);
    this.slots = Arena.ofAuto().allocate((long) capacity << SLOT_SHIFT, 2 * SLOT_BYTES);
    this.writer = new CompletionWriter(this);
    this.reader = new CompletionReader(this);
  }

  private static int powerOfTwo(int minimum) {
    if (minimum < 1 || minimum > LARGEST_CAPACITY) {
      throw new IllegalArgumentException(
          "minimumCapacity=" + minimum + ", allowed: 1 to " + LARGEST_CAPACITY);
    }
    return minimum == 1 ? 1 : Integer.highestOneBit(minimum - 1) << 1;
  }

  /** The half that completes operations. */
  public CompletionWriter writer() {
    return writer;
  }

  /** The half that takes completions out. */
  public CompletionReader reader() {
    return reader;
  }

  /** Slots in all, a power of two. */
  public int capacity() {
    return capacity;
  }

  int index(long position) {
    return (int) position & (capacity - 1);
  }

  MemorySegment slot(long position) {
    return slots.asSlice((long) index(position) << SLOT_SHIFT, SLOT_BYTES);
  }

  /** The stamp of a success at this position; with a status added, that of a failure. */
  long stamp(long position) {
    return ((position >>> lapShift) + 1) << LAP_SHIFT;
  }

  /**
   * 0 when a success is published at this position, 1 to 255 the status of a published failure,
   * anything else: nothing is published there yet. Pairs with {@link #publishRelease}.
   */
  long stateAcquire(long position) {
    long stamp = (long) STAMP_WORD.getAcquire(slots, stampOffset(position));
    return (stamp ^ stamp(position)) >>> STATUS_SHIFT;
  }

  /** Shows the slot to readers. Pairs with {@link #stateAcquire}. */
  void publishRelease(long position, int status) {
    long stamp = stamp(position) | (long) status << STATUS_SHIFT;
    STAMP_WORD.setRelease(slots, stampOffset(position), stamp);
  }

  private long stampOffset(long position) {
    return ((long) index(position) << SLOT_SHIFT) + CompletionLayout.STAMP;
  }

  /** Pairs with {@link #headRelease}. */
  long headAcquire() {
    return (long) CURSOR.getAcquire(cursors, HEAD);
  }

  long headPlain() {
    return cursors[HEAD];
  }

  /** Frees the slots before {@code head}. Pairs with {@link #headAcquire} in a promise. */
  void headRelease(long head) {
    CURSOR.setRelease(cursors, HEAD, head);
  }

  /** True when {@code reserved} slots fit behind the head; looks at the head only when it must. */
  boolean fits(long reserved) {
    if (reserved - (long) CURSOR.getAcquire(cursors, HEAD_SEEN) <= capacity) {
      return true;
    }
    long head = headAcquire();
    CURSOR.setRelease(cursors, HEAD_SEEN, head);
    return reserved - head <= capacity;
  }

  long reservedPlain() {
    return cursors[RESERVED];
  }

  void reservedPlain(long reserved) {
    cursors[RESERVED] = reserved;
  }

  long addReserved(long n) {
    return (long) CURSOR.getAndAdd(cursors, RESERVED, n) + n;
  }

  long nextTailPlain() {
    return cursors[TAIL]++;
  }

  long nextTail() {
    return (long) CURSOR.getAndAdd(cursors, TAIL, 1L);
  }

  /** The entries that wait to be read; for debuggers and tests, exact while nobody reads. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("CompletionRing[capacity=").append(capacity);
    int pending = reader.count(capacity);
    text.append(" pending=").append(pending);
    long head = headAcquire();
    for (long position = head; position < head + pending; position++) {
      describe(position, text.append("\n  "));
    }
    return text.append(']').toString();
  }

  private void describe(long position, StringBuilder text) {
    MemorySegment slot = slot(position);
    text.append(position)
        .append(stateAcquire(position) == CompletionLayout.SUCCESS ? " success" : " failure")
        .append(" context=0x")
        .append(Long.toHexString(word(slot, CompletionLayout.CONTEXT)))
        .append(" flags=0x")
        .append(Long.toHexString(word(slot, CompletionLayout.FLAGS)))
        .append(" length=")
        .append(word(slot, CompletionLayout.LENGTH))
        .append(" buffer=0x")
        .append(Long.toHexString(word(slot, CompletionLayout.BUFFER)))
        .append(" data=0x")
        .append(Long.toHexString(word(slot, CompletionLayout.DATA)))
        .append(" tag=0x")
        .append(Long.toHexString(word(slot, CompletionLayout.TAG)))
        .append(" source=")
        .append(word(slot, CompletionLayout.SOURCE));
  }

  private static long word(MemorySegment slot, int offset) {
    return slot.get(CompletionLayout.WORD, offset);
  }
}
