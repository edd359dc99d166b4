package dev.weft.nic.workqueue;

import dev.weft.completion.work.WorkCompletion;
import dev.weft.completion.work.WorkCompletionSink;
import dev.weft.completion.work.WorkCompletionSource;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.packet.QueuePairLimits;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.packet.WorkFlags;
import dev.weft.wire.FrameReader;
import dev.weft.wire.process.ProcessMemory;
import java.lang.foreign.MemorySegment;

/**
 * The receive queue of a queue pair: its own requests, or those of a {@link SharedReceives}. The
 * current request is the one that the current or next message is written to.
 *
 * <p>The caller holds the machine's lock.
 */
public class ReceiveQueue {
  public final ReceiveRing own;
  private final SharedReceives shared;
  public final WorkCompletionSink sink;
  public final int queuePair;

  /** The completion of the current request, added by {@link #complete}. */
  public final WorkCompletion completion = new WorkCompletion();

  private final long[] current;
  public int at;
  public boolean holding;

  public ReceiveQueue(
      QueuePairLimits limits, SharedReceives sharedOrNull, WorkCompletionSink sink, int queuePair) {
    shared = sharedOrNull;
    own = shared == null ? new ReceiveRing(limits.receives(), limits.receiveBuffers()) : null;
    current = shared == null ? own.words : new long[shared.stride()];
    this.sink = sink;
    this.queuePair = queuePair;
  }

  /** For a shared queue that has its own completion sink. */
  protected ReceiveQueue(SharedReceives shared, WorkCompletionSink sink, int queuePair) {
    this(null, shared, sink, queuePair);
  }

  /** Whether messages are matched with receives by their tags. */
  public boolean matchesTags() {
    return false;
  }

  /** Attaches the machine to the sink, so that waiters for completions can drive it. */
  public void attach(WorkCompletionSource machine) {
    sink.attach(machine);
  }

  public void detach(WorkCompletionSource machine) {
    sink.detach(machine);
  }

  /** Creates a part of another queue, from which it takes its requests. */
  public ReceiveQueue(ReceiveQueue whole) {
    shared = null;
    own = whole.own;
    current = own.words;
    sink = whole.sink;
    queuePair = whole.queuePair;
  }

  public boolean isShared() {
    return shared != null;
  }

  public boolean add(ReceiveRequest request) {
    return own.add(request);
  }

  /** Makes the next request the current one, if there is none; false if the queue is empty. */
  public boolean hold() {
    if (holding) {
      return true;
    }
    if (shared != null) {
      holding = shared.take(current);
    } else if (!own.isEmpty()) {
      at = own.first();
      holding = true;
    }
    return holding;
  }

  /** Makes a copy of a shared queue's request the current one. */
  protected void hold(long[] words, int from, int count) {
    System.arraycopy(words, from, current, 0, count);
    holding = true;
  }

  public boolean isHolding() {
    return holding;
  }

  private int buffers() {
    return (int) current[at + ReceiveRing.COUNT];
  }

  /** Bytes that fit into the current request. */
  public long room() {
    return BufferTable.total(current, at + ReceiveRing.BUFFERS, buffers());
  }

  /** Copies a part of a frame into the current request's buffers; false if protection denies it. */
  public boolean scatter(BufferTable memory, long skip, FrameReader in, long from, long size) {
    return memory.scatter(current, at + ReceiveRing.BUFFERS, buffers(), skip, in, from, size);
  }

  /** Copies a part of a message into the current request's buffers; false if it cannot. */
  public boolean copyFrom(BufferTable memory, long skip, MemorySegment from, long at, long size) {
    int buffers = this.at + ReceiveRing.BUFFERS;
    return memory.copyFrom(current, buffers, buffers(), skip, from, at, size);
  }

  /** Reads a part of a message out of another process; false if it cannot. */
  public boolean read(BufferTable memory, long skip, ProcessMemory from, long address, long size) {
    int buffers = this.at + ReceiveRing.BUFFERS;
    return memory.read(current, buffers, buffers(), skip, from, address, size);
  }

  /** Copies a peer's request into the current request's buffers; false if protection denies it. */
  public boolean receive(BufferTable memory, RequestView view) {
    return memory.receive(current, at + ReceiveRing.BUFFERS, buffers(), view);
  }

  /** Starts the completion of the current request; the caller may set more fields. */
  public WorkCompletion describe(int opcode, int status) {
    completion.reset();
    completion.opcode = opcode;
    completion.status = status;
    completion.vendorError = status;
    completion.solicited = status != WcStatus.SUCCESS;
    return completion;
  }

  /** Adds the completion of {@link #describe} and ends the request; false if it was lost. */
  public boolean complete() {
    holding = false;
    completion.wrId = current[at];
    completion.queuePair = queuePair;
    if (own != null) {
      own.removeFirst();
    }
    return sink.add(completion);
  }

  /**
   * After {@link #describe}: adds what a message has.
   *
   * @param flags those of its frame
   */
  public void describeMessage(long length, int flags, int immediate) {
    completion.byteLength = (int) length;
    if ((flags & PacketFormat.HAS_IMMEDIATE) != 0) {
      completion.flags = WorkFlags.HAS_IMMEDIATE;
      completion.immediateOrKey = immediate;
    }
    completion.solicited = (flags & PacketFormat.SOLICITED) != 0;
  }

  /** Adds a completion of the current request, which does not end; false if it was lost. */
  protected boolean addCompletion() {
    completion.wrId = current[at];
    completion.queuePair = queuePair;
    return sink.add(completion);
  }

  /** Flushes the current and all own requests; false if a completion was lost. */
  public boolean flush() {
    boolean allAdded = true;
    while (holding || (own != null && hold())) {
      describe(Operation.RECEIVED, WcStatus.FLUSHED);
      allAdded &= complete();
    }
    return allAdded;
  }

  /** Resets all state. */
  public void clear() {
    holding = false;
    if (own != null) {
      own.clear();
    }
  }

  public void discardCompletions() {
    sink.discard(queuePair);
  }
}
