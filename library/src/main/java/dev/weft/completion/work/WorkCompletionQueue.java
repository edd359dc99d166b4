package dev.weft.completion.work;

import static dev.weft.completion.CompletionLayout.HEAD;
import static dev.weft.completion.CompletionLayout.TAIL;

import dev.weft.completion.CompletionRing;
import dev.weft.completion.CompletionWriter;
import dev.weft.completion.work.NotifyState.Notification;
import dev.weft.wait.Notifier;
import dev.weft.wait.SpinLock;

/**
 * A completion queue with verbs semantics on a {@link CompletionRing}: it can overrun, be armed for
 * one event, be resized while in use, and discard the entries of a destroyed queue pair.
 *
 * <p><b>Two locks.</b> A reader holds the {@link ReadingLock} while its batch is open. Adding,
 * arming and discarding hold the writing lock ({@link SpinLock}) for a few stores, never while
 * waiting for a reader. Resizing takes both, in this order.
 *
 * <pre>
 *   queue pairs ──add──► [writing lock] ring.writer ──► slots
 *                              │ NotifyState             │ stamps order the two sides
 *                              ▼                         ▼
 *                        WorkCompletionListener        [reading lock] ring.reader ──► poll, start
 *                        event, overrun: without lock
 * </pre>
 *
 * <p><b>Overrun.</b> A completion that finds no room is lost, and so are all later ones: the unread
 * entries can still be read, then reading fails. If overruns are ignored, the oldest entry is
 * replaced; readers then copy each entry under the writing lock, so that none is torn.
 */
public final class WorkCompletionQueue implements WorkCompletionSink {
  final ReadingLock reading;
  final SpinLock writing = new SpinLock();
  final WorkCompletionOptions options;
  private final NotifyState notifyState;
  private final ProgressSources sources = new ProgressSources();
  private final PeerQueues peerQueues = new PeerQueues();
  private final WorkCompletionReader reader;
  final DiscardedEntries discarded = new DiscardedEntries();
  private volatile CompletionRing ring;
  private volatile boolean failed;
  private volatile boolean closed;

  /** Whether endpoints also complete here; written while readers are excluded. */
  private boolean shared;

  private long lost;

  /**
   * Makes an empty queue that is not armed.
   *
   * @param minimumCapacity required entries, 1 to 2^24; see {@link #capacity}
   */
  public WorkCompletionQueue(
      int minimumCapacity, WorkCompletionOptions options, WorkCompletionListener listener) {
    this.options = options;
    this.notifyState = new NotifyState(listener);
    this.ring = new CompletionRing(minimumCapacity, false, options.timed());
    this.reading = new ReadingLock(this, options.singleThreaded());
    this.reader = new WorkCompletionReader(this, ring);
  }

  /** The consumer half. */
  public WorkCompletionReader reader() {
    return reader;
  }

  /** {@code cq->cqe}: the number of entries that fit. */
  public int capacity() {
    return ring.capacity();
  }

  /** The number of completions lost so far. */
  public long lost() {
    writing.lock();
    try {
      return lost;
    } finally {
      writing.unlock();
    }
  }

  /** Whether a completion was lost; the queue then accepts no more. */
  public boolean isFailed() {
    return failed;
  }

  /** The current ring; {@link #resize} replaces it. */
  public CompletionRing ring() {
    return ring;
  }

  /** True when nothing can be read now. Any thread, without a lock. */
  public boolean isEmpty() {
    return ring.reader().isEmpty();
  }

  /** Whether there is nothing to read and no error to report. */
  boolean isIdle() {
    return !closed && !failed && isEmpty();
  }

  @Override
  public boolean add(WorkCompletion completion) {
    boolean stored;
    Notification notification;
    writing.lock();
    try {
      stored = makeRoom();
      if (stored) {
        WorkCompletionWriter.write(ring.writer(), completion, null);
      }
      notification = stored ? notifyState.added(completion.solicited) : lose();
    } finally {
      writing.unlock();
    }
    notifyState.deliver(notification);
    if (stored) {
      peerQueues.wake();
    }
    return stored;
  }

  /** Whether it can be shared: reserved entries are never replaced. */
  public boolean keepsReservations() {
    return !options.ignoresOverrun();
  }

  /**
   * Completes a write of a {@link PeerWriter}. Caller holds the writing lock, which is released.
   */
  void endWriting(boolean solicited) {
    Notification notification = notifyState.added(solicited);
    writing.unlock();
    notifyState.deliver(notification);
    peerQueues.wake();
  }

  /**
   * Shares the queue with endpoints that complete here and readers of {@code fi_cq(3)}. Entries of
   * both APIs have one index; the first reader takes each. Requires {@link #keepsReservations}.
   *
   * @param endpoints driven when a reader of either API finds nothing
   * @param notifierOrNull notified of every entry, whichever API wrote it
   */
  public PeerQueue share(WorkCompletionSource endpoints, Notifier notifierOrNull) {
    makeRoomForUnposted();
    PeerQueue halves = PeerQueue.of(this, endpoints, notifierOrNull);
    attach(endpoints);
    peerQueues.add(halves);
    return halves;
  }

  private void makeRoomForUnposted() {
    reading.enter("binding an endpoint");
    try {
      if (!shared) {
        grow(capacity(), true);
        shared = true;
      }
    } finally {
      reading.exit();
    }
  }

  void leave(PeerQueue halves) {
    peerQueues.remove(halves);
    detach(halves.source());
  }

  private boolean makeRoom() {
    if (failed) {
      return false;
    }
    CompletionWriter writer = ring.writer();
    return writer.reserveUnposted()
        || (options.ignoresOverrun() && dropOldest() && writer.reserveUnposted());
  }

  private boolean dropOldest() {
    long head = ring.cursors[HEAD];
    if (head == ring.cursors[TAIL]) {
      return false; // all room is reserved
    }
    ring.reader().headRelease(head + 1);
    lost++;
    return true;
  }

  private Notification lose() {
    lost++;
    if (failed || options.ignoresOverrun()) {
      return Notification.NOTHING;
    }
    failed = true;
    return Notification.OVERRUN;
  }

  /**
   * {@code ibv_req_notify_cq(3)}: one event for the next completion, added from now on. Arming for
   * any completion overrides arming for solicited ones, in either order.
   */
  public void arm(boolean solicitedOnly) {
    writing.lock();
    try {
      notifyState.arm(solicitedOnly ? NotifyState.SOLICITED : NotifyState.NEXT);
    } finally {
      writing.unlock();
    }
  }

  /**
   * {@code ibv_modify_cq(3)}: holds events back until there are {@code count} completions, or
   * {@code nanos} have passed since the first of them.
   *
   * @param count 1 or more
   * @param nanos 0 for no time limit
   */
  public void moderate(int count, long nanos) {
    writing.lock();
    try {
      notifyState.moderate(count, nanos);
    } finally {
      writing.unlock();
    }
    releaseEvent();
  }

  /** Fires the held-back event, if there is one. */
  public void releaseEvent() {
    Notification notification;
    writing.lock();
    try {
      notification = notifyState.release();
    } finally {
      writing.unlock();
    }
    notifyState.deliver(notification);
  }

  @Override
  public void discard(int queuePair) {
    boolean quiet = reading.tryEnter();
    writing.lock();
    try {
      discarded.mark(ring, queuePair);
      if (quiet) {
        discarded.sweep(ring);
      }
    } finally {
      writing.unlock();
      if (quiet) {
        reading.exit();
      }
    }
  }

  /** Frees the slots of discarded entries. Caller holds the reading lock. */
  void sweep() {
    writing.lock();
    try {
      discarded.sweep(ring);
    } finally {
      writing.unlock();
    }
  }

  /**
   * {@code ibv_resize_cq(3)}: makes room for at least so many entries; unread ones stay, in order.
   * A queue never shrinks. Waits for an open batch of another thread.
   *
   * @return false, with nothing changed, if fewer were asked for than are unread
   */
  public boolean resize(int minimumCapacity) {
    reading.enter("resize");
    try {
      sweep();
      if (minimumCapacity > capacity()) {
        grow(minimumCapacity, shared);
        return true;
      }
      return minimumCapacity >= waiting();
    } finally {
      reading.exit();
    }
  }

  private void grow(int minimumCapacity, boolean withUnposted) {
    CompletionRing larger = new CompletionRing(minimumCapacity, withUnposted, options.timed());
    if (withUnposted) {
      larger.errors.open(); // endpoints write details behind a claim, which may not fail
    }
    writing.lock();
    try {
      RingResize.enlarge(ring, larger);
      ring = larger;
    } finally {
      writing.unlock();
    }
    reader.continueWith(larger);
  }

  private long waiting() {
    return ring.cursors[TAIL] - ring.reader().headAcquire();
  }

  @Override
  public void attach(WorkCompletionSource source) {
    sources.add(source);
  }

  @Override
  public void detach(WorkCompletionSource source) {
    sources.remove(source);
  }

  /** Drives progress of the attached work queues; returns whether they had work. */
  boolean progress() {
    return sources.progress(notifyState.isArmed());
  }

  /** The number of attached work queues. */
  public int uses() {
    return sources.count();
  }

  /**
   * Accepts no further work queue; all else works. Waits for an open batch of another thread.
   *
   * @return false, with nothing changed, while the queue is in use
   */
  public boolean retire() {
    reading.enter("close");
    try {
      return sources.endIfNone();
    } finally {
      reading.exit();
    }
  }

  /**
   * Closes the queue unless work queues are attached, like {@link #retire}; drops unread entries.
   *
   * @return false, with nothing changed, while the queue is in use
   */
  public boolean close() {
    reading.enter("close");
    try {
      closed = sources.endIfNone();
      return closed;
    } finally {
      reading.exit();
    }
  }

  /** Whether {@link #close} has succeeded. */
  public boolean isClosed() {
    return closed;
  }

  /** Shows the unread entries. For debuggers and tests; exact while no thread reads. */
  @Override
  public String toString() {
    return "WorkCompletionQueue[lost=" + lost() + ", uses=" + uses() + ", " + ring + "]";
  }
}
