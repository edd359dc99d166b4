package dev.weft.completion;

import static dev.weft.completion.CompletionFailure.NO_SOURCE;
import static dev.weft.completion.CompletionLayout.WORD;

import dev.weft.wait.Notifier;
import java.lang.foreign.MemorySegment;

/**
 * The half of a ring that completes operations: promise room, then fill it.
 *
 * <p>Every method is wait-free and, but for errors, allocates nothing. With {@link Sharing#SINGLE}
 * one thread at a time; with {@link Sharing#MULTI} any thread.
 */
public final class CompletionWriter {
  private final CompletionRing ring;
  private final Notifier notifier;
  private final boolean single;

  CompletionWriter(CompletionRing ring) {
    this.ring = ring;
    this.notifier = ring.notifier;
    this.single = ring.sharing == Sharing.SINGLE;
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
    long reserved = ring.reservedPlain() + n;
    if (!ring.fits(reserved)) {
      return false;
    }
    ring.reservedPlain(reserved);
    return true;
  }

  private boolean reserveMulti(int n) {
    if (ring.fits(ring.addReserved(n))) {
      return true;
    }
    ring.addReserved(-n);
    return false;
  }

  /** Gives back {@code n} promised slots that will not be written. */
  public void release(int n) {
    if (single) {
      ring.reservedPlain(ring.reservedPlain() - n);
    } else {
      ring.addReserved(-n);
    }
  }

  /** Fills one promised slot with a success and publishes it. */
  public void write(
      long context, long flags, long length, long buffer, long data, long tag, long source) {
    long position = claim();
    fill(ring.slot(position), context, flags, length, buffer, data, tag, source);
    publish(position, CompletionLayout.SUCCESS);
  }

  /** {@link #write} for what was sent: such an entry tells its context and flags only. */
  public void writeSent(long context, long flags) {
    write(context, flags, 0, 0, 0, 0, NO_SOURCE);
  }

  /** Fills one promised slot with a failure, which keeps its place in the order. */
  public void writeError(CompletionFailure failure) {
    long position = claim();
    ring.errors.put(ring.index(position), failure);
    fill(
        ring.slot(position),
        failure.context(),
        failure.flags(),
        failure.length(),
        failure.buffer(),
        failure.data(),
        failure.tag(),
        failure.source());
    publish(position, CompletionLayout.FAILURE);
  }

  private long claim() {
    return single ? ring.nextTailPlain() : ring.nextTail();
  }

  private static void fill(
      MemorySegment slot,
      long context,
      long flags,
      long length,
      long buffer,
      long data,
      long tag,
      long source) {
    slot.set(WORD, CompletionLayout.CONTEXT, context);
    slot.set(WORD, CompletionLayout.FLAGS, flags);
    slot.set(WORD, CompletionLayout.LENGTH, length);
    slot.set(WORD, CompletionLayout.BUFFER, buffer);
    slot.set(WORD, CompletionLayout.DATA, data);
    slot.set(WORD, CompletionLayout.TAG, tag);
    slot.set(WORD, CompletionLayout.SOURCE, source);
  }

  private void publish(long position, int status) {
    ring.publishRelease(position, status);
    if (notifier != null) {
      notifier.published();
    }
  }
}
