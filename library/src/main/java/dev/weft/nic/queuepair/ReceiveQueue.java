package dev.weft.nic.queuepair;

import dev.weft.completion.WorkCompletion;
import dev.weft.completion.WorkCompletionSink;
import dev.weft.completion.WorkCompletionSource;
import dev.weft.wire.FrameReader;

/**
 * What a queue pair receives into: its own requests, or those of a {@link SharedReceives}. The
 * current request is the one that the next, or the present, message goes into.
 *
 * <p>For who is inside the machine.
 */
class ReceiveQueue {
  final ReceiveRing own;
  private final SharedReceives shared;
  final WorkCompletionSink sink;
  final int queuePair;

  /** What is told of the current request by {@link #complete}. */
  final WorkCompletion completion = new WorkCompletion();

  private final long[] current;
  int at;
  boolean holding;

  ReceiveQueue(
      QueuePairLimits limits, SharedReceives sharedOrNull, WorkCompletionSink sink, int queuePair) {
    shared = sharedOrNull;
    own = shared == null ? new ReceiveRing(limits.receives(), limits.receiveBuffers()) : null;
    current = shared == null ? own.words : new long[shared.stride()];
    this.sink = sink;
    this.queuePair = queuePair;
  }

  static ReceiveQueue of(QueuePairMachine machine, QueuePairConfig parts) {
    if (parts.type() == TransportType.RELIABLE_DATAGRAM) {
      return new ReliableReceives(machine, parts);
    }
    return new ReceiveQueue(parts.limits(), parts.shared(), parts.receiveSink(), parts.number());
  }

  /** Of a shared queue that tells of its own receives. */
  ReceiveQueue(SharedReceives shared, WorkCompletionSink sink, int queuePair) {
    this(null, shared, sink, queuePair);
  }

  /** What matches tags here; null where nothing does. */
  TaggedReceives tagged() {
    return null;
  }

  /** The machine may be driven by who waits for completions. */
  void attach(WorkCompletionSource machine) {
    sink.attach(machine);
  }

  void detach(WorkCompletionSource machine) {
    sink.detach(machine);
  }

  /** A part of another queue, which it takes its requests from. */
  ReceiveQueue(ReceiveQueue whole) {
    shared = null;
    own = whole.own;
    current = own.words;
    sink = whole.sink;
    queuePair = whole.queuePair;
  }

  boolean isShared() {
    return shared != null;
  }

  boolean add(ReceiveRequest request) {
    return own.add(request);
  }

  /** Makes the next request the current one, if none is; false where there is none. */
  boolean hold() {
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

  /** Makes a copy of a request the current one; of a shared queue. */
  void hold(long[] words, int from, int count) {
    System.arraycopy(words, from, current, 0, count);
    holding = true;
  }

  boolean isHolding() {
    return holding;
  }

  private int buffers() {
    return (int) current[at + ReceiveRing.COUNT];
  }

  /** How much fits into the current request. */
  long room() {
    return BufferTable.total(current, at + ReceiveRing.BUFFERS, buffers());
  }

  /**
   * Copies a part of a frame into the current request's buffers; false where that is not allowed.
   */
  boolean scatter(BufferTable memory, long skip, FrameReader in, long from, long size) {
    return memory.scatter(current, at + ReceiveRing.BUFFERS, buffers(), skip, in, from, size);
  }

  /** Copies what a peer hands over into the current request's buffers; false where forbidden. */
  boolean receive(BufferTable memory, RequestView view) {
    return memory.receive(current, at + ReceiveRing.BUFFERS, buffers(), view);
  }

  /** A completion of the current request, to be filled in further. */
  WorkCompletion describe(int opcode, int status) {
    completion.reset();
    completion.opcode = opcode;
    completion.status = status;
    completion.vendorError = status;
    completion.solicited = status != WcStatus.SUCCESS;
    return completion;
  }

  /** Ends the current request as {@link #describe}d; false where the completion was lost. */
  boolean complete() {
    holding = false;
    if (own != null) {
      own.removeFirst();
    }
    return addCompletion();
  }

  /** Adds the completion of what is, or just was, the current request; false where it was lost. */
  boolean addCompletion() {
    completion.wrId = current[at];
    completion.queuePair = queuePair;
    return sink.add(completion);
  }

  /** Ends all own requests, and the current one, without success. */
  boolean flush() {
    boolean told = true;
    while (holding || (own != null && hold())) {
      describe(Operation.RECEIVED, WcStatus.FLUSHED);
      told &= complete();
    }
    return told;
  }

  /** Forgets everything. */
  void clear() {
    holding = false;
    if (own != null) {
      own.clear();
    }
  }

  void discardCompletions() {
    sink.discard(queuePair);
  }
}
