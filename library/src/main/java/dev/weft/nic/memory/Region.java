package dev.weft.nic.memory;

import dev.weft.wire.DeferredMmapFault;
import dev.weft.wire.FrameReader;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.MappedPages;
import java.lang.foreign.MemorySegment;

/**
 * The memory and rights of one key: a region, or a window over a part of one. Immutable; binding or
 * invalidating a window replaces its entry in the {@link ProtectionTable}.
 */
public final class Region {

  /** The kind of a key. */
  public enum Kind {
    /** A memory region. */
    REGION,
    /** A window bound by {@code ibv_bind_mw(3)}. */
    WINDOW_1,
    /** A window bound by a work request, which can be invalidated. */
    WINDOW_2
  }

  /** Instead of a queue pair number: any queue pair. */
  static final int ANY_QUEUE_PAIR = -1;

  final int key;
  public final Kind kind;
  public final int domain;
  public final MemorySegment segment;
  public final long base;

  /** Bytes of {@link #segment}; cached, because every access is checked against it. */
  private final long size;

  final int access;

  /** The region of a bound window, else null. */
  final Region region;

  /** The queue pair that may use it. */
  final int queuePair;

  /** Whether its pages may be lost, because another process truncated the file. */
  final boolean mayBeCut;

  /** Number of windows bound to this region; guarded by the table's monitor. */
  int windows;

  Region(int key, Kind kind, int domain, MemorySegment segment, long base, int access) {
    this(key, kind, domain, new Extent(segment, base, null), access, ANY_QUEUE_PAIR);
  }

  /** The memory of a key; its segment is null if there is none. */
  record Extent(MemorySegment segment, long base, Region region) {
    static final Extent NONE = new Extent(null, 0, null);
  }

  Region(int key, Kind kind, int domain, Extent extent, int access, int queuePair) {
    this.key = key;
    this.kind = kind;
    this.domain = domain;
    this.segment = extent.segment;
    this.base = extent.base;
    this.size = extent.segment == null ? 0 : extent.segment.byteSize();
    this.region = extent.region;
    this.access = access;
    this.queuePair = queuePair;
    this.mayBeCut = segment != null && segment.isMapped();
  }

  /** {@code lkey} and {@code rkey} of a region, {@code rkey} of a window. */
  public int key() {
    return key;
  }

  /** Whether it has memory; a window may be unbound. */
  public boolean isBound() {
    return segment != null;
  }

  /** Whether the bytes are in range and all wanted rights are granted. */
  public boolean grants(long address, long length, int wanted) {
    if (segment == null || (access & wanted) != wanted) {
      return false;
    }
    long offset = address - base;
    return offset >= 0 && length >= 0 && offset <= size - length;
  }

  /** Whether its owner has not closed it and this thread may access it. */
  public boolean isOpen() {
    return segment.scope().isAlive() && segment.isAccessibleBy(Thread.currentThread());
  }

  /** The result of a copy. */
  public enum Copied {
    /** The copy is complete. */
    DONE,
    /** The owner has closed the memory. */
    CLOSED,
    /** A page of the memory is lost. */
    GONE
  }

  /** Copies bytes of this memory into a claimed frame. */
  public Copied put(FrameWriter out, long frame, long from, long count) {
    try {
      out.put(frame, segment, from, count);
      settle();
      return Copied.DONE;
    } catch (IllegalStateException | WrongThreadException closedByItsOwner) {
      return Copied.CLOSED;
    } catch (InternalError noSuchPage) {
      requireGone(noSuchPage, from, count);
      return Copied.GONE;
    }
  }

  /** Copies bytes of the first frame's payload to this memory. */
  public Copied take(FrameReader in, long from, long to, long count) {
    try {
      in.take(from, segment, to, count);
      settle();
      return Copied.DONE;
    } catch (IllegalStateException | WrongThreadException closedByItsOwner) {
      return Copied.CLOSED;
    } catch (InternalError noSuchPage) {
      requireGone(noSuchPage, to, count);
      return Copied.GONE;
    }
  }

  /** Raises a deferred fault after these bytes were accessed. */
  public void settle() {
    if (mayBeCut) {
      DeferredMmapFault.checkFault();
    }
  }

  /** Returns if this memory caused the fault and a page of the range is lost, else rethrows it. */
  public void requireGone(InternalError fault, long from, long size) {
    if (MappedPages.areThere(segment, from, size)) {
      throw fault;
    }
  }

  /** {@link #grants} for a peer of a queue pair. */
  public boolean grantsPeer(long address, long length, int wanted, int throughQueuePair) {
    return (queuePair == ANY_QUEUE_PAIR || queuePair == throughQueuePair)
        && grants(address, length, wanted);
  }
}
