package dev.weft.completion.work;

import static dev.weft.completion.CompletionLayout.ELEMENT;
import static dev.weft.completion.CompletionLayout.HEAD;
import static dev.weft.completion.CompletionLayout.SEQUENCE_SHIFT;
import static dev.weft.completion.CompletionLayout.SLOT_PADDING;
import static dev.weft.completion.CompletionLayout.SLOT_SHIFT;
import static dev.weft.completion.CompletionLayout.STAMP;

import dev.weft.completion.CompletionFailure;
import dev.weft.completion.CompletionReader;
import dev.weft.completion.CompletionRing;
import java.lang.foreign.MemorySegment;

/**
 * The consumer half of a {@link WorkCompletionQueue}: takes completions by {@link #poll}, or one at
 * a time in a batch.
 *
 * <pre>
 *            start           next ... next
 *   closed ─────────► open ───────────────► open         what was visited is consumed by end, the
 *      ▲    READY       │                     │          rest stays for the next batch
 *      └────────────────┴────────end──────────┘
 * </pre>
 *
 * <p>A batch belongs to the thread that opened it; other readers wait for its end. A call at the
 * wrong time throws an {@link IllegalStateException} and changes nothing. No method allocates.
 */
public final class WorkCompletionReader extends CurrentCompletion {
  /** There is a completion. */
  public static final int READY = 0;

  /** {@code ENOENT}: nothing to read now. */
  public static final int EMPTY = 2;

  /** {@code EIO}: a completion was lost, and everything before it has been read. */
  public static final int FAILED = 5;

  private static final int EINVAL = 22;

  private final WorkCompletionQueue queue;
  private final DiscardedEntries discarded;
  private final ReadingLock lock;

  /** Copy of an entry that writers might replace; null if they never do. */
  private final long[] copy;

  private CompletionReader ring;
  long[] slots;
  private int mask;

  /** The position to read next; entries before it are consumed by {@link #end}. */
  private long next;

  private long time; // of the copied entry
  private final WallClock wallClock; // null if the queue has none

  WorkCompletionReader(WorkCompletionQueue queue, CompletionRing ring) {
    this.queue = queue;
    this.discarded = queue.discarded;
    this.lock = queue.reading;
    this.copy = queue.options.ignoresOverrun() ? new long[SLOT_PADDING + SLOT_WORDS] : null;
    this.wallClock = queue.options.wallClock() ? new WallClock() : null;
    continueWith(ring);
  }

  /** Switches to another ring. Caller excludes readers and writers. */
  void continueWith(CompletionRing larger) {
    ring = larger.reader();
    slots = larger.slots;
    mask = larger.slotCount - 1;
  }

  /**
   * {@code ibv_start_poll(3)}: opens a batch on the oldest completion.
   *
   * @return {@link #READY}; or {@link #EMPTY} or {@link #FAILED}, then no batch is open
   */
  public int start() {
    int result = isIdle() ? EMPTY : tryStart();
    return result == EMPTY && queue.progress() ? tryStart() : result;
  }

  private int tryStart() {
    begin("startPoll");
    boolean opened = false;
    try {
      if (wallClock != null) {
        wallClock.follow(); // may find no memory
      }
      int result = advance();
      opened = result == READY;
      return result;
    } finally {
      if (opened) {
        lock.openBatch();
      } else {
        leave();
      }
    }
  }

  /**
   * {@code ibv_next_poll(3)}: moves on to the next completion.
   *
   * @return {@link #READY}; or {@link #EMPTY} or {@link #FAILED}, then the batch stays open without
   *     an entry
   */
  public int next() {
    lock.requireBatch("nextPoll");
    return advance();
  }

  /** {@code ibv_end_poll(3)}: closes the batch and consumes the entries it has visited. */
  public void end() {
    lock.requireBatch("endPoll");
    lock.closeBatch();
    leave();
  }

  /**
   * {@code ibv_poll_cq(3)}: takes completions, oldest first.
   *
   * @param destination gets a {@code struct ibv_wc} for each, back to back
   * @param count maximum number to take
   * @return completions taken; negative: {@code -EINVAL} for a negative count, {@code -EIO} when a
   *     completion was lost and everything before it has been read
   */
  public int poll(MemorySegment destination, int count) {
    if (count <= 0) {
      return count == 0 ? 0 : -EINVAL;
    }
    int taken = isIdle() ? 0 : take(destination, count);
    return taken == 0 && queue.progress() ? take(destination, count) : taken;
  }

  /** Whether the lock can be skipped because there is nothing to read or report. */
  private boolean isIdle() {
    return queue.isIdle() && !lock.hasBatch();
  }

  private int take(MemorySegment destination, int count) {
    begin("poll");
    try {
      int taken = copyOut(destination, count);
      if (taken == 0 && queue.isFailed()) {
        taken = copyOut(destination, count); // what came before the failure
        return taken == 0 ? -FAILED : taken;
      }
      return taken;
    } catch (RuntimeException | Error unwritable) {
      giveBackAll();
      throw unwritable;
    } finally {
      leave();
    }
  }

  private int copyOut(MemorySegment destination, int count) {
    return copy == null ? takeInPlace(destination, count) : takeCopies(destination, count);
  }

  /** Acquires all stamps, then copies the entries, which is cheaper. */
  private int takeInPlace(MemorySegment destination, int count) {
    int taken = 0;
    int wanted;
    int published;
    do {
      wanted = count - taken;
      published = publishedAcquire(wanted);
      taken += project(published, destination, taken);
    } while (published == wanted && taken < count); // some were discarded
    return taken;
  }

  /** Copies this many published entries, without discarded ones. */
  private int project(int published, MemorySegment destination, int from) {
    boolean someDiscarded = discarded.any();
    int taken = 0;
    for (int i = 0; i < published; i++) {
      int slot = slot(next + i);
      if (!someDiscarded || !WorkCompletionLayout.isDiscarded(slots[slot + STAMP])) {
        project(slot, destination, (long) (from + taken) * WorkCompletionLayout.STRUCT_SIZE);
        taken++;
      }
    }
    next += published;
    return taken;
  }

  private void project(int slot, MemorySegment destination, long at) {
    if (WorkCompletionLayout.isWork(slots, slot)) {
      WorkCompletionLayout.project(slots, slot, destination, at);
    } else {
      show(slots, slot);
      WorkCompletionLayout.project(words, base, destination, at);
    }
  }

  /** Excludes other readers and begins at the head; ended by {@link #leave}. */
  void begin(String call) {
    lock.enter(call);
    next = ring.cursors[HEAD];
  }

  /** Leaves the entry that {@link #visit} has shown unconsumed. */
  void giveBack() {
    next--;
  }

  /** Leaves the visited entries unconsumed, except one that writers might have replaced. */
  void giveBackAll() {
    next = ring.cursors[HEAD];
  }

  /** First word of the current entry as written, before translation. */
  int writtenSlot() {
    return slot(next - 1);
  }

  /** The {@link CompletionFailure} of the current entry, or null. */
  CompletionFailure details() {
    return ring.errors.peekIfAny(ring.index(next - 1));
  }

  void takeDetails() {
    ring.errors.takeIfAny(ring.index(next - 1));
  }

  private int slot(long position) {
    return SLOT_PADDING + (((int) position & mask) << SLOT_SHIFT);
  }

  private int publishedAcquire(int limit) {
    int published = 0;
    while (published < limit && isPublished(next + published)) {
      published++;
    }
    return published;
  }

  private boolean isPublished(long position) {
    int slot = slot(position);
    long seen = (long) ELEMENT.getAcquire(slots, slot + STAMP);
    return (int) (seen >>> SEQUENCE_SHIFT) == (int) (position + 1);
  }

  private int takeCopies(MemorySegment destination, int count) {
    long bytes = WorkCompletionLayout.STRUCT_SIZE;
    int taken = 0;
    while (taken < count && takeOldest(destination, taken * bytes)) {
      taken++;
    }
    return taken;
  }

  private int advance() {
    if (visit()) {
      return READY;
    }
    // once more: what came before the failure
    return queue.isFailed() ? (visit() ? READY : FAILED) : EMPTY;
  }

  /** Shows the next entry, which {@link #leave} consumes. */
  boolean visit() {
    return copy == null ? visitInPlace() : takeOldest(null, 0);
  }

  private boolean visitInPlace() {
    while (true) {
      long position = next;
      int slot = slot(position);
      long seen = (long) ELEMENT.getAcquire(slots, slot + STAMP);
      if ((int) (seen >>> SEQUENCE_SHIFT) != (int) (position + 1)) {
        base = 0;
        return false;
      }
      next = position + 1;
      if (!WorkCompletionLayout.isDiscarded(seen)) {
        show(slots, slot);
        return true;
      }
    }
  }

  /**
   * Copies and consumes the oldest entry at once, because a writer may replace it at any time. An
   * entry that cannot be copied to the destination stays.
   */
  private boolean takeOldest(MemorySegment destinationOrNull, long at) {
    queue.writing.lock();
    try {
      next = ring.cursors[HEAD];
      boolean any = visitInPlace();
      if (any && destinationOrNull == null) {
        copyShown();
      } else if (any) {
        WorkCompletionLayout.project(words, base, destinationOrNull, at);
      }
      ring.headRelease(next);
      return any;
    } finally {
      queue.writing.unlock();
    }
  }

  private void copyShown() {
    System.arraycopy(words, base, copy, SLOT_PADDING, SLOT_WORDS);
    time = ring.times == null ? 0 : ring.times[ring.index(next - 1)];
    words = copy;
    base = SLOT_PADDING;
  }

  /** Consumes the visited entries and admits other readers. */
  void leave() {
    base = 0;
    if (copy == null) {
      ring.headRelease(next);
    }
    if (discarded.any()) {
      queue.sweep();
    }
    lock.exit();
  }

  @Override
  int here() {
    if (base == 0 || !lock.hasBatch()) {
      throw new IllegalStateException(
          "field read without a current completion, allowed: after startPoll or nextPoll gave 0");
    }
    return base;
  }

  @Override
  public long time() {
    here();
    return copy == null ? ring.times[ring.index(next - 1)] : time;
  }

  @Override
  public long wallClock() {
    return wallClock.at(time());
  }
}
