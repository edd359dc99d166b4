package dev.weft.nic.workqueue;

import dev.weft.nic.memory.ProtectionTable;
import dev.weft.nic.packet.Attributes;
import dev.weft.nic.packet.Destination;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.QueuePairLimits;
import dev.weft.nic.packet.SequenceNumbers;
import dev.weft.nic.packet.WorkFlags;
import dev.weft.wire.FrameReader;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.SharedMemory;
import dev.weft.wire.SharedMemory.Location;
import java.lang.foreign.MemorySegment;

/**
 * The entries of a send queue (WQE): requests in one word array, beside their inline data.
 *
 * <pre>
 *   entry, in words   0 wr_id
 *                     1 opcode 8 | flags 8 | buffers 8 | status 8 | message number 24 | executed
 *                     2 immediate data or key to invalidate 32 | remote key 32
 *                     3 remote address      4 compare or add      5 swap      6 length
 *                     7 remote queue pair 32 | Q_Key 32, or window 32 | its next key 32
 *                     8 key to bind to 32 | access 32, or end-to-end context
 *                     9 buffers, two words each
 * </pre>
 *
 * <p>An index is that of a request in the order of posting. Its entry is reused when the request
 * has retired; {@link SendQueue} says when, and who may access an entry until then.
 */
public abstract sealed class SendEntries permits SendQueue {
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

  private final int mask;
  private final int stride;
  private final long[] words;
  private final Destination[] destinations;
  private final int inlineLimit;
  private final MemorySegment inline;
  final int queuePair;

  SendEntries(QueuePairLimits limits, int queuePair) {
    this.mask = Math.max(1, Integer.highestOneBit(Math.max(1, limits.sends()) * 2 - 1)) - 1;
    this.stride = BUFFERS + 2 * limits.sendBuffers();
    this.words = new long[(mask + 1) * stride];
    this.destinations = new Destination[mask + 1];
    this.inlineLimit = (limits.inline() + 7) & -8;
    this.inline = MemorySegment.ofArray(new long[inlineLimit / 8 * (mask + 1)]);
    this.queuePair = queuePair;
  }

  /** Writes a request into the entry at this index. */
  final void store(long index, SendRequest request, long length) {
    int at = at(index);
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
      destinations[slot(index)] = request.destination;
    } else if (request.opcode == Operation.BIND_WINDOW) {
      words[at + PEER] = pair(request.window, request.windowKey);
      words[at + BIND] = pair(request.boundKey, request.windowAccess);
    }
    if ((request.flags & WorkFlags.INLINE) != 0) {
      MemorySegment.copy(request.inlineData, 0, inline, inlineAt(index), length);
    }
  }

  /** Adds the end-to-end context that a request goes through. */
  final void storeContext(long index, SendRequest request) {
    int at = at(index);
    words[at + PEER] = pair(request.remoteQueuePair, request.queueKey);
    words[at + BIND] = request.endToEnd;
  }

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

  final long wrId(long index) {
    return words[at(index)];
  }

  public final int opcode(long index) {
    return (int) control(index) & 0xff;
  }

  public final void set(long index, int flag) {
    words[at(index) + CONTROL] |= (long) flag << 8;
  }

  public final boolean has(long index, int flag) {
    return (control(index) >>> 8 & flag) != 0;
  }

  final int buffers(long index) {
    return (int) (control(index) >>> 16) & 0xff;
  }

  /** Whether a copy checks all buffers before it starts: there is at most one. */
  public final boolean isCheckedByCopy(long index) {
    return buffers(index) <= 1;
  }

  public final int status(long index) {
    return (int) (control(index) >>> STATUS_SHIFT) & 0xff;
  }

  public final void fail(long index, int status) {
    words[at(index) + CONTROL] |= (long) status << STATUS_SHIFT;
  }

  public final void unfail(long index) {
    words[at(index) + CONTROL] &= ~(0xffL << STATUS_SHIFT);
  }

  public final int number(long index) {
    return (int) (control(index) >>> NUMBER_SHIFT) & SequenceNumbers.MASK;
  }

  public final void number(long index, int number) {
    int at = at(index) + CONTROL;
    long others = ~((long) SequenceNumbers.MASK << NUMBER_SHIFT);
    words[at] = (words[at] & others) | (long) number << NUMBER_SHIFT;
  }

  public final boolean isExecuted(long index) {
    return (control(index) & EXECUTED) != 0;
  }

  public final void executed(long index) {
    words[at(index) + CONTROL] |= EXECUTED;
  }

  public final int immediateOrKey(long index) {
    return (int) (words[at(index) + KEYS] >>> 32);
  }

  final int remoteKey(long index) {
    return (int) words[at(index) + KEYS];
  }

  final long remoteAddress(long index) {
    return words[at(index) + REMOTE_ADDRESS];
  }

  final long compareAdd(long index) {
    return words[at(index) + COMPARE_ADD];
  }

  final long swap(long index) {
    return words[at(index) + SWAP];
  }

  public final long length(long index) {
    return words[at(index) + LENGTH];
  }

  public final int remoteQueuePair(long index) {
    return (int) (words[at(index) + PEER] >>> 32);
  }

  /** The Q_Key; one with its highest bit set selects the queue pair's own. */
  public final int queueKey(long index, Attributes own) {
    int key = (int) words[at(index) + PEER];
    return key < 0 ? own.queueKey : key;
  }

  public final int endToEnd(long index) {
    return (int) words[at(index) + BIND];
  }

  public final Destination destination(long index) {
    return destinations[slot(index)];
  }

  public final ProtectionTable.Binding binding(long index) {
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
  public final boolean gather(
      long index, BufferTable memory, long skip, FrameWriter out, long frame, long n) {
    if (has(index, WorkFlags.INLINE)) {
      out.put(frame, inline, inlineAt(index) + skip, n);
      return true;
    }
    return memory.gather(words, at(index) + BUFFERS, buffers(index), skip, out, frame, n);
  }

  /** Copies a response into the request's buffers; false if protection denies it. */
  public final boolean scatter(long index, BufferTable memory, long skip, FrameReader in, long n) {
    return memory.scatter(words, at(index) + BUFFERS, buffers(index), skip, in, 0, n);
  }

  /** Copies a part of a request's data into a memory segment; false if protection denies it. */
  final boolean copyTo(
      long index, BufferTable memory, long skip, MemorySegment to, long at, long n) {
    if (has(index, WorkFlags.INLINE)) {
      return BufferTable.copies(inline, inlineAt(index) + skip, to, at, n);
    }
    return memory.copyTo(words, at(index) + BUFFERS, buffers(index), skip, to, at, n);
  }

  /** Copies a part of fetched data into the request's buffers; false if protection denies it. */
  final boolean copyFrom(
      long index, BufferTable memory, long skip, MemorySegment from, long at, long n) {
    return memory.copyFrom(words, at(index) + BUFFERS, buffers(index), skip, from, at, n);
  }

  /** Finds the location of a request's data; false unless it is in one buffer of this memory. */
  public final boolean find(
      long index, BufferTable memory, SharedMemory shared, boolean addresses, Location location) {
    return !has(index, WorkFlags.INLINE)
        && buffers(index) == 1
        && memory.find(words, at(index) + BUFFERS, shared, addresses, location);
  }

  /** Whether the request's buffers may be read, or written. */
  public final boolean allows(long index, BufferTable memory, boolean write) {
    return has(index, WorkFlags.INLINE)
        || memory.allows(words, at(index) + BUFFERS, buffers(index), length(index), write);
  }

  /** Drops what the entry keeps reachable. */
  final void forget(long index) {
    destinations[slot(index)] = null;
  }
}
