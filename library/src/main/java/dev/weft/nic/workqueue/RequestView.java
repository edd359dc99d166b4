package dev.weft.nic.workqueue;

import dev.weft.nic.packet.Operation;
import java.lang.foreign.MemorySegment;

/**
 * A peer's view of a send request on the direct path: its fields and its buffers. The caller holds
 * the requester's lock.
 */
public final class RequestView {
  private final SendEntries queue;
  private final BufferTable memory;
  private long index;

  public RequestView(SendEntries queue, BufferTable memory) {
    this.queue = queue;
    this.memory = memory;
  }

  /** Selects a request. */
  public RequestView of(long request) {
    index = request;
    return this;
  }

  public int opcode() {
    return queue.opcode(index);
  }

  public int immediate() {
    return queue.immediateOrKey(index);
  }

  /** The flags that its only frame would have. */
  public int frameFlags() {
    return RequestWriter.flags(queue, index, true, true);
  }

  public long length() {
    return queue.length(index);
  }

  public long remoteAddress() {
    return queue.remoteAddress(index);
  }

  public int remoteKey() {
    return queue.remoteKey(index);
  }

  /** Whether all buffers may be accessed. A single one is checked by the copy, before it starts. */
  public boolean isAllowed() {
    return queue.isCheckedByCopy(index)
        || queue.allows(index, memory, Operation.fetches(queue.opcode(index)));
  }

  /** Whether all buffers may be read. */
  public boolean isReadable() {
    return queue.allows(index, memory, false);
  }

  /** Copies a part of the request's data; false if protection denies it. */
  public boolean copyTo(MemorySegment to, long at, long skip, long size) {
    return queue.copyTo(index, memory, skip, to, at, size);
  }

  /** Copies a part of fetched data into the request's buffers; false if protection denies it. */
  public boolean copyFrom(long skip, MemorySegment from, long at, long size) {
    return queue.copyFrom(index, memory, skip, from, at, size);
  }
}
