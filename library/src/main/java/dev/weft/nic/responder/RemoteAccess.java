package dev.weft.nic.responder;

import dev.weft.nic.memory.AccessFlags;
import dev.weft.nic.memory.Region;
import dev.weft.nic.memory.Region.Copied;
import dev.weft.nic.packet.FrameOutcome;
import dev.weft.nic.packet.IncomingFrame;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.workqueue.LocalQueuePair;
import dev.weft.nic.workqueue.RequestView;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Executes remote memory operations of peers: checks key, range and rights, then accesses the
 * memory. Atomic operations are atomic with respect to all atomic accesses to the memory.
 *
 * <p>Methods return a {@link FrameOutcome} or a NAK code. The caller holds the machine's lock.
 */
final class RemoteAccess {
  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

  /** Number of atomic results kept for duplicate requests. */
  private static final int KEPT = 64;

  private final LocalQueuePair queuePair;
  private final ResponseQueue responses;
  private final int[] keptNumbers = new int[KEPT];
  private final long[] keptValues = new long[KEPT];
  private long kept;

  /** The queue pair that the request addresses. */
  private LocalQueuePair through;

  RemoteAccess(LocalQueuePair queuePair, ResponseQueue responses) {
    this.queuePair = queuePair;
    this.responses = responses;
  }

  /** Sets the queue pair of the following requests. */
  void aim(LocalQueuePair queuePair) {
    through = queuePair;
  }

  void clear() {
    kept = 0;
  }

  private boolean allowsHere(int access) {
    return (through.attributes.access & access) == access;
  }

  private Region find(long address, long length, int key, int access) {
    return find(through, address, length, key, access);
  }

  /** The memory of a key if all bytes grant this access to the peer of a queue pair; else null. */
  static Region find(LocalQueuePair through, long address, long length, int key, int access) {
    Region memory = through.table().find(key);
    boolean allowed =
        memory != null
            && memory.domain == through.domain()
            && memory.grantsPeer(address, length, access, through.number());
    return allowed ? memory : null;
  }

  /** Starts a write with its first part, and keeps its target. */
  int beginWrite(IncomingMessage message, IncomingFrame first) {
    message.goTo(first.word(PacketFormat.ADDRESS), (int) first.word(PacketFormat.KEY));
    if (!allowsHere(AccessFlags.REMOTE_WRITE)) {
      return PacketFormat.NAK_INVALID_REQUEST;
    }
    boolean allowed = message.total() == 0 || findWritten(message) != null;
    return allowed ? FrameOutcome.PART_TAKEN : PacketFormat.NAK_ACCESS;
  }

  private Region findWritten(IncomingMessage message) {
    return find(message.address(), message.total(), message.key(), AccessFlags.REMOTE_WRITE);
  }

  /** Writes the next part of {@link #beginWrite}; false if the access is no longer granted. */
  boolean write(IncomingMessage message, IncomingFrame frame, long from, long size) {
    Region memory = findWritten(message);
    if (memory == null) {
      return false;
    }
    long to = message.address() - memory.base + message.received();
    return memory.take(frame.payload(), from, to, size) == Copied.DONE;
  }

  /** Executes a request of one frame other than a send or write; returns its outcome. */
  int access(IncomingFrame frame) {
    return switch (frame.kind()) {
      case PacketFormat.READ -> read(frame, false);
      case PacketFormat.COMPARE_AND_SWAP, PacketFormat.FETCH_AND_ADD -> change(frame);
      case PacketFormat.ATOMIC_WRITE -> store(frame);
      case PacketFormat.FLUSH -> flush(frame);
      default -> FrameOutcome.MALFORMED;
    };
  }

  /** {@code again}: the request is a duplicate. */
  int read(IncomingFrame frame, boolean again) {
    long length = frame.data();
    if (frame.payloadLength() < PacketFormat.REMOTE_HEADER || length < 0) {
      return FrameOutcome.MALFORMED;
    }
    boolean isOneTooMany = responses.pending() >= queuePair.attributes.maxReadsServed;
    if (!allowsHere(AccessFlags.REMOTE_READ) || (isOneTooMany && !again)) {
      return PacketFormat.NAK_INVALID_REQUEST;
    }
    long address = frame.word(PacketFormat.ADDRESS);
    int key = (int) frame.word(PacketFormat.KEY);
    if (length != 0 && find(address, length, key, AccessFlags.REMOTE_READ) == null) {
      return PacketFormat.NAK_ACCESS;
    }
    if (!responses.addRead(through, frame.number(), key, address, length)) {
      return PacketFormat.NAK_INVALID_REQUEST;
    }
    if (again) {
      responses.markRepeated();
    }
    return FrameOutcome.TAKEN;
  }

  // Direct requests of a peer that holds both locks; true if executed

  /** The memory that a request names; null if the access is denied. */
  private Region find(RequestView request, int wanted) {
    return allowsHere(wanted)
        ? find(request.remoteAddress(), request.length(), request.remoteKey(), wanted)
        : null;
  }

  boolean write(RequestView request) {
    Region memory = find(request, AccessFlags.REMOTE_WRITE);
    return memory != null
        && request.copyTo(
            memory.segment, request.remoteAddress() - memory.base, 0, request.length());
  }

  boolean read(RequestView request) {
    Region memory = find(request, AccessFlags.REMOTE_READ);
    return memory != null
        && queuePair.attributes.maxReadsServed > 0
        && request.copyFrom(
            0, memory.segment, request.remoteAddress() - memory.base, request.length());
  }

  // Atomic operations and flush

  int change(IncomingFrame frame) {
    if (frame.payloadLength() < PacketFormat.ATOMIC_HEADER) {
      return FrameOutcome.MALFORMED;
    }
    long address = frame.word(PacketFormat.ADDRESS);
    if (!allowsHere(AccessFlags.REMOTE_ATOMIC)
        || address % Long.BYTES != 0
        || responses.pending() >= queuePair.attributes.maxReadsServed) {
      return PacketFormat.NAK_INVALID_REQUEST;
    }
    Region memory = findWord(address, frame, AccessFlags.REMOTE_ATOMIC);
    if (memory == null) {
      return PacketFormat.NAK_ACCESS;
    }
    try {
      long found = change(frame, memory.segment, address - memory.base);
      memory.settle();
      keptNumbers[(int) (kept % KEPT)] = frame.number();
      keptValues[(int) (kept % KEPT)] = found;
      kept++;
      responses.addAtomic(frame.number(), found);
      return FrameOutcome.TAKEN;
    } catch (IllegalStateException | IllegalArgumentException | WrongThreadException e) {
      return PacketFormat.NAK_ACCESS; // closed by its owner, or not aligned in memory
    } catch (InternalError noSuchPage) {
      memory.requireGone(noSuchPage, address - memory.base, Long.BYTES);
      return PacketFormat.NAK_ACCESS;
    }
  }

  private Region findWord(long address, IncomingFrame frame, int access) {
    return find(address, Long.BYTES, (int) frame.word(PacketFormat.KEY), access);
  }

  private static long change(IncomingFrame frame, MemorySegment segment, long at) {
    long operand = frame.word(PacketFormat.COMPARE_ADD);
    return frame.kind() == PacketFormat.FETCH_AND_ADD
        ? (long) WORD.getAndAdd(segment, at, operand)
        : (long) WORD.compareAndExchange(segment, at, operand, frame.word(PacketFormat.SWAP));
  }

  /** Repeats the response of an executed atomic operation. */
  void answerAgain(int number) {
    for (long i = kept - 1; i >= 0 && i >= kept - KEPT; i--) {
      int at = (int) (i % KEPT);
      if (keptNumbers[at] == number) {
        if (responses.addAtomic(number, keptValues[at])) {
          responses.markRepeated();
        }
        return;
      }
    }
  }

  int store(IncomingFrame frame) {
    if (frame.payloadLength() < PacketFormat.REMOTE_HEADER + Long.BYTES) {
      return FrameOutcome.MALFORMED;
    }
    long address = frame.word(PacketFormat.ADDRESS);
    if (!allowsHere(AccessFlags.REMOTE_WRITE) || address % Long.BYTES != 0) {
      return PacketFormat.NAK_INVALID_REQUEST;
    }
    Region memory = findWord(address, frame, AccessFlags.REMOTE_WRITE);
    if (memory == null) {
      return PacketFormat.NAK_ACCESS;
    }
    try {
      WORD.setRelease(
          memory.segment, address - memory.base, frame.word(PacketFormat.REMOTE_HEADER));
      memory.settle();
      return FrameOutcome.TAKEN;
    } catch (IllegalStateException | IllegalArgumentException | WrongThreadException e) {
      return PacketFormat.NAK_ACCESS; // closed by its owner, or not aligned in memory
    } catch (InternalError noSuchPage) {
      memory.requireGone(noSuchPage, address - memory.base, Long.BYTES);
      return PacketFormat.NAK_ACCESS;
    }
  }

  int flush(IncomingFrame frame) {
    if (frame.payloadLength() < PacketFormat.ATOMIC_HEADER) {
      return FrameOutcome.MALFORMED;
    }
    long type = frame.word(PacketFormat.COMPARE_ADD);
    int access = flushAccess(type);
    if (!allowsHere(access)) {
      return PacketFormat.NAK_INVALID_REQUEST;
    }
    boolean whole = (type & PacketFormat.WHOLE_REGION) != 0;
    if (whole ? !mayFlush(frame, access) : !mayFlushRange(frame, access)) {
      return PacketFormat.NAK_ACCESS;
    }
    VarHandle.fullFence();
    return FrameOutcome.TAKEN;
  }

  /** The rights for all that a flush asks for. */
  private static int flushAccess(long type) {
    int persistent = (type & PacketFormat.FLUSH_PERSISTENT) != 0 ? AccessFlags.FLUSH_PERSISTENT : 0;
    boolean global = persistent == 0 || (type & PacketFormat.FLUSH_GLOBAL) != 0;
    return global ? persistent | AccessFlags.FLUSH_GLOBAL : persistent;
  }

  private boolean mayFlush(IncomingFrame frame, int access) {
    int key = (int) frame.word(PacketFormat.KEY);
    Region memory = through.table().find(key);
    return memory != null && find(memory.base, 0, key, access) != null;
  }

  private boolean mayFlushRange(IncomingFrame frame, int access) {
    long length = frame.word(PacketFormat.SWAP);
    int key = (int) frame.word(PacketFormat.KEY);
    return length == 0 || find(frame.word(PacketFormat.ADDRESS), length, key, access) != null;
  }
}
