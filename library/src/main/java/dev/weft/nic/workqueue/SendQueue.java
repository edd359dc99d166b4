package dev.weft.nic.workqueue;

import dev.weft.completion.work.WorkCompletion;
import dev.weft.completion.work.WorkCompletionSink;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.QueuePairLimits;
import dev.weft.nic.packet.SequenceNumbers;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.packet.WorkFlags;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The send queue of a queue pair: its requests from post to completion, as positions in a ring of
 * {@link SendEntries}.
 *
 * <pre>
 *   retired        done            sent            posted         staged
 *      | complete,   | with the peer | not begun      | not yet     |
 *      | no CQE has  |               |                | posted      |
 *      | proved it   |               |                |             |
 * </pre>
 *
 * <p>Posting threads stage and commit, one at a time; the holder of the machine's lock does the
 * rest. The two sides share {@link #posted} and {@link #retired} only.
 */
public final class SendQueue extends SendEntries {
  private static final VarHandle POSTED;
  private static final VarHandle RETIRED;

  static {
    try {
      POSTED = MethodHandles.lookup().findVarHandle(SendQueue.class, "posted", long.class);
      RETIRED = MethodHandles.lookup().findVarHandle(SendQueue.class, "retired", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final int capacity;
  private final WorkCompletionSink sink;

  /** Reused; only the fields that {@link #complete} sets are ever non-zero. */
  private final WorkCompletion completion = new WorkCompletion();

  private final boolean signalAll;

  /** Index of the oldest request whose slot is in use. Written by the lock holder. */
  private long retired;

  public long done;
  public long sent;

  /** Index after the last posted request. Written by the posting thread. */
  private long posted;

  private long staged;

  public SendQueue(
      QueuePairLimits limits, WorkCompletionSink sink, boolean signalAll, int queuePair) {
    super(limits, queuePair);
    this.capacity = limits.sends();
    this.sink = sink;
    this.signalAll = signalAll;
  }

  // Posting: one thread at a time

  /** Pairs with {@link #retire}: the slots of all earlier requests may be overwritten. */
  private long retiredAcquire() {
    return (long) RETIRED.getAcquire(this);
  }

  /** Stages a request for {@link #commit}; false if the queue is full. */
  public boolean stage(SendRequest request, long length) {
    if (staged - retiredAcquire() >= capacity) {
      return false;
    }
    store(staged, request, length);
    staged++;
    return true;
  }

  /** {@link #stage} of a request through an end-to-end context. */
  public boolean stageThrough(SendRequest request, long length) {
    long index = staged;
    if (!stage(request, length)) {
      return false;
    }
    storeContext(index, request);
    return true;
  }

  /** Posts the staged requests. Pairs with {@link #posted}. */
  public void commit() {
    POSTED.setRelease(this, staged);
  }

  /** Discards the staged requests. */
  public void abort() {
    staged = posted;
  }

  /** Resets all state. Caller holds both locks. */
  public void clear() {
    commit();
    done = staged;
    sent = staged;
    retire();
  }

  /** Index after the last posted request. Pairs with {@link #commit}. */
  public long posted() {
    return (long) POSTED.getAcquire(this);
  }

  /** Frees the slots of all requests that are done. */
  private void retire() {
    RETIRED.setRelease(this, done);
  }

  // Responses

  /** Whether the oldest request that is not acknowledged has been sent whole. */
  public boolean hasUnacknowledged() {
    return done < sent;
  }

  /** Whether an acknowledgement up to this number covers the oldest request. */
  public boolean isOldestAnsweredBy(int number) {
    return status(done) == WcStatus.SUCCESS && SequenceNumbers.distance(number(done), number) <= 0;
  }

  // Completing

  public boolean isEmpty() {
    return done == posted();
  }

  /** Completes the oldest request; false if its completion was lost. */
  public boolean complete(int status) {
    long index = done++;
    sent = Math.max(sent, done);
    forget(index);
    if (status == WcStatus.SUCCESS && !signalAll && !has(index, WorkFlags.SIGNALED)) {
      return true;
    }
    int opcode = opcode(index);
    completion.wrId = wrId(index);
    completion.status = status;
    completion.opcode = Operation.completedAs(opcode);
    completion.vendorError = status;
    completion.byteLength = (int) length(index);
    completion.queuePair = queuePair;
    completion.solicited = status != WcStatus.SUCCESS;
    retire(); // before a reader of the completion posts again
    return sink.add(completion);
  }

  /** Completes the oldest request with this status, flushes the rest; false if one was lost. */
  public boolean flush(int culprit) {
    boolean allAdded = true;
    int status = culprit;
    while (!isEmpty()) {
      allAdded &= complete(status);
      status = WcStatus.FLUSHED;
    }
    return allAdded;
  }

  public void discardCompletions() {
    sink.discard(queuePair);
  }
}
