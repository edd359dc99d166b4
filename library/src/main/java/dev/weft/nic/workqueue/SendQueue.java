package dev.weft.nic.workqueue;

import dev.weft.completion.work.WorkCompletion;
import dev.weft.completion.work.WorkCompletionSink;
import dev.weft.nic.memory.ProtectionTable;
import dev.weft.nic.packet.Attributes;
import dev.weft.nic.packet.Destination;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.QueuePairLimits;
import dev.weft.nic.packet.SequenceNumbers;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.packet.WorkFlags;
import dev.weft.wire.FrameReader;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.SharedMemory;
import dev.weft.wire.SharedMemory.Place;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The send queue of a queue pair: its requests from post to completion, in one word array.
 *
 * <pre>
 *   retired        done            sent            posted         staged
 *      | complete,   | with the peer | not begun      | not yet     |
 *      | no CQE has  |               |                | posted      |
 *      | proved it   |               |                |             |
 *
 *   entry, in words   0 wr_id
 *                     1 opcode 8 | flags 8 | buffers 8 | status 8 | message number 24 | executed
 *                     2 immediate data or key to invalidate 32 | remote key 32
 *                     3 remote address      4 compare or add      5 swap      6 length
 *                     7 remote queue pair 32 | Q_Key 32, or window 32 | its next key 32
 *                     8 key to bind to 32 | access 32, or end-to-end context
 *                     9 buffers, two words each
 * </pre>
 *
 * <p>Posting threads stage and commit, one at a time; the holder of the machine's lock does the
 * rest. The two sides share {@link #posted} and {@link #retired} only.
 */
public final class SendQueue {
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

  private static final int CONTROL = 1;
  private static final int KEYS = 2;
  private static final int REMOTE_ADDRESS = 3;
  private static final int COMPARE_ADD = 4;
  private static final int SWAP = 5;
  private static final int LENGTH = 6;
  private static final int PEER = 7;
  private static final int BIND = 8;
  private static final int BUFFERS = 9;

  private static final int STATUS_SHIFT = 24;
  private static final int NUMBER_SHIFT = 32;
  private static final long EXECUTED = 1L << 56;

  private final int capacity;
  private final int mask;
  private final int stride;
  private final long[] words;
  private final Destination[] destinations;
  private final int inlineLimit;
  private final MemorySegment inline;
  private final WorkCompletionSink sink;

  /** Reused; only the fields that {@link #complete} sets are ever non-zero. */
  private final WorkCompletion completion = new WorkCompletion();

  private final boolean signalAll;
  private final int queuePair;

  /** Index of the oldest request whose slot is in use. Written by the lock holder. */
  private long retired;

  public long done;
  public long sent;

  /** Index after the last posted request. Written by the posting thread. */
  private long posted;

  private long staged;

  public SendQueue(
      QueuePairLimits limits, WorkCompletionSink sink, boolean signalAll, int queuePair) {
    this.capacity = limits.sends();
    this.mask = Math.max(1, Integer.highestOneBit(Math.max(1, capacity) * 2 - 1)) - 1;
    this.stride = BUFFERS + 2 * limits.sendBuffers();
    this.words = new long[(mask + 1) * stride];
    this.destinations = new Destination[mask + 1];
    this.inlineLimit = (limits.inline() + 7) & -8;
    this.inline = MemorySegment.ofArray(new long[inlineLimit / 8 * (mask + 1)]);
    this.sink = sink;
    this.signalAll = signalAll;
    this.queuePair = queuePair;
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
    int at = at(staged);
    words[at] = request.wrId;
    words[at + CONTROL] = request.opcode | (long) request.flags << 8 | (long) request.buffers << 16;
    words[at + KEYS] = pair(request.immediateOrKey, request.remoteKey);
    words[at + REMOTE_ADDRESS] = request.remoteAddress;
    words[at + COMPARE_ADD] = request.compareAdd;
    words[at + SWAP] = request.swap;
    words[at + LENGTH] = length;
    BufferTable.copy(request.list, words, at + BUFFERS, request.buffers);
    if (request.destination != null) {
      words[at + PEER] = pair(request.remoteQueuePair, request.queueKey);
      destinations[slot(staged)] = request.destination;
    } else if (request.opcode == Operation.BIND_WINDOW) {
      words[at + PEER] = pair(request.window, request.windowKey);
      words[at + BIND] = pair(request.boundKey, request.windowAccess);
    }
    if ((request.flags & WorkFlags.INLINE) != 0) {
      MemorySegment.copy(request.inlineData, 0, inline, inlineAt(staged), length);
    }
    staged++;
    return true;
  }

  /** {@link #stage} of a request through an end-to-end context. */
  public boolean stageThrough(SendRequest request, long length) {
    int at = at(staged);
    if (!stage(request, length)) {
      return false;
    }
    words[at + PEER] = pair(request.remoteQueuePair, request.queueKey);
    words[at + BIND] = request.endToEnd;
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

  // Fields of a request

  private static long pair(int high, int low) {
    return (long) high << 32 | Integer.toUnsignedLong(low);
  }

  private int slot(long index) {
    return (int) index & mask;
  }

  private int at(long index) {
    return slot(index) * stride;
  }

  private long inlineAt(long index) {
    return (long) slot(index) * inlineLimit;
  }

  private long control(long index) {
    return words[at(index) + CONTROL];
  }

  public int opcode(long index) {
    return (int) control(index) & 0xff;
  }

  public void set(long index, int flag) {
    words[at(index) + CONTROL] |= (long) flag << 8;
  }

  public boolean has(long index, int flag) {
    return (control(index) >>> 8 & flag) != 0;
  }

  int buffers(long index) {
    return (int) (control(index) >>> 16) & 0xff;
  }

  public int status(long index) {
    return (int) (control(index) >>> STATUS_SHIFT) & 0xff;
  }

  public void fail(long index, int status) {
    words[at(index) + CONTROL] |= (long) status << STATUS_SHIFT;
  }

  public void unfail(long index) {
    words[at(index) + CONTROL] &= ~(0xffL << STATUS_SHIFT);
  }

  public int number(long index) {
    return (int) (control(index) >>> NUMBER_SHIFT) & SequenceNumbers.MASK;
  }

  public void number(long index, int number) {
    int at = at(index) + CONTROL;
    long others = ~((long) SequenceNumbers.MASK << NUMBER_SHIFT);
    words[at] = (words[at] & others) | (long) number << NUMBER_SHIFT;
  }

  public boolean isExecuted(long index) {
    return (control(index) & EXECUTED) != 0;
  }

  public void executed(long index) {
    words[at(index) + CONTROL] |= EXECUTED;
  }

  public int immediateOrKey(long index) {
    return (int) (words[at(index) + KEYS] >>> 32);
  }

  int remoteKey(long index) {
    return (int) words[at(index) + KEYS];
  }

  long remoteAddress(long index) {
    return words[at(index) + REMOTE_ADDRESS];
  }

  long compareAdd(long index) {
    return words[at(index) + COMPARE_ADD];
  }

  long swap(long index) {
    return words[at(index) + SWAP];
  }

  public long length(long index) {
    return words[at(index) + LENGTH];
  }

  public int remoteQueuePair(long index) {
    return (int) (words[at(index) + PEER] >>> 32);
  }

  /** The Q_Key; one with its highest bit set selects the queue pair's own. */
  public int queueKey(long index, Attributes own) {
    int key = (int) words[at(index) + PEER];
    return key < 0 ? own.queueKey : key;
  }

  public int endToEnd(long index) {
    return (int) words[at(index) + BIND];
  }

  public Destination destination(long index) {
    return destinations[slot(index)];
  }

  public ProtectionTable.Binding binding(long index) {
    int at = at(index);
    return new ProtectionTable.Binding(
        (int) (words[at + PEER] >>> 32),
        (int) words[at + PEER],
        (int) (words[at + BIND] >>> 32),
        words[at + REMOTE_ADDRESS],
        words[at + SWAP],
        (int) words[at + BIND],
        queuePair);
  }

  /** Copies a part of a request's data into a claimed frame; false if protection denies it. */
  public boolean gather(
      long index, BufferTable memory, long skip, FrameWriter out, long frame, long n) {
    if (has(index, WorkFlags.INLINE)) {
      out.put(frame, inline, inlineAt(index) + skip, n);
      return true;
    }
    return memory.gather(words, at(index) + BUFFERS, buffers(index), skip, out, frame, n);
  }

  /** Copies a response into the request's buffers; false if protection denies it. */
  public boolean scatter(long index, BufferTable memory, long skip, FrameReader in, long n) {
    return memory.scatter(words, at(index) + BUFFERS, buffers(index), skip, in, 0, n);
  }

  /** Copies a part of a request's data into a memory segment; false if protection denies it. */
  boolean copyTo(long index, BufferTable memory, long skip, MemorySegment to, long at, long n) {
    if (has(index, WorkFlags.INLINE)) {
      return BufferTable.copies(inline, inlineAt(index) + skip, to, at, n);
    }
    return memory.copyTo(words, at(index) + BUFFERS, buffers(index), skip, to, at, n);
  }

  /** Copies a part of fetched data into the request's buffers; false if protection denies it. */
  boolean copyFrom(long index, BufferTable memory, long skip, MemorySegment from, long at, long n) {
    return memory.copyFrom(words, at(index) + BUFFERS, buffers(index), skip, from, at, n);
  }

  /** Finds the place of a request's data; false unless it is in one buffer of this memory. */
  public boolean find(
      long index, BufferTable memory, SharedMemory shared, boolean addresses, Place place) {
    return !has(index, WorkFlags.INLINE)
        && buffers(index) == 1
        && memory.find(words, at(index) + BUFFERS, shared, addresses, place);
  }

  /** Whether the request's buffers may be read, or written. */
  public boolean allows(long index, BufferTable memory, boolean write) {
    return has(index, WorkFlags.INLINE)
        || memory.allows(words, at(index) + BUFFERS, buffers(index), length(index), write);
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
    destinations[slot(index)] = null;
    if (status == WcStatus.SUCCESS && !signalAll && !has(index, WorkFlags.SIGNALED)) {
      return true;
    }
    int opcode = opcode(index);
    completion.wrId = words[at(index)];
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
