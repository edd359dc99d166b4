package dev.weft.wire.shm;

import dev.weft.wire.DeferredMmapFault;
import dev.weft.wire.process.ProcessIdentity;
import dev.weft.wire.shm.folder.Mapping;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.file.Path;

/**
 * The file that a port shares with all of its peers: the count of connects and leaves, the owner of
 * its {@link ExportTable}, who may use it, the operations that it refuses, and its process. An
 * awake port sees new connections by the count, without waiting for the event loop.
 */
final class PortFile {
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  /** Bytes that all versions have. */
  private static final long HEADER = ShmLayout.PORT_VERSION + Integer.BYTES;

  private MemorySegment memory;

  /** The words of a port's own file, of which it reads one at each poll; else null. */
  private LongBuffer words;

  private boolean lost;

  private PortFile(MemorySegment memory, LongBuffer wordsOrNull) {
    this.memory = memory;
    this.words = wordsOrNull;
  }

  /** Stands for the file of a peer that has already left. */
  static PortFile unowned() {
    return new PortFile(unownedMemory(), null);
  }

  private static MemorySegment unownedMemory() {
    return MemorySegment.ofArray(new long[(int) ShmLayout.PORT_BYTES / Long.BYTES]);
  }

  /** Creates a port's own file. */
  static PortFile create(Path path, int refusals, long incarnation) throws IOException {
    ByteBuffer buffer = Mapping.createBuffer(path, ShmLayout.PORT_BYTES);
    MemorySegment memory = MemorySegment.ofBuffer(buffer);
    memory.set(ValueLayout.JAVA_INT, ShmLayout.PORT_REFUSALS, refusals);
    memory.set(ValueLayout.JAVA_INT, ShmLayout.PORT_VERSION, ShmLayout.VERSION);
    memory.set(ValueLayout.JAVA_LONG, ShmLayout.PORT_INCARNATION, incarnation);
    ProcessIdentity process = ProcessIdentity.own();
    memory.set(ValueLayout.JAVA_LONG, ShmLayout.PORT_PROCESS, process.pid());
    memory.set(ValueLayout.JAVA_LONG, ShmLayout.PORT_WORD_ADDRESS, process.wordAddress());
    memory.set(ValueLayout.JAVA_LONG, ShmLayout.PORT_WORD, process.word());
    memory.set(ValueLayout.JAVA_LONG, ShmLayout.MAGIC, ShmLayout.PORT_MAGIC);
    return new PortFile(memory, buffer.order(ByteOrder.nativeOrder()).asLongBuffer());
  }

  /**
   * Opens the file of a peer's port.
   *
   * @throws OtherVersionException if the peer uses another version, whose file may have other bytes
   */
  static PortFile open(Path path, String peer) throws IOException {
    MemorySegment memory = Mapping.open(path);
    long bytes = memory.byteSize();
    require(bytes >= HEADER && magic(memory) == ShmLayout.PORT_MAGIC, path, "magic");
    int version = memory.get(ValueLayout.JAVA_INT, ShmLayout.PORT_VERSION);
    if (version != ShmLayout.VERSION) {
      throw new OtherVersionException(peer, version);
    }
    require(bytes == ShmLayout.PORT_BYTES, path, "length, " + bytes + " bytes");
    return new PortFile(memory, null);
  }

  private static long magic(MemorySegment memory) {
    return memory.get(ValueLayout.JAVA_LONG, ShmLayout.MAGIC);
  }

  private static void require(boolean right, Path path, String what) throws IOException {
    if (!right) {
      throw new IOException(path + " has a wrong " + what);
    }
  }

  /**
   * Whether the file was truncated; the event loop then reports all connects and leaves. Several
   * threads may get the fault before the first has handled it.
   */
  synchronized boolean isLost() {
    if (Mapping.isCut(memory)) {
      memory = unownedMemory();
      words = null;
      lost = true;
    }
    return lost;
  }

  /**
   * Pairs with {@link #announce}: a thread that sees the count sees what preceded it. If the file
   * was truncated, the fault may be thrown later, in the caller.
   */
  long count() {
    LongBuffer now = words;
    if (now == null) {
      return countSurely();
    }
    try {
      long count = now.get((int) ShmLayout.PORT_COUNT / Long.BYTES);
      VarHandle.acquireFence();
      return count;
    } catch (InternalError fault) {
      return orFault(fault);
    }
  }

  /** {@link #count} that also waits for a deferred fault. */
  long countSurely() {
    return get(ShmLayout.PORT_COUNT);
  }

  /** Returns 0 if the file was truncated; else rethrows the fault. */
  private long orFault(InternalError fault) {
    if (!isLost()) {
      throw fault;
    }
    return 0;
  }

  /** The operations that the port refuses; 0 if the file was truncated. */
  int refusals() {
    try {
      int refusals = memory.get(ValueLayout.JAVA_INT, ShmLayout.PORT_REFUSALS);
      DeferredMmapFault.checkFault();
      return refusals;
    } catch (InternalError fault) {
      return (int) orFault(fault);
    }
  }

  /** The incarnation of the port's owner; 0 if the file was truncated. */
  long incarnation() {
    return get(ShmLayout.PORT_INCARNATION);
  }

  /** The process of the port's owner; none if the file was truncated. */
  ProcessIdentity process() {
    return new ProcessIdentity(
        get(ShmLayout.PORT_PROCESS), get(ShmLayout.PORT_WORD_ADDRESS), get(ShmLayout.PORT_WORD));
  }

  /** Called after connecting or leaving. */
  void announce() {
    try {
      LONG.getAndAdd(memory, ShmLayout.PORT_COUNT, 1L);
      DeferredMmapFault.checkFault();
    } catch (InternalError fault) {
      orFault(fault);
    }
  }

  /** Publishes the owner whose grants peers may use; 0 for none. Pairs with {@link #grants}. */
  void showGrants(long owner) {
    set(ShmLayout.PORT_GRANTS, owner);
  }

  /** The owner whose grants a peer may use; 0 for none. */
  long grants() {
    return get(ShmLayout.PORT_GRANTS);
  }

  /** Publishes who may use the grants. Pairs with {@link #admitted}. */
  void admit(long word) {
    set(ShmLayout.PORT_ADMITTED, word);
  }

  /** Who may use the grants. */
  long admitted() {
    return get(ShmLayout.PORT_ADMITTED);
  }

  private void set(long at, long value) {
    try {
      LONG.setVolatile(memory, at, value);
      DeferredMmapFault.checkFault();
    } catch (InternalError fault) {
      orFault(fault);
    }
  }

  private long get(long at) {
    try {
      long value = (long) LONG.getAcquire(memory, at);
      DeferredMmapFault.checkFault();
      return value;
    } catch (InternalError fault) {
      return orFault(fault);
    }
  }
}
