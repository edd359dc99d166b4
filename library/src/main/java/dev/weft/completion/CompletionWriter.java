package dev.weft.completion;

import static dev.weft.completion.CompletionFailure.NO_SOURCE;
import static dev.weft.completion.CompletionLayout.BUFFER;
import static dev.weft.completion.CompletionLayout.CONTEXT;
import static dev.weft.completion.CompletionLayout.DATA;
import static dev.weft.completion.CompletionLayout.ELEMENT;
import static dev.weft.completion.CompletionLayout.FAILURE;
import static dev.weft.completion.CompletionLayout.FAILURES;
import static dev.weft.completion.CompletionLayout.FLAGS;
import static dev.weft.completion.CompletionLayout.HEAD_SEEN;
import static dev.weft.completion.CompletionLayout.LENGTH;
import static dev.weft.completion.CompletionLayout.RESERVED;
import static dev.weft.completion.CompletionLayout.SOURCE;
import static dev.weft.completion.CompletionLayout.STATUS_SHIFT;
import static dev.weft.completion.CompletionLayout.TAG;
import static dev.weft.completion.CompletionLayout.TAIL;

import dev.weft.wait.Notifier;

/**
 * The producer half of a ring: reserves slots, then fills them with completions.
 *
 * <p>Every method is wait-free and, except for errors, does not allocate. With {@link
 * Sharing#SINGLE} one thread at a time; with {@link Sharing#MULTI} any thread.
 */
public non-sealed class CompletionWriter extends RingHalf {
  private final Notifier notifier;

  protected CompletionWriter(CompletionRing ring) {
    super(ring);
    this.notifier = ring.notifier;
  }

  /**
   * Reserves {@code n} slots for posted operations. Each is filled by one write or returned by
   * {@link #release}.
   *
   * @param n 0 or more; never granted above the capacity
   * @return false if there is no room now; nothing has changed. While another thread's call is
   *     being refused, this may refuse a number that would fit: try again after a read.
   */
  public boolean reserve(int n) {
    return reserve(n, capacity);
  }

  /**
   * Reserves one slot for a completion that a peer caused without a posted operation. It must be
   * filled or released before the caller waits for anything else. Fails only while there are
   * entries to read, or other threads are filling theirs, or are being refused by {@link #reserve}.
   */
  public boolean reserveUnposted() {
    return reserve(1, slotCount);
  }

  private boolean reserve(int n, int limit) {
    return single ? reserveSingle(n, limit) : reserveMulti(n, limit);
  }

  private boolean reserveSingle(int n, int limit) {
    long reserved = cursors[RESERVED] + n;
    if (!fits(reserved, limit)) {
      return false;
    }
    cursors[RESERVED] = reserved;
    return true;
  }

  private boolean reserveMulti(int n, int limit) {
    if (fits(addReserved(n), limit)) {
      return true;
    }
    addReserved(-n);
    return false;
  }

  /** Returns {@code n} reserved slots that will not be filled. */
  public void release(int n) {
    if (single) {
      cursors[RESERVED] -= n;
    } else {
      addReserved(-n);
    }
  }

  private long addReserved(long n) {
    return (long) ELEMENT.getAndAdd(cursors, RESERVED, n) + n;
  }

  /** Whether this many reservations fit after the head; reads the readers' line only if it must. */
  private boolean fits(long reserved, int limit) {
    if (reserved - (long) ELEMENT.getAcquire(cursors, HEAD_SEEN) <= limit) {
      return true;
    }
    long head = headAcquire();
    ELEMENT.setRelease(cursors, HEAD_SEEN, head);
    return reserved - head <= limit;
  }

  /** Fills one reserved slot with a success and publishes it. */
  public void write(
      long context, long flags, long length, long buffer, long data, long tag, long source) {
    long position = claim();
    int slot = slotOf(position);
    slots[slot + CONTEXT] = context;
    slots[slot + FLAGS] = flags;
    slots[slot + LENGTH] = length;
    slots[slot + BUFFER] = buffer;
    slots[slot + DATA] = data;
    slots[slot + TAG] = tag;
    slots[slot + SOURCE] = source;
    publish(slot, stamp(position));
  }

  /** {@link #write} for a send, whose entry has a context and flags only. */
  public void writeSent(long context, long flags) {
    write(context, flags, 0, 0, 0, 0, NO_SOURCE);
  }

  /** Fills one reserved slot with a failure, which keeps its position in the order. */
  public void writeError(CompletionFailure failure) {
    ErrorCompletionEvent.commitIfEnabled(failure);
    errors.open(); // may throw, and a claimed position must be published
    countFailure();
    long position = claim();
    errors.put(index(position), failure);
    publish(slotOf(position), stamp(position) | FAILURE << STATUS_SHIFT);
  }

  /** Counts a failure for the statistics. */
  public final void countFailure() {
    ELEMENT.getAndAdd(cursors, FAILURES, 1L);
  }

  /** Records the time of the next entry, if the queue is timed; with one writer only. */
  public final void stampTime() {
    if (times != null) {
      times[index(cursors[TAIL])] = System.nanoTime();
    }
  }

  /** Claims the next position. All claims of a shared ring are one read-modify-write each. */
  public final long claim() {
    return single ? cursors[TAIL]++ : (long) ELEMENT.getAndAdd(cursors, TAIL, 1L);
  }

  /** Publishes a filled slot to readers. */
  public final void publish(int slot, long stamp) {
    stampRelease(slot, stamp);
    if (notifier != null) {
      notifier.published();
    }
  }
}
