package dev.weft.wire.shm;

import dev.weft.wire.DeferredMmapFault;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;

/**
 * How often anybody called at a port or left it, in memory that all of its peers share. So the next
 * look of a port that is awake sees who called before, and need not wait for the switchboard. And
 * what peers may do without the port: whose {@link ExportTable} holds for them. And what the port
 * does not take.
 */
final class PortHeader {
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  private MemorySegment memory;
  private boolean lost;

  private PortHeader(MemorySegment memory) {
    this.memory = memory;
  }

  /** Of a peer that has left already, and will read no news. */
  static PortHeader ofNobody() {
    return new PortHeader(nobodys());
  }

  private static MemorySegment nobodys() {
    return MemorySegment.ofArray(new long[(int) ShmLayout.NEWS_BYTES / Long.BYTES]);
  }

  /** A port's own. */
  static PortHeader create(Path path, int refusals) throws IOException {
    MemorySegment memory = Mapping.create(path, ShmLayout.NEWS_BYTES);
    memory.set(ValueLayout.JAVA_LONG, ShmLayout.NEWS_REFUSALS, refusals);
    memory.set(ValueLayout.JAVA_LONG, ShmLayout.MAGIC, ShmLayout.NEWS_MAGIC);
    return new PortHeader(memory);
  }

  /** A peer's. */
  static PortHeader open(Path path) throws IOException {
    MemorySegment memory = Mapping.open(path, ShmLayout.NEWS_BYTES);
    if (memory.get(ValueLayout.JAVA_LONG, ShmLayout.MAGIC) != ShmLayout.NEWS_MAGIC) {
      throw new IOException(path + " has a wrong magic");
    }
    return new PortHeader(memory);
  }

  /**
   * Whether somebody has cut the file; the switchboard tells of all news then. Several threads may
   * run into it before the first has found out.
   */
  synchronized boolean isLost() {
    if (Mapping.isCut(memory)) {
      memory = nobodys();
      lost = true;
    }
    return lost;
  }

  /**
   * Pairs with {@link #announce}: who sees the count sees what was done before. Where the file was
   * cut the fault may come out late, in the caller.
   */
  long count() {
    try {
      return (long) LONG.getAcquire(memory, ShmLayout.NEWS_COUNT);
    } catch (InternalError fault) {
      return orFault(fault);
    }
  }

  /** {@link #count} for who has time to wait for a fault. */
  long countSurely() {
    try {
      long count = count();
      DeferredMmapFault.checkFault();
      return count;
    } catch (InternalError fault) {
      return orFault(fault);
    }
  }

  /** Nothing, where the file was cut; else the fault is not this file's. */
  private long orFault(InternalError fault) {
    if (!isLost()) {
      throw fault;
    }
    return 0;
  }

  /** What the port does not take; nothing, where the file was cut. */
  int refusals() {
    try {
      long refusals = memory.get(ValueLayout.JAVA_LONG, ShmLayout.NEWS_REFUSALS);
      DeferredMmapFault.checkFault();
      return (int) refusals;
    } catch (InternalError fault) {
      return (int) orFault(fault);
    }
  }

  /** After calling or leaving. */
  void announce() {
    try {
      LONG.getAndAdd(memory, ShmLayout.NEWS_COUNT, 1L);
      DeferredMmapFault.checkFault();
    } catch (InternalError fault) {
      orFault(fault);
    }
  }

  /** Says whose grants peers may use; 0 for nobody's. Pairs with {@link #grants}. */
  void showGrants(long owner) {
    try {
      LONG.setVolatile(memory, ShmLayout.NEWS_GRANTS, owner);
      DeferredMmapFault.checkFault();
    } catch (InternalError fault) {
      orFault(fault);
    }
  }

  /** Whose grants a peer may use; 0 for nobody's. */
  long grants() {
    try {
      long owner = (long) LONG.getAcquire(memory, ShmLayout.NEWS_GRANTS);
      DeferredMmapFault.checkFault();
      return owner;
    } catch (InternalError fault) {
      return orFault(fault);
    }
  }
}
