package dev.weft.nic.queuepair;

import dev.weft.wire.DeferredMmapFault;
import dev.weft.wire.FrameReader;
import dev.weft.wire.FrameWriter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * What one key names: a region, or a window over a part of one. It never changes; a window that is
 * bound or invalidated gets another one at its place in the {@link ProtectionTable}.
 */
public final class Region {

  /** What kind of key it is. */
  public enum Kind {
    /** A memory region. */
    REGION,
    /** A window that {@code ibv_bind_mw(3)} binds. */
    WINDOW_1,
    /** A window that a work request binds, and that can be invalidated. */
    WINDOW_2
  }

  private static final long PAGE = 4096;

  /** In place of a queue pair's number: any. */
  static final int ANY_QUEUE_PAIR = -1;

  final int key;
  final Kind kind;
  final int domain;
  final MemorySegment segment;
  final long base;

  /** Bytes of {@link #segment}; a field, because every access is held against it. */
  private final long size;

  final int access;

  /** The region that a bound window is over, else null. */
  final Region region;

  /** Through which queue pair it may be used. */
  final int queuePair;

  /** Whether its pages may be gone, because somebody has cut the file that they are of. */
  final boolean mayBeCut;

  /** How many windows are bound to this region; under the table's monitor. */
  int windows;

  Region(int key, Kind kind, int domain, MemorySegment segment, long base, int access) {
    this(key, kind, domain, new Extent(segment, base, null), access, ANY_QUEUE_PAIR);
  }

  /** Which memory: null segment where there is none. */
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

  /** What kind of key it is. */
  public Kind kind() {
    return kind;
  }

  /** Whether there is memory behind it: a window may be free. */
  public boolean isBound() {
    return segment != null;
  }

  /** Whether these bytes lie in it, and all that is wanted is allowed. */
  boolean grants(long address, long length, int wanted) {
    if (segment == null || (access & wanted) != wanted) {
      return false;
    }
    long offset = address - base;
    return offset >= 0 && length >= 0 && offset <= size - length;
  }

  /** Whether its owner has not closed it, and this thread may use it. */
  boolean isOpen() {
    return segment.scope().isAlive() && segment.isAccessibleBy(Thread.currentThread());
  }

  /** How a copy ended. */
  enum Copied {
    /** Well. */
    DONE,
    /** Its owner has closed the memory. */
    CLOSED,
    /** A page of it is gone. */
    GONE
  }

  /** Copies bytes from here into a claimed frame. */
  Copied put(FrameWriter out, long frame, long from, long count) {
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

  /** Copies bytes of the first frame's payload to here. */
  Copied take(FrameReader in, long from, long to, long count) {
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

  /** After these bytes were touched: lets a fault come out that there may be. */
  void settle() {
    if (mayBeCut) {
      DeferredMmapFault.checkFault();
    }
  }

  /** After a fault: it is this memory's, of which one of these bytes is gone, or else thrown on. */
  void requireGone(InternalError fault, long from, long size) {
    byte[] probe = new byte[1];
    try {
      for (long at = 0; at < size + PAGE; at += PAGE) {
        long byteAt = from + Math.min(at, size - 1);
        MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, byteAt, probe, 0, 1);
      }
      DeferredMmapFault.checkFault();
    } catch (InternalError gone) {
      return;
    }
    throw fault;
  }

  /** {@link #grants} for a peer that comes through a queue pair. */
  boolean grantsPeer(long address, long length, int wanted, int throughQueuePair) {
    return (queuePair == ANY_QUEUE_PAIR || queuePair == throughQueuePair)
        && grants(address, length, wanted);
  }
}
