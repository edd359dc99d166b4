package dev.weft.nic.queuepair;

import dev.weft.nic.packet.IncomingFrame;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.workqueue.BufferTable;
import dev.weft.nic.workqueue.SendQueue;

/** Sent requests whose response carries data, and how much of the oldest response has arrived. */
final class FetchState {
  /** What a part of a response did. */
  enum Outcome {
    /** More parts follow. */
    PART,
    /** The response is complete. */
    WHOLE,
    /** An earlier part is missing. */
    MISSED,
    /** It does not match the request. */
    MALFORMED,
    /** Protection denies writing the request's buffers. */
    DENIED
  }

  private int outstanding;
  private long received;

  void clear() {
    outstanding = 0;
    received = 0;
  }

  /** Counts a request that was sent. */
  void sent() {
    outstanding++;
  }

  /** The number of sent requests whose response is not complete. */
  int outstanding() {
    return outstanding;
  }

  /** Copies a part of the oldest response. A part at 0 starts it again. */
  Outcome take(SendQueue queue, BufferTable memory, IncomingFrame frame) {
    boolean atomic = frame.kind() == PacketFormat.ATOMIC_ANSWER;
    long from = atomic ? 0 : frame.data();
    long size = frame.payloadLength();
    received = from == 0 ? 0 : received;
    if (from != received) {
      return Outcome.MISSED;
    }
    long rest = queue.length(queue.done) - from;
    boolean last = atomic || frame.has(PacketFormat.LAST);
    boolean matches = atomic == Operation.isAtomic(queue.opcode(queue.done));
    if (!matches || (last ? size != rest : size >= rest)) {
      return Outcome.MALFORMED;
    }
    if (!queue.scatter(queue.done, memory, from, frame.payload(), size)) {
      return Outcome.DENIED;
    }
    return add(size, last);
  }

  private Outcome add(long size, boolean last) {
    received += size;
    if (!last) {
      return Outcome.PART;
    }
    received = 0;
    outstanding--;
    return Outcome.WHOLE;
  }
}
