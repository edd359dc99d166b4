package dev.weft.completion;

import static dev.weft.completion.CompletionLayout.BUFFER;
import static dev.weft.completion.CompletionLayout.CONTEXT;
import static dev.weft.completion.CompletionLayout.DATA;
import static dev.weft.completion.CompletionLayout.ELEMENT;
import static dev.weft.completion.CompletionLayout.FLAGS;
import static dev.weft.completion.CompletionLayout.HEAD;
import static dev.weft.completion.CompletionLayout.LENGTH;
import static dev.weft.completion.CompletionLayout.SEQUENCE_SHIFT;
import static dev.weft.completion.CompletionLayout.SLOT_PADDING;
import static dev.weft.completion.CompletionLayout.SLOT_SHIFT;
import static dev.weft.completion.CompletionLayout.SOURCE;
import static dev.weft.completion.CompletionLayout.STAMP;
import static dev.weft.completion.CompletionLayout.TAG;
import static dev.weft.completion.CompletionLayout.word;

import java.lang.foreign.MemorySegment;
import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The half of a {@link WorkCompletionQueue} that takes completions out: by {@link #poll}, or one
 * after the other in a batch.
 *
 * <pre>
 *            start           next ... next
 *   closed ─────────► open ───────────────► open         what was visited is consumed by end, the
 *      ▲    READY       │                     │          rest stays for the next batch
 *      └────────────────┴────────end──────────┘
 * </pre>
 *
 * <p>A batch belongs to the thread that opened it; what others would read waits meanwhile. A call
 * at the wrong time is an {@link IllegalStateException} and changes nothing. Nothing here
 * allocates.
 */
public final class WorkCompletionReader {
  /** There is a completion. */
  public static final int READY = 0;

  /** {@code ENOENT}: nothing to read now. */
  public static final int EMPTY = 2;

  /** {@code EIO}: a completion was lost, and everything before it has been read. */
  public static final int FAILED = 5;

  private static final int EINVAL = 22;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final int SLOT_WORDS = 1 << SLOT_SHIFT;

  private final WorkCompletionQueue queue;
  private final ReentrantLock lock;

  /** Where an entry is copied to that writers might replace; null where they never do. */
  private final long[] copy;

  private CompletionReader ring;
  private long[] slots;
  private int mask;

  /** Whose batch is open; written with the lock held, compared by a thread with itself. */
  private Thread visitor;

  /** The position to look at next; what lies before it is consumed by {@link #end}. */
  private long next;

  /** Of the entry visited now: its words, where they begin, or 0 for none, and its stamp. */
  private long[] words;

  private int place;
  private long stamp;
  private long time;

  /** The time of day when {@link System#nanoTime} would have been 0, as seen by this batch. */
  private long wallClockOrigin;

  WorkCompletionReader(WorkCompletionQueue queue, CompletionRing ring) {
    this.queue = queue;
    this.lock = queue.options.singleThreaded() ? null : new ReentrantLock();
    this.copy = queue.options.ignoresOverrun() ? new long[SLOT_PADDING + SLOT_WORDS] : null;
    continueWith(ring);
  }

  /** From now on reads there; with readers and writers kept away. */
  void continueWith(CompletionRing larger) {
    ring = larger.reader();
    slots = larger.slots;
    mask = larger.capacity - 1;
    words = copy == null ? slots : copy;
  }

  /**
   * {@code ibv_start_poll(3)}: opens a batch on the oldest completion.
   *
   * @return {@link #READY}; or {@link #EMPTY} or {@link #FAILED}, and no batch is open
   */
  public int start() {
    int result = tryStart();
    return result == EMPTY && queue.progress() ? tryStart() : result;
  }

  private int tryStart() {
    enter("startPoll");
    next = ring.cursors[HEAD];
    int result = advance();
    if (result != READY) {
      leave();
      return result;
    }
    if (queue.options.wallClock()) {
      wallClockOrigin = wallClockOrigin();
    }
    visitor = Thread.currentThread();
    return READY;
  }

  /**
   * {@code ibv_next_poll(3)}: moves on to the next completion.
   *
   * @return {@link #READY}; or {@link #EMPTY} or {@link #FAILED}, and the batch stays open on none
   */
  public int next() {
    requireBatch("nextPoll");
    return advance();
  }

  /** {@code ibv_end_poll(3)}: closes the batch; what it has visited is gone from the queue. */
  public void end() {
    requireBatch("endPoll");
    visitor = null;
    leave();
  }

  /**
   * {@code ibv_poll_cq(3)}: takes completions, oldest first.
   *
   * @param destination gets a {@code struct ibv_wc} for each, back to back
   * @param count most to take
   * @return completions taken; negative: {@code -EINVAL} for a negative count, {@code -EIO} when a
   *     completion was lost and everything before it has been read
   */
  public int poll(MemorySegment destination, int count) {
    if (count <= 0) {
      return count == 0 ? 0 : -EINVAL;
    }
    int taken = take(destination, count);
    return taken == 0 && queue.progress() ? take(destination, count) : taken;
  }

  private int take(MemorySegment destination, int count) {
    enter("poll");
    next = ring.cursors[HEAD];
    try {
      int taken = 0;
      int result = READY;
      while (taken < count && (result = advance()) == READY) {
        long at = (long) taken * WorkCompletionLayout.STRUCT_SIZE;
        WorkCompletionLayout.project(words, place, stamp, destination, at);
        taken++;
      }
      return taken == 0 && result == FAILED ? -FAILED : taken;
    } finally {
      leave();
    }
  }

  private int advance() {
    if (visit()) {
      return READY;
    }
    if (!queue.isFailed()) {
      return EMPTY;
    }
    return visit() ? READY : FAILED; // after the failure nothing is added
  }

  private boolean visit() {
    return copy == null ? visitInPlace() : visitCopy();
  }

  private boolean visitInPlace() {
    while (true) {
      long position = next;
      int slot = SLOT_PADDING + (((int) position & mask) << SLOT_SHIFT);
      long seen = (long) ELEMENT.getAcquire(slots, slot + word(STAMP));
      if ((int) (seen >>> SEQUENCE_SHIFT) != (int) (position + 1)) {
        place = 0;
        return false;
      }
      next = position + 1;
      if (WorkCompletionLayout.status(seen) != WorkCompletionLayout.DISCARDED) {
        stamp = seen;
        place = slot;
        return true;
      }
    }
  }

  /** The oldest one may be replaced at any time: taken out of the ring at once. */
  private boolean visitCopy() {
    queue.writing.lock();
    try {
      next = ring.cursors[HEAD];
      if (!visitInPlace()) {
        return false;
      }
      System.arraycopy(slots, place, copy, SLOT_PADDING, SLOT_WORDS);
      time = ring.times == null ? 0 : ring.times[ring.index(next - 1)];
      place = SLOT_PADDING;
      return true;
    } finally {
      ring.headRelease(next);
      queue.writing.unlock();
    }
  }

  private void enter(String call) {
    if (isVisitor()) {
      throw new IllegalStateException(
          call + " with a batch open in this thread, allowed: nextPoll, endPoll, reading fields");
    }
    if (lock != null) {
      lock.lock();
    }
    if (queue.isClosed()) {
      letIn();
      throw new IllegalStateException(call + " on a closed completion queue");
    }
  }

  private void leave() {
    place = 0;
    if (copy == null) {
      ring.headRelease(next);
    }
    queue.sweepIfNeeded();
    letIn();
  }

  @SuppressWarnings("ReferenceEquality") // a thread is nobody else
  private boolean isVisitor() {
    return visitor == Thread.currentThread();
  }

  private void requireBatch(String call) {
    if (!isVisitor()) {
      throw new IllegalStateException(
          call + " without a batch open in this thread, allowed: after startPoll returned 0");
    }
  }

  /** Waits until no batch is open, and keeps readers out until {@link #letIn}. */
  void keepAway() {
    enter("resize or close");
  }

  /** The same without waiting: false while a batch is open. */
  boolean tryKeepAway() {
    if (isVisitor()) {
      return false;
    }
    return lock == null ? visitor == null : lock.tryLock();
  }

  void letIn() {
    if (lock != null) {
      lock.unlock();
    }
  }

  private int here() {
    if (place == 0 || !isVisitor()) {
      throw new IllegalStateException(
          "field read without a current completion, allowed: after startPoll or nextPoll gave 0");
    }
    return place;
  }

  /** {@code wr_id}. */
  public long wrId() {
    return words[here() + word(CONTEXT)];
  }

  /** {@code status}: {@code enum ibv_wc_status}. */
  public int status() {
    here();
    return WorkCompletionLayout.status(stamp);
  }

  /** {@code ibv_wc_read_opcode(3)}. */
  public int opcode() {
    return WorkCompletionLayout.opcode(words[here() + word(FLAGS)]);
  }

  /** {@code ibv_wc_read_wc_flags(3)}. */
  public int flags() {
    return (int) (words[here() + word(SOURCE)] >>> 32);
  }

  /** {@code ibv_wc_read_vendor_err(3)}. */
  public int vendorError() {
    return (int) words[here() + word(LENGTH)];
  }

  /** {@code ibv_wc_read_byte_len(3)}: unsigned. */
  public int byteLength() {
    return (int) (words[here() + word(LENGTH)] >>> 32);
  }

  /** {@code ibv_wc_read_imm_data(3)}, {@code ibv_wc_read_invalidated_rkey(3)}. */
  public int immediateOrKey() {
    return (int) words[here() + word(DATA)];
  }

  /** {@code ibv_wc_read_qp_num(3)}. */
  public int queuePair() {
    here();
    return WorkCompletionLayout.queuePair(stamp);
  }

  /** {@code ibv_wc_read_src_qp(3)}. */
  public int sourceQueuePair() {
    return (int) words[here() + word(SOURCE)];
  }

  /** {@code ibv_wc_read_slid(3)}. */
  public int slid() {
    return WorkCompletionLayout.slid(words[here() + word(BUFFER)]);
  }

  /** {@code ibv_wc_read_sl(3)}. */
  public int serviceLevel() {
    return WorkCompletionLayout.serviceLevel(words[here() + word(BUFFER)]);
  }

  /** {@code ibv_wc_read_dlid_path_bits(3)}. */
  public int pathBits() {
    return WorkCompletionLayout.pathBits(words[here() + word(BUFFER)]);
  }

  /** {@code ibv_wc_read_cvlan(3)}. */
  public int vlan() {
    return WorkCompletionLayout.vlan(words[here() + word(FLAGS)]);
  }

  /** {@code ibv_wc_read_flow_tag(3)}. */
  public int flowTag() {
    return (int) (words[here() + word(DATA)] >>> 32);
  }

  /** Freed resource count of reliable datagrams. */
  public int freedResources() {
    return WorkCompletionLayout.freedResources(words[here() + word(BUFFER)]);
  }

  /** {@code ibv_wc_tm_info.tag}. */
  public long tagMatchingTag() {
    return words[here() + word(TAG)];
  }

  /** {@code ibv_wc_tm_info.priv}. */
  public int tagMatchingPrivate() {
    return WorkCompletionLayout.tagMatchingPrivate(words[here() + word(FLAGS)]);
  }

  /** {@code ibv_wc_read_completion_ts(3)}: {@link System#nanoTime} when it was added. */
  public long time() {
    here();
    return copy == null ? ring.times[ring.index(next - 1)] : time;
  }

  /** {@code ibv_wc_read_completion_wallclock_ns(3)}: the same instant in ns since 1970. */
  public long wallClock() {
    return time() + wallClockOrigin;
  }

  private static long wallClockOrigin() {
    Instant now = Instant.now();
    return now.getEpochSecond() * NANOS_PER_SECOND + now.getNano() - System.nanoTime();
  }
}
