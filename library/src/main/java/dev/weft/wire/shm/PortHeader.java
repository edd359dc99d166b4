package dev.weft.wire.shm;

import dev.weft.wire.DeferredMmapFault;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;

/**
 * Memory that a port shares with all of its peers: the count of connects and leaves, the owner of
 * its {@link ExportTable}, who may use it, and the operations that it refuses. An awake port sees
 * new connections by the count, without waiting for the event loop.
 */
final class PortHeader {
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  private MemorySegment memory;
  private boolean lost;

  private PortHeader(MemorySegment memory) {
    this.memory = memory;
  }

  /** The header of a peer that has already left. */
  static PortHeader unowned() {
    return new PortHeader(unownedMemory());
  }

  private static MemorySegment unownedMemory() {
    return MemorySegment.ofArray(new long[(int) ShmLayout.NEWS_BYTES / Long.BYTES]);
  }

  /** Creates a port's own header. */
  static PortHeader create(Path path, int refusals, long incarnation) throws IOException {
    MemorySegment memory = Mapping.create(path, ShmLayout.NEWS_BYTES);
    memory.set(ValueLayout.JAVA_LONG, ShmLayout.NEWS_REFUSALS, refusals);
    memory.set(ValueLayout.JAVA_LONG, ShmLayout.NEWS_INCARNATION, incarnation);
    memory.set(ValueLayout.JAVA_LONG, ShmLayout.MAGIC, ShmLayout.NEWS_MAGIC);
    return new PortHeader(memory);
  }

  /** Opens a peer's header. */
  static PortHeader open(Path path) throws IOException {
    MemorySegment memory = Mapping.open(path, ShmLayout.NEWS_BYTES);
    if (memory.get(ValueLayout.JAVA_LONG, ShmLayout.MAGIC) != ShmLayout.NEWS_MAGIC) {
      throw new IOException(path + " has a wrong magic");
    }
    return new PortHeader(memory);
  }

  /**
   * Whether the file was truncated; the event loop then reports all connects and leaves. Several
   * threads may get the fault before the first has handled it.
   */
  synchronized boolean isLost() {
    if (Mapping.isCut(memory)) {
      memory = unownedMemory();
      lost = true;
    }
    return lost;
  }

  /**
   * Pairs with {@link #announce}: a thread that sees the count sees what preceded it. If the file
   * was truncated, the fault may be thrown later, in the caller.
   */
  long count() {
    try {
      return (long) LONG.getAcquire(memory, ShmLayout.NEWS_COUNT);
    } catch (InternalError fault) {
      return orFault(fault);
    }
  }

  /** {@link #count} that also waits for a deferred fault. */
  long countSurely() {
    try {
      long count = count();
      DeferredMmapFault.checkFault();
      return count;
    } catch (InternalError fault) {
      return orFault(fault);
    }
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
      long refusals = memory.get(ValueLayout.JAVA_LONG, ShmLayout.NEWS_REFUSALS);
      DeferredMmapFault.checkFault();
      return (int) refusals;
    } catch (InternalError fault) {
      return (int) orFault(fault);
    }
  }

  /** The incarnation of the port's owner; 0 if the file was truncated. */
  long incarnation() {
    return get(ShmLayout.NEWS_INCARNATION);
  }

  /** Called after connecting or leaving. */
  void announce() {
    try {
      LONG.getAndAdd(memory, ShmLayout.NEWS_COUNT, 1L);
      DeferredMmapFault.checkFault();
    } catch (InternalError fault) {
      orFault(fault);
    }
  }

  /** Publishes the owner whose grants peers may use; 0 for none. Pairs with {@link #grants}. */
  void showGrants(long owner) {
    set(ShmLayout.NEWS_GRANTS, owner);
  }

  /** The owner whose grants a peer may use; 0 for none. */
  long grants() {
    return get(ShmLayout.NEWS_GRANTS);
  }

  /** Publishes who may use the grants. Pairs with {@link #admitted}. */
  void admit(long word) {
    set(ShmLayout.NEWS_ADMITTED, word);
  }

  /** Who may use the grants. */
  long admitted() {
    return get(ShmLayout.NEWS_ADMITTED);
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
