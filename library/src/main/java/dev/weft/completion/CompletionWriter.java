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
import static dev.weft.completion.CompletionLayout.word;

import dev.weft.wait.Notifier;

/**
 * The half of a ring that completes operations: promise room, then fill it.
 *
 * <p>Every method is wait-free and, but for errors, allocates nothing. With {@link Sharing#SINGLE}
 * one thread at a time; with {@link Sharing#MULTI} any thread.
 */
public sealed class CompletionWriter extends RingHalf permits SharedWriter {
  private final Notifier notifier;

  CompletionWriter(CompletionRing ring) {
    super(ring);
    this.notifier = ring.notifier;
  }

  /**
   * Promises {@code n} slots, each to be filled by one write or given back by {@link #release}.
   *
   * @param n 0 or more; more than the capacity is never granted
   * @return false when there is no room now, and then nothing has changed. While another thread is
   *     being refused, this may refuse what would just have fitted: try again after a read.
   */
  public boolean reserve(int n) {
    return single ? reserveSingle(n) : reserveMulti(n);
  }

  private boolean reserveSingle(int n) {
    long reserved = cursors[RESERVED] + n;
    if (!fits(reserved)) {
      return false;
    }
    cursors[RESERVED] = reserved;
    return true;
  }

  private boolean reserveMulti(int n) {
    if (fits(addReserved(n))) {
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
  private boolean fits(long reserved) {
    if (reserved - (long) ELEMENT.getAcquire(cursors, HEAD_SEEN) <= capacity) {
      return true;
    }
    long head = headAcquire();
    ELEMENT.setRelease(cursors, HEAD_SEEN, head);
    return reserved - head <= capacity;
  }

  /** Fills one promised slot with a success and publishes it. */
  public void write(
      long context, long flags, long length, long buffer, long data, long tag, long source) {
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

  /** {@link #write} for what was sent: such an entry tells its context and flags only. */
  public void writeSent(long context, long flags) {
    write(context, flags, 0, 0, 0, 0, NO_SOURCE);
  }

  /** Fills one promised slot with a failure, which keeps its place in the order. */
  public void writeError(CompletionFailure failure) {
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
