package dev.weft.completion;

import static dev.weft.completion.CompletionFailure.NO_SOURCE;
import static dev.weft.completion.CompletionLayout.BUFFER;
import static dev.weft.completion.CompletionLayout.CONTEXT;
import static dev.weft.completion.CompletionLayout.DATA;
import static dev.weft.completion.CompletionLayout.ELEMENT;
import static dev.weft.completion.CompletionLayout.FAILURE;
import static dev.weft.completion.CompletionLayout.FLAGS;
import static dev.weft.completion.CompletionLayout.HEAD_SEEN;
import static dev.weft.completion.CompletionLayout.LENGTH;
import static dev.weft.completion.CompletionLayout.RESERVED;
import static dev.weft.completion.CompletionLayout.SOURCE;
import static dev.weft.completion.CompletionLayout.STATUS_SHIFT;
import static dev.weft.completion.CompletionLayout.TAG;
import static dev.weft.completion.CompletionLayout.TAIL;
import static dev.weft.completion.CompletionLayout.WORD;
import static dev.weft.completion.CompletionLayout.word;

import dev.weft.wait.Notifier;
import java.lang.foreign.MemorySegment;

/**
 * The half of a ring that completes operations: promise room, then fill it.
 *
 * <p>Every method is wait-free and, but for errors, allocates nothing. With {@link Sharing#SINGLE}
 * one thread at a time; with {@link Sharing#MULTI} any thread.
 */
public sealed class CompletionWriter extends RingHalf permits PeerWriter {
  private final Notifier notifier;

  /** Where the next success goes instead of a slot, while {@link #handing}. */
  private MemorySegment hand;

  private int handStride;
  private boolean handing;
  private boolean handed;

  CompletionWriter(CompletionRing ring) {
    super(ring);
    this.notifier = ring.notifier;
  }

  /**
   * Promises {@code n} slots to what is posted, each to be filled by one write or given back by
   * {@link #release}.
   *
   * @param n 0 or more; more than the capacity is never granted
   * @return false when there is no room now, and then nothing has changed. While another thread is
   *     being refused, this may refuse what would just have fitted: try again after a read.
   */
  public boolean reserve(int n) {
    return reserve(n, capacity);
  }

  /**
   * Promises one slot to what a peer has caused and nothing posted stands for, to be filled, or
   * given back, before anything else is waited for. Refused only while there is something to read.
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

  /** Gives back {@code n} promised slots that will not be written. */
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

  /** Whether so many promises fit behind the head; looks at the readers' line only when it must. */
  private boolean fits(long reserved, int limit) {
    if (reserved - (long) ELEMENT.getAcquire(cursors, HEAD_SEEN) <= limit) {
      return true;
    }
    long head = headAcquire();
    ELEMENT.setRelease(cursors, HEAD_SEEN, head);
    return reserved - head <= limit;
  }

  /** Fills one promised slot with a success and publishes it. */
  public void write(
      long context, long flags, long length, long buffer, long data, long tag, long source) {
    if (handing && hand(context, flags, length, buffer, data, tag)) {
      return;
    }
    long position = claim();
    int slot = place(position);
    slots[slot + word(CONTEXT)] = context;
    slots[slot + word(FLAGS)] = flags;
    slots[slot + word(LENGTH)] = length;
    slots[slot + word(BUFFER)] = buffer;
    slots[slot + word(DATA)] = data;
    slots[slot + word(TAG)] = tag;
    slots[slot + word(SOURCE)] = source;
    publish(slot, stamp(position));
  }

  /**
   * By a reader that has found the ring empty and now brings about what it waits for, on the one
   * thread that uses both halves: the next success need not go through the ring.
   *
   * @param destination gets the first {@code stride} bytes of the entry
   * @return whether that is possible; then {@link #endHandOver} must follow
   */
  @SuppressWarnings({"MemorySegmentReferenceEquality", "ReferenceEquality"}) // the very object
  public boolean beginHandOver(MemorySegment destination, int stride) {
    if (!single) {
      return false;
    }
    if (hand != destination) { // to store a reference costs more than to look
      hand = destination;
    }
    handStride = stride;
    handed = false;
    handing = true;
    return true;
  }

  /** Ends {@link #beginHandOver}. */
  public final void endHandOver() {
    handing = false;
  }

  /** Whether an entry went to the reader between the two calls. */
  public final boolean wasHandedOver() {
    return handed;
  }

  /** False where the reader may not write to its memory: it will be told when it reads. */
  private boolean hand(long context, long flags, long length, long buffer, long data, long tag) {
    handing = false;
    try {
      hand.set(WORD, CONTEXT, context);
      if (handStride > FLAGS) {
        hand.set(WORD, FLAGS, flags);
        hand.set(WORD, LENGTH, length);
      }
      if (handStride > BUFFER) {
        hand.set(WORD, BUFFER, buffer);
        hand.set(WORD, DATA, data);
      }
      if (handStride > TAG) {
        hand.set(WORD, TAG, tag);
      }
    } catch (RuntimeException unwritable) { // closed, read-only, another thread's, too small
      return false;
    }
    cursors[RESERVED]--;
    handed = true;
    return true;
  }

  /** {@link #write} for what was sent: such an entry tells its context and flags only. */
  public void writeSent(long context, long flags) {
    write(context, flags, 0, 0, 0, 0, NO_SOURCE);
  }

  /** Fills one promised slot with a failure, which keeps its place in the order. */
  public void writeError(CompletionFailure failure) {
    handing = false; // what comes after a failure stays behind it
    long position = claim();
    errors.put(index(position), failure);
    publish(place(position), stamp(position) | FAILURE << STATUS_SHIFT);
  }

  /** Fills one promised slot with the end of a work request, good or bad. */
  final void writeWork(WorkCompletion completion) {
    writeWork(completion, null);
  }

  /** The same; details that only {@code fi_cq_readerr(3)} tells go into the error lane. */
  final void writeWork(WorkCompletion completion, CompletionFailure detailsOrNull) {
    stampTime();
    long position = claim();
    int slot = place(position);
    if (detailsOrNull != null) {
      errors.put(index(position), detailsOrNull);
    }
    WorkCompletionLayout.store(completion, slots, slot);
    publish(slot, stamp(position) | WorkCompletionLayout.stampDetails(completion));
  }

  /** Says when the next entry was written, where that is asked for; with one writer only. */
  final void stampTime() {
    if (times != null) {
      times[index(cursors[TAIL])] = System.nanoTime();
    }
  }

  /** The next position; all claims of a shared ring pass through one read-modify-write. */
  private long claim() {
    return single ? cursors[TAIL]++ : (long) ELEMENT.getAndAdd(cursors, TAIL, 1L);
  }

  private void publish(int slot, long stamp) {
    stampRelease(slot, stamp);
    if (notifier != null) {
      notifier.published();
    }
  }
}
