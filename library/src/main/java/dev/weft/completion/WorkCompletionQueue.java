package dev.weft.completion;

import static dev.weft.completion.CompletionLayout.HEAD;
import static dev.weft.completion.CompletionLayout.TAIL;

import dev.weft.completion.NotifyState.Notification;
import dev.weft.wait.Notifier;

/**
 * A completion queue as verbs know it, on the completion ring: it may overrun, be armed for one
 * event, grow while it is used, and forget what a destroyed queue pair has left.
 *
 * <p><b>Two locks.</b> Who reads holds the reading lock for as long as a batch is open ({@link
 * WorkCompletionReader}). Who writes, arms or discards holds the writing lock ({@link SpinLock}),
 * for a few stores and never while it waits for a reader. Resizing takes both, in this order.
 *
 * <pre>
 *   queue pairs ──add──► [writing lock] ring.writer ──► slots
 *                              │ Arming                  │ stamps order the two sides
 *                              ▼                         ▼
 *                        WorkCompletionListener        [reading lock] ring.reader ──► poll, start
 *                        event, overrun: after the lock
 * </pre>
 *
 * <p><b>Overrun.</b> A completion that finds no room is lost, and so is everything after it: what
 * waits can still be read, then reading fails. Where overruns are ignored the oldest entry makes
 * room; readers then copy each entry out under the writing lock, so that none is torn.
 */
public final class WorkCompletionQueue implements WorkCompletionSink {
  final SpinLock writing = new SpinLock();
  final WorkCompletionOptions options;
  private final WorkCompletionListener listener;
  private final NotifyState notifyState = new NotifyState();
  private final ProgressSources sources = new ProgressSources();
  private final PeerQueues peerQueues = new PeerQueues();
  private final WorkCompletionReader reader;
  private volatile CompletionRing ring;
  private volatile boolean failed;
  private volatile boolean closed;
  private volatile boolean hasDiscarded;

  /** Whether endpoints complete here, too; written with readers kept away. */
  private boolean shared;

  private long lost;
  private long heldBackNanos;

  /**
   * Makes an empty queue that is not armed.
   *
   * @param minimumCapacity entries that must fit, 1 to 2^24; {@link #capacity} says how many do
   */
  public WorkCompletionQueue(
      int minimumCapacity, WorkCompletionOptions options, WorkCompletionListener listener) {
    this.options = options;
    this.listener = listener;
    this.ring = new CompletionRing(minimumCapacity, false, options.timed());
    this.reader = new WorkCompletionReader(this, ring);
  }

  /** The half that takes completions out. */
  public WorkCompletionReader reader() {
    return reader;
  }

  /** {@code cq->cqe}: entries that fit. */
  public int capacity() {
    return ring.capacity();
  }

  /** Completions that were lost so far. */
  public long lost() {
    writing.lock();
    try {
      return lost;
    } finally {
      writing.unlock();
    }
  }

  /** Whether a completion was lost, and the queue takes no more. */
  public boolean isFailed() {
    return failed;
  }

  /** What waits, now: another one after {@link #resize}. */
  CompletionRing ring() {
    return ring;
  }

  /** True when nothing can be read now. Any thread, without a lock. */
  public boolean isEmpty() {
    return ring.reader().isEmpty();
  }

  /** Whether there is nothing to read, and nothing to tell a reader. */
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
      notification = stored ? store(completion) : lose();
    } finally {
      writing.unlock();
    }
    notifyOf(notification);
    if (stored) {
      peerQueues.wake();
    }
    return stored;
  }

  /** Whether it may be shared: an entry that was promised room is never replaced. */
  public boolean keepsPromises() {
    return !options.ignoresOverrun();
  }

  /** Ends what a {@link PeerWriter} has written under the writing lock. */
  void endWriting(boolean solicited) {
    Notification notification = notifyState.added(solicited);
    writing.unlock();
    notifyOf(notification);
    peerQueues.wake();
  }

  /**
   * Lets endpoints complete here, and readers of {@code fi_cq(3)} read here, from now on. Entries
   * of both vocabularies are read through one index by whoever comes first. Of a queue that {@link
   * #keepsPromises}.
   *
   * @param endpoints go on when a reader of either face finds nothing
   * @param notifierOrNull told of every entry, whoever wrote it
   */
  public PeerQueue share(WorkCompletionSource endpoints, Notifier notifierOrNull) {
    makeRoomForUnposted();
    PeerQueue halves = PeerQueue.of(this, endpoints, notifierOrNull);
    attach(endpoints);
    peerQueues.add(halves);
    return halves;
  }

  private void makeRoomForUnposted() {
    reader.keepAway();
    try {
      if (!shared) {
        shared = true;
        grow(capacity());
      }
    } finally {
      reader.letIn();
    }
  }

  void leave(PeerQueue halves) {
    peerQueues.remove(halves);
    detach(halves.source());
  }

  private Notification store(WorkCompletion completion) {
    ring.writer().writeWork(completion);
    return notifyState.added(completion.solicited);
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
      return false; // all room is promised to others
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

  private void notifyOf(Notification notification) {
    switch (notification) {
      case NOTHING -> {}
      case EVENT -> listener.completionEvent();
      case EVENT_HELD_BACK -> listener.eventHeldBack(heldBackNanos);
      case OVERRUN -> listener.overrun();
    }
  }

  /**
   * {@code ibv_req_notify_cq(3)}: one event for the next completion, added from now on. Arming for
   * any completion outdoes arming for solicited ones, whichever came first.
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
   * {@code ibv_modify_cq(3)}: holds events back until there are so many completions, or so much
   * time has passed since the first of them.
   *
   * @param count 1 or more
   * @param nanos 0 for however long it takes
   */
  public void moderate(int count, long nanos) {
    writing.lock();
    try {
      heldBackNanos = nanos;
      notifyState.moderate(count, nanos);
    } finally {
      writing.unlock();
    }
    releaseEvent();
  }

  /** Fires the event that is held back, if one is. */
  public void releaseEvent() {
    Notification notification;
    writing.lock();
    try {
      notification = notifyState.release();
    } finally {
      writing.unlock();
    }
    notifyOf(notification);
  }

  @Override
  public void discard(int queuePair) {
    boolean quiet = reader.tryKeepAway();
    writing.lock();
    try {
      mark(queuePair);
      if (quiet) {
        sweep();
      }
    } finally {
      writing.unlock();
      if (quiet) {
        reader.letIn();
      }
    }
  }

  private void mark(int queuePair) {
    CompletionReader half = ring.reader();
    long tail = ring.cursors[TAIL];
    for (long position = half.headAcquire(); position < tail; position++) {
      long stamp = half.stampAcquire(position);
      int place = half.place(position);
      if (WorkCompletionLayout.queuePair(stamp) == queuePair
          && WorkCompletionLayout.isWork(ring.slots, place)) {
        half.stampRelease(place, stamp | WorkCompletionLayout.DISCARDED_DETAILS);
        hasDiscarded = true;
      }
    }
  }

  /** By a reader between two batches: gives back the room of what was discarded. */
  void sweepIfNeeded() {
    if (hasDiscarded) {
      writing.lock();
      try {
        sweep();
      } finally {
        writing.unlock();
      }
    }
  }

  private void sweep() {
    if (hasDiscarded) {
      RingResize.compact(ring);
      hasDiscarded = false;
    }
  }

  /**
   * {@code ibv_resize_cq(3)}: makes room for at least so many entries; what waits stays, in order.
   * A queue never shrinks. Waits for an open batch of another thread.
   *
   * @return false, and nothing has changed, when fewer were asked for than wait to be read
   */
  public boolean resize(int minimumCapacity) {
    reader.keepAway();
    try {
      sweepIfNeeded();
      if (minimumCapacity > capacity()) {
        grow(minimumCapacity);
        return true;
      }
      return minimumCapacity >= waiting();
    } finally {
      reader.letIn();
    }
  }

  private void grow(int minimumCapacity) {
    CompletionRing larger = new CompletionRing(minimumCapacity, shared, options.timed());
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

  /** Lets the attached work queues go on; true when there was one. */
  boolean progress() {
    return sources.progress(notifyState.isArmed());
  }

  /** Work queues that report here. */
  public int uses() {
    return sources.count();
  }

  /**
   * No further work queue may report here, but all else goes on until {@link #close}. Waits for an
   * open batch of another thread.
   *
   * @return false, and nothing has changed, while the queue is in use
   */
  public boolean retire() {
    reader.keepAway();
    try {
      return sources.endIfNone();
    } finally {
      reader.letIn();
    }
  }

  /**
   * Ends the queue unless work queues still report here; what waits is forgotten. Waits for an open
   * batch of another thread.
   *
   * @return false, and nothing has changed, while the queue is in use
   */
  public boolean close() {
    reader.keepAway();
    try {
      closed = sources.endIfNone();
      return closed;
    } finally {
      reader.letIn();
    }
  }

  /** Whether {@link #close} has succeeded. */
  public boolean isClosed() {
    return closed;
  }

  /** What waits to be read; for debuggers and tests, exact while nobody reads. */
  @Override
  public String toString() {
    return "WorkCompletionQueue[lost=" + lost() + ", uses=" + uses() + ", " + ring + "]";
  }
}
