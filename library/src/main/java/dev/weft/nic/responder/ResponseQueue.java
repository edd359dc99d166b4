package dev.weft.nic.responder;

import dev.weft.nic.memory.AccessFlags;
import dev.weft.nic.memory.Region;
import dev.weft.nic.memory.Region.Copied;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.packet.SequenceNumbers;
import dev.weft.nic.packet.TransportEvents;
import dev.weft.nic.workqueue.LocalQueuePair;
import dev.weft.nic.workqueue.RequestWriter;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.Link;

/**
 * The pending responses of a responder, in request order: first the data of reads and atomic
 * operations, then one acknowledgement for all requests before, or a NAK of one request.
 *
 * <p>The caller holds the machine's lock.
 */
public final class ResponseQueue {
  private static final long MAX_PART = 8192;
  private static final int MAX = 64;
  private static final int MASK = MAX - 1;

  private final LocalQueuePair queuePair;
  private final int[] numbers = new int[MAX];
  private final boolean[] atomic = new boolean[MAX];

  /** Whether it is the response to a duplicate. */
  private final boolean[] repeated = new boolean[MAX];

  /** The address of a read, or the old value of an atomic operation. */
  private final long[] values = new long[MAX];

  /** The queue pair that a read addresses. */
  private final LocalQueuePair[] through = new LocalQueuePair[MAX];

  private final int[] keys = new int[MAX];
  private final long[] lengths = new long[MAX];
  private int first;
  private int count;
  private int repeats;

  /** Bytes of the first response that were written. */
  private long offset;

  private boolean acknowledging;
  private int acknowledged;

  /** Kind of the pending NAK; 0 for none. */
  private int refusal;

  private int refused;
  private int code;

  ResponseQueue(LocalQueuePair queuePair) {
    this.queuePair = queuePair;
  }

  void clear() {
    count = 0;
    repeats = 0;
    offset = 0;
    acknowledging = false;
    refusal = 0;
  }

  boolean hasPending() {
    return count > 0 || acknowledging || refusal != 0;
  }

  /**
   * How many first responses are pending. Those to duplicates are not counted: the peer may have
   * found the first response meanwhile, and send new requests.
   */
  int pending() {
    return count - repeats;
  }

  /** A duplicate has come: the peer repeats this request and all after it. */
  void restartAt(int number) {
    while (count > 0 && SequenceNumbers.distance(numbers[last()], number) >= 0) {
      repeats -= repeated[last()] ? 1 : 0;
      count--;
      offset = count == 0 ? 0 : offset;
    }
  }

  /** The response that was added last is to a duplicate. */
  void markRepeated() {
    repeated[last()] = true;
    repeats++;
  }

  private int last() {
    return (first + count - 1) & MASK;
  }

  /** False if the queue is full. */
  boolean addRead(LocalQueuePair to, int number, int key, long address, long length) {
    return add(to, number, false, address, key, length);
  }

  boolean addAtomic(int number, long found) {
    return add(null, number, true, found, 0, 0);
  }

  private boolean add(
      LocalQueuePair to, int number, boolean isAtomic, long value, int key, long length) {
    if (count == MAX) {
      return false;
    }
    int at = (first + count) & MASK;
    through[at] = to;
    numbers[at] = number;
    atomic[at] = isAtomic;
    repeated[at] = false;
    values[at] = value;
    keys[at] = key;
    lengths[at] = length;
    count++;
    return true;
  }

  /** Acknowledges all requests up to this number. */
  void acknowledge(int number) {
    acknowledging = true;
    acknowledged = number;
  }

  /** Rejects this request and all after it. */
  public void refuse(int kind, int number, int refusalCode) {
    refusal = kind;
    refused = number;
    code = refusalCode;
    acknowledging = false; // the NAK acknowledges earlier requests too
  }

  /** Takes the number of the pending acknowledgement if nothing else is pending, else -1. */
  int takeAcknowledgement() {
    if (!acknowledging || count > 0 || refusal != 0) {
      return -1;
    }
    acknowledging = false;
    return acknowledged;
  }

  /** Writes responses while there is room; true if any was written. */
  boolean write(Link link) {
    boolean written = false;
    while (count > 0) {
      if (!writeFirst(link)) {
        return written;
      }
      written = true;
    }
    if (refusal != 0 && control(link, refusal, code, refused)) {
      refusal = 0;
      written = true;
    }
    if (acknowledging && refusal == 0) {
      link.out().acknowledge(acknowledged);
      acknowledging = false;
      written = true;
    }
    return written;
  }

  private static boolean control(Link link, int kind, int handle, int number) {
    long frame = RequestWriter.claim(link, 0);
    if (frame == FrameWriter.FULL) {
      return false;
    }
    link.out().publish(frame, 0, kind, PacketFormat.ONLY, handle, number, 0);
    return true;
  }

  /** Writes a part of the first response; false if the ring is full. */
  private boolean writeFirst(Link link) {
    return atomic[first] ? writeFound(link) : writeRead(link);
  }

  private boolean writeFound(Link link) {
    long frame = RequestWriter.claim(link, Long.BYTES);
    if (frame == FrameWriter.FULL) {
      return false;
    }
    link.out().setWord(frame, 0, values[first]);
    link.out()
        .publish(
            frame, Long.BYTES, PacketFormat.ATOMIC_ANSWER, PacketFormat.ONLY, 0, numbers[first], 0);
    done();
    return true;
  }

  private boolean writeRead(Link link) {
    FrameWriter out = link.out();
    long size = Math.min(lengths[first] - offset, largestPart(out));
    long frame = RequestWriter.claim(link, size);
    if (frame == FrameWriter.FULL) {
      return false;
    }
    if (size > 0 && !gather(out, frame, size)) {
      refuseFirst();
      return true;
    }
    boolean last = offset + size == lengths[first];
    int flags = (offset == 0 ? PacketFormat.FIRST : 0) | (last ? PacketFormat.LAST : 0);
    out.publish(frame, size, PacketFormat.READ_ANSWER, flags, 0, numbers[first], offset);
    offset += size;
    if (last) {
      done();
    }
    return true;
  }

  private static long largestPart(FrameWriter out) {
    return Math.min(MAX_PART, out.maximumPayload() & -8);
  }

  /** False if the memory was deregistered, registered otherwise or lost after the check. */
  private boolean gather(FrameWriter out, long frame, long size) {
    long address = values[first];
    Region memory =
        RemoteAccess.find(
            through[first], address, lengths[first], keys[first], AccessFlags.REMOTE_READ);
    return memory != null
        && memory.put(out, frame, address - memory.base + offset, size) == Copied.DONE;
  }

  /** Rejects a read whose memory has gone since it was accepted, and enters the error state. */
  private void refuseFirst() {
    int number = numbers[first];
    clear();
    refuse(PacketFormat.NAK, number, PacketFormat.NAK_ACCESS);
    queuePair.happened(TransportEvents.QP_ACCESS_ERR);
    queuePair.refused();
  }

  private void done() {
    repeats -= repeated[first] ? 1 : 0;
    first = (first + 1) & MASK;
    count--;
    offset = 0;
  }
}
