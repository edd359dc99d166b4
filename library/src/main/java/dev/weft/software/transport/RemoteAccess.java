package dev.weft.software.transport;

import dev.weft.software.transport.ProtectedMemory.Copied;
import dev.weft.wire.FrameReader;
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

  private long address;
  private int key;
  private long length;

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

  private ProtectedMemory find(int access) {
    ProtectedMemory memory = through.table().find(key);
    boolean allowed =
        memory != null
            && memory.domain == through.domain()
            && memory.grantsPeer(address, length, access, through.number());
    return allowed ? memory : null;
  }

  private void takeHeader(FrameReader in, long bytes) {
    address = in.word(Packet.ADDRESS);
    key = (int) in.word(Packet.KEY);
    length = bytes;
  }

  private static boolean isShorter(long header, long than) {
    return FrameReader.payloadLength(header) < than;
  }

  int beginWrite(FrameReader in, long header, long total) {
    if (isShorter(header, Packet.REMOTE_HEADER) || total < 0) {
      return Outcome.MALFORMED;
    }
    takeHeader(in, total);
    if (!allowsHere(AccessFlags.REMOTE_WRITE)) {
      return Packet.NAK_INVALID_REQUEST;
    }
    boolean allowed = total == 0 || find(AccessFlags.REMOTE_WRITE) != null;
    return allowed ? Outcome.PART_TAKEN : Packet.NAK_ACCESS;
  }

  /** A part of what {@link #beginWrite} began; false where it is not allowed any more. */
  boolean write(FrameReader in, long from, long offset, long size) {
    ProtectedMemory memory = find(AccessFlags.REMOTE_WRITE);
    return memory != null
        && memory.take(in, from, address - memory.base + offset, size) == Copied.DONE;
  }

  int read(FrameReader in, long header, int number) {
    if (isShorter(header, Packet.REMOTE_HEADER) || in.data() < 0) {
      return Outcome.MALFORMED;
    }
    takeHeader(in, in.data());
    if (!allowsHere(AccessFlags.REMOTE_READ)
        || answers.pending() >= machine.attributes.maxReadsServed) {
      return Packet.NAK_INVALID_REQUEST;
    }
    if (length != 0 && find(AccessFlags.REMOTE_READ) == null) {
      return Packet.NAK_ACCESS;
    }
    return answers.addRead(number, key, address, length)
        ? Outcome.TAKEN
        : Packet.NAK_INVALID_REQUEST;
  }

  // What a peer does whose thread is inside this machine too: true where it is done

  /** Keeps what a request names; null where it may not do that. */
  private ProtectedMemory find(Handed request, long bytes, int wanted) {
    address = request.remoteAddress();
    key = request.remoteKey();
    length = bytes;
    return allowsHere(wanted) ? find(wanted) : null;
  }

  boolean write(Handed request) {
    long size = request.length();
    ProtectedMemory memory = find(request, size, AccessFlags.REMOTE_WRITE);
    return memory != null && request.copyTo(memory.segment, address - memory.base, 0, size);
  }

  boolean read(Handed request) {
    long size = request.length();
    ProtectedMemory memory = find(request, size, AccessFlags.REMOTE_READ);
    return memory != null
        && machine.attributes.maxReadsServed > 0
        && request.copyFrom(memory.segment, address - memory.base, size);
  }

  int change(FrameReader in, long header, int number) {
    if (isShorter(header, Packet.ATOMIC_HEADER)) {
      return Outcome.MALFORMED;
    }
    takeHeader(in, Long.BYTES);
    if (!allowsHere(AccessFlags.REMOTE_ATOMIC)
        || address % Long.BYTES != 0
        || answers.pending() >= machine.attributes.maxReadsServed) {
      return Packet.NAK_INVALID_REQUEST;
    }
    ProtectedMemory memory = find(AccessFlags.REMOTE_ATOMIC);
    if (memory == null) {
      return Packet.NAK_ACCESS;
    }
    try {
      long found = change(in, header, memory);
      memory.settle();
      keptNumbers[(int) (kept % KEPT)] = number;
      keptValues[(int) (kept % KEPT)] = found;
      kept++;
      answers.addAtomic(number, found);
      return Outcome.TAKEN;
    } catch (IllegalStateException | IllegalArgumentException | WrongThreadException e) {
      return Packet.NAK_ACCESS; // closed by its owner, or not aligned in memory
    } catch (InternalError noSuchPage) {
      memory.requireGone(noSuchPage, address - memory.base, Long.BYTES);
      return Packet.NAK_ACCESS;
    }
  }

  private long change(FrameReader in, long header, ProtectedMemory memory) {
    MemorySegment segment = memory.segment;
    long at = address - memory.base;
    long operand = in.word(Packet.COMPARE_ADD);
    return FrameReader.kind(header) == Packet.FETCH_AND_ADD
        ? (long) WORD.getAndAdd(segment, at, operand)
        : (long) WORD.compareAndExchange(segment, at, operand, in.word(Packet.SWAP));
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

  int store(FrameReader in, long header) {
    if (isShorter(header, Packet.REMOTE_HEADER + Long.BYTES)) {
      return Outcome.MALFORMED;
    }
    takeHeader(in, Long.BYTES);
    if (!allowsHere(AccessFlags.REMOTE_WRITE) || address % Long.BYTES != 0) {
      return Packet.NAK_INVALID_REQUEST;
    }
    ProtectedMemory memory = find(AccessFlags.REMOTE_WRITE);
    if (memory == null) {
      return Packet.NAK_ACCESS;
    }
    try {
      long value = in.word(Packet.REMOTE_HEADER);
      WORD.setRelease(memory.segment, address - memory.base, value);
      memory.settle();
      return Outcome.TAKEN;
    } catch (IllegalStateException | IllegalArgumentException | WrongThreadException e) {
      return Packet.NAK_ACCESS; // closed by its owner, or not aligned in memory
    } catch (InternalError noSuchPage) {
      memory.requireGone(noSuchPage, address - memory.base, Long.BYTES);
      return Packet.NAK_ACCESS;
    }
  }

  int flush(FrameReader in, long header) {
    if (isShorter(header, Packet.ATOMIC_HEADER)) {
      return Outcome.MALFORMED;
    }
    takeHeader(in, in.word(Packet.SWAP));
    boolean persistent = (in.word(Packet.COMPARE_ADD) & PERSISTENT) != 0;
    int access = persistent ? AccessFlags.FLUSH_PERSISTENT : AccessFlags.FLUSH_GLOBAL;
    if (!allowsHere(access)) {
      return Packet.NAK_INVALID_REQUEST;
    }
    if (length != 0 && find(access) == null) {
      return Packet.NAK_ACCESS;
    }
    VarHandle.fullFence();
    return Outcome.TAKEN;
  }

  /** The bit of {@code IBV_FLUSH_PERSISTENT}. */
  private static final int PERSISTENT = 2;
}
