package dev.weft.completion;

import static dev.weft.completion.CompletionLayout.CURSOR_WORDS;
import static dev.weft.completion.CompletionLayout.SLOT_PADDING;
import static dev.weft.completion.CompletionLayout.SLOT_SHIFT;

import dev.weft.wait.Notifier;

/**
 * A completion queue's memory: a bounded ring of records that many threads may fill and many may
 * empty, in which nothing is ever lost.
 *
 * <p><b>How it works.</b> Room is promised before it is needed: whoever posts an operation reserves
 * a slot, and whoever completes the operation fills one. A promise is refused when {@code reserved
 * - head} would exceed the capacity, so that completing never fails, blocks, or waits for a reader.
 *
 * <pre>
 *   post:      reserved += 1           refused when reserved - head > capacity (or slotCount)
 *   complete:  position = tail++       always within the promised room
 *              fill words 0..6 of the slot, then release its stamp (position + 1)
 *   read:      acquire the stamp of the slot at head: position + 1 means published
 *              copy the prefix, next slot ...; then release head, once per batch
 * </pre>
 *
 * <p><b>Whose room it is.</b> Only what is posted holds room before it completes, and {@link
 * #capacity} places are all that it gets. What a peer causes, and nothing posted stands for (a
 * write with data, a message into a multi-receive or a shared receive), takes its room at the
 * moment it is told ({@link CompletionWriter#reserveUnposted}), and may use {@link #slotCount}
 * places, as many again where the ring has them. So a full ring always has something to be read,
 * whatever is posted:
 *
 * <pre>
 *   reserved - head = posted and not complete + complete and not read
 *                     at most capacity          at least slotCount - capacity where that is full
 *
 *   what a peer causes  --waits for-->  room  --waits for-->  a reader, who has what to read
 * </pre>
 *
 * <p>A reader waits for nothing, so there is no cycle: what waits for room gets it while somebody
 * reads, although it stands before the messages that the posted receives wait for.
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

  final int capacity;
  final int slotCount;
  final Sharing sharing;
  final Notifier notifier;
  final ErrorLane errors;
  final long[] slots;

  /** When each slot was filled, by {@link System#nanoTime}; null where nobody asks. */
  final long[] times;

  final long[] cursors = new long[CURSOR_WORDS];
  private final CompletionWriter writer;
  private final CompletionReader reader;

  /**
   * Makes an empty ring.
   *
   * @param minimumCapacity slots that are needed, 1 to 2^24; rounded up to a power of two
   * @param sharing how many threads may use it at the same time
   * @param notifierOrNull told of each entry after it was published; null for a queue on which
   *     nobody sleeps, which then pays nothing for it
   */
  public CompletionRing(int minimumCapacity, Sharing sharing, Notifier notifierOrNull) {
    this(minimumCapacity, 1, sharing, notifierOrNull, false);
  }

  /** For work completions with one writer at a time, and with a lane of time stamps if asked. */
  CompletionRing(int minimumCapacity, boolean withUnposted, boolean timed) {
    this(minimumCapacity, withUnposted ? 2 : 1, Sharing.SINGLE, null, timed);
  }

  private CompletionRing(
      int minimumCapacity, int times, Sharing sharing, Notifier notifierOrNull, boolean timed) {
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

  /** A ring that has, beside the room for what is posted, as much for what peers cause. */
  public static CompletionRing withUnposted(
      int minimumCapacity, Sharing sharing, Notifier notifierOrNull) {
    return new CompletionRing(minimumCapacity, 2, sharing, notifierOrNull, false);
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

  /** What can be posted at the same time, a power of two. */
  public int capacity() {
    return capacity;
  }

  /** The entries that wait to be read; for debuggers and tests, exact while nobody reads. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("CompletionRing[capacity=").append(capacity);
    reader.describe(text);
    return text.append(']').toString();
  }
}
