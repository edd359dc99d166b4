package dev.weft.nic.queuepair;

import java.lang.foreign.MemorySegment;

/**
 * A request as a peer sees it whose thread is inside both queue pairs: its words, and its buffers
 * within reach. For who is inside the asking machine.
 */
final class RequestView {
  private final SendQueue queue;
  private final BufferTable memory;
  private long index;

  RequestView(SendQueue queue, BufferTable memory) {
    this.queue = queue;
    this.memory = memory;
  }

  /** From now on this request. */
  RequestView of(long request) {
    index = request;
    return this;
  }

  int opcode() {
    return queue.opcode(index);
  }

  int immediate() {
    return queue.immediateOrKey(index);
  }

  /** What the only frame of it would have for flags. */
  int frameFlags() {
    return RequestWriter.flags(queue, index, true, true);
  }

  long length() {
    return queue.length(index);
  }

  long remoteAddress() {
    return queue.remoteAddress(index);
  }

  int remoteKey() {
    return queue.remoteKey(index);
  }

  /** Whether all buffers may be used; one alone is checked by the copy, before its first byte. */
  boolean isAllowed() {
    return queue.buffers(index) <= 1
        || queue.allows(index, memory, Operation.fetches(queue.opcode(index)));
  }

  /** Copies a part of the request's data; false where it may not be read. */
  boolean copyTo(MemorySegment to, long at, long skip, long size) {
    return queue.copyTo(index, memory, skip, to, at, size);
  }

  /** Copies what is fetched into the request's buffers; false where they may not be written. */
  boolean copyFrom(MemorySegment from, long at, long size) {
    return queue.copyFrom(index, memory, from, at, size);
  }
}
