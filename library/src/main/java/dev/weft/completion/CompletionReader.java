package dev.weft.completion;

import static dev.weft.completion.CompletionLayout.BUFFER;
import static dev.weft.completion.CompletionLayout.CONTEXT;
import static dev.weft.completion.CompletionLayout.DATA;
import static dev.weft.completion.CompletionLayout.FLAGS;
import static dev.weft.completion.CompletionLayout.HEAD;
import static dev.weft.completion.CompletionLayout.LENGTH;
import static dev.weft.completion.CompletionLayout.SOURCE;
import static dev.weft.completion.CompletionLayout.STATUS_MASK;
import static dev.weft.completion.CompletionLayout.STATUS_SHIFT;
import static dev.weft.completion.CompletionLayout.SUCCESS;
import static dev.weft.completion.CompletionLayout.TAG;
import static dev.weft.completion.CompletionLayout.WORD;

import dev.weft.wait.SpinLock;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

/**
 * The consumer half of a ring: takes completions in the order in which their positions were
 * claimed.
 *
 * <p>Taking: with {@link Sharing#SINGLE} one thread at a time; with {@link Sharing#MULTI} any
 * thread, and each entry goes to exactly one. Checking ({@link #isEmpty}, {@link #count} ...): any
 * thread at any time, without a lock. No method allocates.
 */
public non-sealed class CompletionReader extends RingHalf {
  /** {@code -FI_EAGAIN}: nothing to return now. */
  public static final int EMPTY = -11;

  /** {@code -FI_EAVAIL}: a failure is at the head; {@link #readError} takes it. */
  public static final int FAILED = -259;

  /** {@code -FI_EOVERRUN}: completions were lost and all others are read. Permanent. */
  public static final int OVERRUN = -268;

  private final SpinLock lock;

  protected CompletionReader(CompletionRing ring) {
    super(ring);
    this.lock = new SpinLock();
  }

  /**
   * {@code fi_cq_read(3)}, {@code fi_cq_readfrom(3)}: takes successes, up to {@code count} or to
   * the first failure.
   *
   * @param destination gets the first {@code stride} bytes of each entry, back to back; the bytes
   *     after the last entry are not changed. At least {@code count * stride} bytes; ignored when
   *     {@code count} is 0
   * @param stride 8, 24, 40 or 48: bytes of the queue's format
   * @param count maximum number of entries to take
   * @param sourcesOrNull gets 8 bytes for each entry, its source address; or null
   * @return entries taken; {@link #EMPTY}; {@link #FAILED}; for {@code count} 0: {@link #EMPTY} if
   *     the ring is empty, else 0
   */
  public int read(MemorySegment destination, int stride, int count, MemorySegment sourcesOrNull) {
    if (single) {
      return take(destination, stride, count, sourcesOrNull);
    }
    if (isEmpty()) {
      return EMPTY; // cheaper than the lock
    }
    lock.lock();
    try {
      return take(destination, stride, count, sourcesOrNull);
    } finally {
      lock.unlock();
    }
  }

  private int take(MemorySegment destination, int stride, int count, MemorySegment sources) {
    long head = cursors[HEAD];
    long state = stateAcquire(head);
    if (state != SUCCESS || count == 0) {
      return nothingTaken(state, count);
    }
    int n = successesAcquire(head, count);
    for (int i = 0; i < n; i++) {
      int slot = slotOf(head + i);
      project(slots, slot, destination, (long) i * stride, stride);
      if (sources != null) {
        sources.set(WORD, (long) i * WORD.byteSize(), slots[slot + SOURCE]);
      }
    }
    headRelease(head + n);
    return n;
  }

  /** Copies the first {@code stride} bytes word by word, which is cheaper than a general copy. */
  protected static void project(
      long[] slots, int slot, MemorySegment destination, long at, int stride) {
    copy(slots, slot, CONTEXT, destination, at);
    if (stride > FLAGS * Long.BYTES) {
      copy(slots, slot, FLAGS, destination, at);
      copy(slots, slot, LENGTH, destination, at);
    }
    if (stride > BUFFER * Long.BYTES) {
      copy(slots, slot, BUFFER, destination, at);
      copy(slots, slot, DATA, destination, at);
    }
    if (stride > TAG * Long.BYTES) {
      copy(slots, slot, TAG, destination, at);
    }
  }

  private static void copy(long[] slots, int slot, int word, MemorySegment destination, long at) {
    destination.set(WORD, at + (long) word * Long.BYTES, slots[slot + word]);
  }

  /**
   * Counts the successes that can be taken; the first entry is one. Acquires all stamps before the
   * first copy: an acquire between copies would make the compiler check the memory again per entry.
   */
  private int successesAcquire(long head, int limit) {
    int n = 1;
    while (n < limit && stateAcquire(head + n) == SUCCESS) {
      n++;
    }
    return n;
  }

  private static int nothingTaken(long state, int count) {
    if (!isPublished(state)) {
      return EMPTY;
    }
    return count == 0 ? 0 : FAILED;
  }

  /**
   * {@code fi_cq_readerr(3)}: takes the failure at the head.
   *
   * @param destination gets the failure, which stays at the head if this throws
   * @return false when the ring is empty or a success is at the head
   */
  public boolean readError(Consumer<? super CompletionFailure> destination) {
    if (!headIsError()) {
      return false;
    }
    lock.lock();
    try {
      return takeError(destination);
    } finally {
      lock.unlock();
    }
  }

  private boolean takeError(Consumer<? super CompletionFailure> destination) {
    long head = cursors[HEAD];
    if (!isFailure(stateAcquire(head))) {
      return false; // another reader took it
    }
    destination.accept(errors.peek(index(head)));
    errors.take(index(head));
    headRelease(head + 1);
    return true;
  }

  /** True when neither a success nor a failure can be taken now. */
  public boolean isEmpty() {
    return !isPublished(headState());
  }

  /** True when {@link #readError} would return a failure. */
  public boolean headIsError() {
    return isFailure(headState());
  }

  /**
   * The state of the entry at the head. Where another thread moves the head meanwhile, the slot may
   * already hold a later entry, so an unpublished state counts only while the head stays.
   */
  private long headState() {
    long head;
    long state;
    do {
      head = headAcquire();
      state = stateAcquire(head);
    } while (!isPublished(state) && hasMoved(head));
    return state;
  }

  private boolean hasMoved(long head) {
    return headAcquire() != head;
  }

  /** Counts the entries, failures included, that can be taken now, up to {@code limit}. */
  public int count(int limit) {
    long head;
    int count;
    do {
      head = headAcquire();
      count = count(head, limit);
    } while (count == 0 && hasMoved(head));
    return count;
  }

  private int count(long head, int limit) {
    int count = 0;
    while (count < limit && isPublished(stateAcquire(head + count))) {
      count++;
    }
    return count;
  }

  /**
   * {@code FI_CQ_COND_THRESHOLD}: true when {@code threshold} entries can be taken, or when one of
   * those that can is a failure. The threshold is clamped to 1 ... capacity.
   */
  public boolean satisfies(long threshold) {
    int wanted = Math.clamp(threshold, 1, capacity);
    long head;
    boolean satisfied;
    do {
      head = headAcquire();
      satisfied = satisfies(head, wanted);
    } while (!satisfied && hasMoved(head));
    return satisfied;
  }

  private boolean satisfies(long head, int wanted) {
    for (int i = 0; i < wanted; i++) {
      long state = stateAcquire(head + i);
      if (state != SUCCESS) {
        return isFailure(state);
      }
    }
    return true;
  }

  /**
   * Returns 0 if a success is published at this position, 1 to 255 (the status) for a failure, and
   * any other value if nothing is published yet.
   */
  private long stateAcquire(long position) {
    return (stampAcquire(position) ^ stamp(position)) >>> STATUS_SHIFT;
  }

  private static boolean isPublished(long state) {
    return (state & ~STATUS_MASK) == 0;
  }

  private static boolean isFailure(long state) {
    return state != SUCCESS && isPublished(state);
  }

  void describe(StringBuilder text) {
    int pending = count(slotCount);
    text.append(" pending=").append(pending);
    long head = headAcquire();
    for (long position = head; position < head + pending; position++) {
      text.append("\n  ").append(position).append(' ');
      if (isFailure(stateAcquire(position))) {
        text.append(errors.peek(index(position)));
      } else {
        describe(slotOf(position), text);
      }
    }
  }

  private void describe(int slot, StringBuilder text) {
    text.append("CompletionSuccess[context=0x").append(Long.toHexString(slots[slot + CONTEXT]));
    text.append(", flags=0x").append(Long.toHexString(slots[slot + FLAGS]));
    text.append(", length=").append(slots[slot + LENGTH]);
    text.append(", buffer=0x").append(Long.toHexString(slots[slot + BUFFER]));
    text.append(", data=0x").append(Long.toHexString(slots[slot + DATA]));
    text.append(", tag=0x").append(Long.toHexString(slots[slot + TAG]));
    text.append(", source=").append(slots[slot + SOURCE]).append(']');
  }
}
