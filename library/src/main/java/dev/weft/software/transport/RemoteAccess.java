package dev.weft.software.transport;

import dev.weft.software.transport.ProtectedMemory.Copied;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * What a peer does to this side's memory: checks key, range and rights, then does it. Atomic
 * operations are atomic towards everybody who uses the memory atomically.
 *
 * <p>All methods say an {@link Outcome}, or the code of a refusal. For who is inside the machine.
 */
final class RemoteAccess {
  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

  /** Answers of atomic operations that are kept, in case they are asked for once more. */
  private static final int KEPT = 64;

  private final QueuePairMachine machine;
  private final Answers answers;
  private final int[] keptNumbers = new int[KEPT];
  private final long[] keptValues = new long[KEPT];
  private long kept;

  /** Through which queue pair the peer comes. */
  private QueuePairMachine through;

  RemoteAccess(QueuePairMachine machine, Answers answers) {
    this.machine = machine;
    this.answers = answers;
  }

  /** What comes now is for this queue pair. */
  void aim(QueuePairMachine queuePair) {
    through = queuePair;
  }

  void clear() {
    kept = 0;
  }

  private boolean allowsHere(int access) {
    return (through.attributes.access & access) == access;
  }

  /** The memory behind a key, where all of these bytes may be used so; else null. */
  private ProtectedMemory find(long address, long length, int key, int access) {
    ProtectedMemory memory = through.table().find(key);
    boolean allowed =
        memory != null
            && memory.domain == through.domain()
            && memory.grantsPeer(address, length, access, through.number());
    return allowed ? memory : null;
  }

  /** Keeps where a write goes whose first part this is. */
  int beginWrite(IncomingMessage message, IncomingFrame first) {
    message.goTo(first.word(Packet.ADDRESS), (int) first.word(Packet.KEY));
    if (!allowsHere(AccessFlags.REMOTE_WRITE)) {
      return Packet.NAK_INVALID_REQUEST;
    }
    boolean allowed = message.total() == 0 || findWritten(message) != null;
    return allowed ? Outcome.PART_TAKEN : Packet.NAK_ACCESS;
  }

  private ProtectedMemory findWritten(IncomingMessage message) {
    return find(message.address(), message.total(), message.key(), AccessFlags.REMOTE_WRITE);
  }

  /** The next part of what {@link #beginWrite} began; false where it is not allowed any more. */
  boolean write(IncomingMessage message, IncomingFrame frame, long from, long size) {
    ProtectedMemory memory = findWritten(message);
    if (memory == null) {
      return false;
    }
    long to = message.address() - memory.base + message.received();
    return memory.take(frame.payload(), from, to, size) == Copied.DONE;
  }

  int read(IncomingFrame frame) {
    long length = frame.data();
    if (frame.payloadLength() < Packet.REMOTE_HEADER || length < 0) {
      return Outcome.MALFORMED;
    }
    if (!allowsHere(AccessFlags.REMOTE_READ)
        || answers.pending() >= machine.attributes.maxReadsServed) {
      return Packet.NAK_INVALID_REQUEST;
    }
    long address = frame.word(Packet.ADDRESS);
    int key = (int) frame.word(Packet.KEY);
    if (length != 0 && find(address, length, key, AccessFlags.REMOTE_READ) == null) {
      return Packet.NAK_ACCESS;
    }
    return answers.addRead(frame.number(), key, address, length)
        ? Outcome.TAKEN
        : Packet.NAK_INVALID_REQUEST;
  }

  // What a peer does whose thread is inside this machine too: true where it is done

  /** The memory that a request names; null where it may not do that. */
  private ProtectedMemory find(Handed request, int wanted) {
    return allowsHere(wanted)
        ? find(request.remoteAddress(), request.length(), request.remoteKey(), wanted)
        : null;
  }

  boolean write(Handed request) {
    ProtectedMemory memory = find(request, AccessFlags.REMOTE_WRITE);
    return memory != null
        && request.copyTo(
            memory.segment, request.remoteAddress() - memory.base, 0, request.length());
  }

  boolean read(Handed request) {
    ProtectedMemory memory = find(request, AccessFlags.REMOTE_READ);
    return memory != null
        && machine.attributes.maxReadsServed > 0
        && request.copyFrom(
            memory.segment, request.remoteAddress() - memory.base, request.length());
  }

  // Words

  int change(IncomingFrame frame) {
    if (frame.payloadLength() < Packet.ATOMIC_HEADER) {
      return Outcome.MALFORMED;
    }
    long address = frame.word(Packet.ADDRESS);
    if (!allowsHere(AccessFlags.REMOTE_ATOMIC)
        || address % Long.BYTES != 0
        || answers.pending() >= machine.attributes.maxReadsServed) {
      return Packet.NAK_INVALID_REQUEST;
    }
    ProtectedMemory memory = findWord(address, frame, AccessFlags.REMOTE_ATOMIC);
    if (memory == null) {
      return Packet.NAK_ACCESS;
    }
    try {
      long found = change(frame, memory.segment, address - memory.base);
      memory.settle();
      keptNumbers[(int) (kept % KEPT)] = frame.number();
      keptValues[(int) (kept % KEPT)] = found;
      kept++;
      answers.addAtomic(frame.number(), found);
      return Outcome.TAKEN;
    } catch (IllegalStateException | IllegalArgumentException | WrongThreadException e) {
      return Packet.NAK_ACCESS; // closed by its owner, or not aligned in memory
    } catch (InternalError noSuchPage) {
      memory.requireGone(noSuchPage, address - memory.base, Long.BYTES);
      return Packet.NAK_ACCESS;
    }
  }

  private ProtectedMemory findWord(long address, IncomingFrame frame, int access) {
    return find(address, Long.BYTES, (int) frame.word(Packet.KEY), access);
  }

  private static long change(IncomingFrame frame, MemorySegment segment, long at) {
    long operand = frame.word(Packet.COMPARE_ADD);
    return frame.kind() == Packet.FETCH_AND_ADD
        ? (long) WORD.getAndAdd(segment, at, operand)
        : (long) WORD.compareAndExchange(segment, at, operand, frame.word(Packet.SWAP));
  }

  /** Answers an atomic operation that was done before. */
  void answerAgain(int number) {
    for (long i = kept - 1; i >= 0 && i >= kept - KEPT; i--) {
      int at = (int) (i % KEPT);
      if (keptNumbers[at] == number) {
        answers.addAtomic(number, keptValues[at]);
        return;
      }
    }
  }

  int store(IncomingFrame frame) {
    if (frame.payloadLength() < Packet.REMOTE_HEADER + Long.BYTES) {
      return Outcome.MALFORMED;
    }
    long address = frame.word(Packet.ADDRESS);
    if (!allowsHere(AccessFlags.REMOTE_WRITE) || address % Long.BYTES != 0) {
      return Packet.NAK_INVALID_REQUEST;
    }
    ProtectedMemory memory = findWord(address, frame, AccessFlags.REMOTE_WRITE);
    if (memory == null) {
      return Packet.NAK_ACCESS;
    }
    try {
      WORD.setRelease(memory.segment, address - memory.base, frame.word(Packet.REMOTE_HEADER));
      memory.settle();
      return Outcome.TAKEN;
    } catch (IllegalStateException | IllegalArgumentException | WrongThreadException e) {
      return Packet.NAK_ACCESS; // closed by its owner, or not aligned in memory
    } catch (InternalError noSuchPage) {
      memory.requireGone(noSuchPage, address - memory.base, Long.BYTES);
      return Packet.NAK_ACCESS;
    }
  }

  int flush(IncomingFrame frame) {
    if (frame.payloadLength() < Packet.ATOMIC_HEADER) {
      return Outcome.MALFORMED;
    }
    boolean persistent = (frame.word(Packet.COMPARE_ADD) & PERSISTENT) != 0;
    int access = persistent ? AccessFlags.FLUSH_PERSISTENT : AccessFlags.FLUSH_GLOBAL;
    if (!allowsHere(access)) {
      return Packet.NAK_INVALID_REQUEST;
    }
    long length = frame.word(Packet.SWAP);
    long address = frame.word(Packet.ADDRESS);
    if (length != 0 && find(address, length, (int) frame.word(Packet.KEY), access) == null) {
      return Packet.NAK_ACCESS;
    }
    VarHandle.fullFence();
    return Outcome.TAKEN;
  }

  /** The bit of {@code IBV_FLUSH_PERSISTENT}. */
  private static final int PERSISTENT = 2;
}
