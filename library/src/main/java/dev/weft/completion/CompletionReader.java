package dev.weft.completion;

import static dev.weft.completion.CompletionLayout.CALLER_WORD;
import static dev.weft.completion.CompletionLayout.STATUS_MASK;
import static dev.weft.completion.CompletionLayout.SUCCESS;
import static dev.weft.completion.CompletionLayout.WORD;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The half of a ring that takes completions out, in the order in which they were claimed.
 *
 * <p>Taking: with {@link Sharing#SINGLE} one thread at a time; with {@link Sharing#MULTI} any
 * thread, each entry goes to exactly one. Looking ({@link #isEmpty}, {@link #count} ...): any
 * thread, always, without a lock. Nothing here allocates.
 */
public final class CompletionReader {
  /** {@code -FI_EAGAIN}: nothing to return now. */
  public static final int EMPTY = -11;

  /** {@code -FI_EAVAIL}: a failure is at the head; {@link #readError} takes it. */
  public static final int FAILED = -259;

  private final CompletionRing ring;
  private final ReentrantLock lock;

  CompletionReader(CompletionRing ring) {
    this.ring = ring;
    this.lock = ring.sharing == Sharing.MULTI ? new ReentrantLock() : null;
  }

  /**
   * {@code fi_cq_read(3)}, {@code fi_cq_readfrom(3)}: takes successes, up to {@code count} or to
   * the first failure.
   *
   * @param destination gets the first {@code stride} bytes of each entry, back to back; what lies
   *     behind the last entry is not touched. At least {@code count * stride} bytes; not looked at
   *     when {@code count} is 0
   * @param stride 8, 24, 40 or 48: bytes of the queue's format
   * @param count most entries to take
   * @param sourcesOrNull gets 8 bytes for each entry, its source address; or null
   * @return entries taken; {@link #EMPTY}; {@link #FAILED}; or, for {@code count} 0, whether there
   *     is anything at all: 0 or {@link #EMPTY}
   */
  public int read(MemorySegment destination, int stride, int count, MemorySegment sourcesOrNull) {
    if (isEmpty()) {
      return EMPTY;
    }
    if (lock == null) {
      return take(destination, stride, count, sourcesOrNull);
    }
    lock.lock();
    try {
      return take(destination, stride, count, sourcesOrNull);
    } finally {
      lock.unlock();
    }
  }

  private int take(MemorySegment destination, int stride, int count, MemorySegment sources) {
    long head = ring.headPlain();
    int taken = 0;
    long state = SUCCESS;
    while (taken < count && (state = ring.stateAcquire(head + taken)) == SUCCESS) {
      MemorySegment slot = ring.slot(head + taken);
      MemorySegment.copy(slot, 0, destination, (long) taken * stride, stride);
      if (sources != null) {
        long source = slot.get(WORD, CompletionLayout.SOURCE);
        sources.set(CALLER_WORD, (long) taken * CALLER_WORD.byteSize(), source);
      }
      taken++;
    }
    if (taken > 0) {
      ring.headRelease(head + taken);
      return taken;
    }
    return count == 0 ? nothingAsked(head) : nothingTaken(state);
  }

  private int nothingAsked(long head) {
    return isPublished(ring.stateAcquire(head)) ? 0 : EMPTY;
  }

  private static int nothingTaken(long state) {
    return isPublished(state) ? FAILED : EMPTY;
  }

  /**
   * {@code fi_cq_readerr(3)}: takes the failure at the head.
   *
   * @return null when the ring is empty or a success is at the head
   */
  public CompletionFailure readError() {
    if (!headIsError()) {
      return null;
    }
    if (lock == null) {
      return takeError();
    }
    lock.lock();
    try {
      return takeError();
    } finally {
      lock.unlock();
    }
  }

  private CompletionFailure takeError() {
    long head = ring.headPlain();
    if (!isFailure(ring.stateAcquire(head))) {
      return null;
    }
    CompletionFailure failure = ring.errors.take(ring.index(head));
    ring.headRelease(head + 1);
    return failure;
  }

  /** True when neither a success nor a failure can be taken now. */
  public boolean isEmpty() {
    return !isPublished(ring.stateAcquire(ring.headAcquire()));
  }

  /** True when {@link #readError} would return a failure. */
  public boolean headIsError() {
    return isFailure(ring.stateAcquire(ring.headAcquire()));
  }

  /** Entries, failures included, that can be taken now; counting stops at {@code limit}. */
  public int count(int limit) {
    long head = ring.headAcquire();
    int count = 0;
    while (count < limit && isPublished(ring.stateAcquire(head + count))) {
      count++;
    }
    return count;
  }

  /**
   * {@code FI_CQ_COND_THRESHOLD}: true when {@code threshold} entries can be taken, or when there
   * is a failure among those that can. A threshold above the capacity means the capacity, below 1
   * it means 1.
   */
  public boolean satisfies(long threshold) {
    int wanted = Math.clamp(threshold, 1, ring.capacity());
    long head = ring.headAcquire();
    for (int i = 0; i < wanted; i++) {
      long state = ring.stateAcquire(head + i);
      if (state != SUCCESS) {
        return isFailure(state);
      }
    }
    return true;
  }

  private static boolean isPublished(long state) {
    return (state & ~STATUS_MASK) == 0;
  }

  private static boolean isFailure(long state) {
    return state != SUCCESS && isPublished(state);
  }
}
