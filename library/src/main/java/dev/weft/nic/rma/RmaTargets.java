package dev.weft.nic.rma;

import dev.weft.atomic.AtomicRun;
import dev.weft.atomic.AtomicUnit;
import dev.weft.memory.GrantedMemory;
import dev.weft.nic.message.ErrorNumbers;
import dev.weft.nic.message.Message;
import dev.weft.nic.message.PeerRights;
import dev.weft.nic.message.RmaRange;
import dev.weft.nic.message.RmaRanges;
import dev.weft.wire.DeferredMmapFault;
import dev.weft.wire.FrameReader;
import dev.weft.wire.FrameWriter;
import java.lang.foreign.MemorySegment;

/**
 * The ranges of this side's registered memory in a peer's frame, and the regions that grant them.
 * Copies treat the ranges as contiguous.
 *
 * <pre>
 *   frame's payload:   key, address, length    for each range, 64 bits each
 *                      ...
 *                      what is to be written   for a short write
 * </pre>
 */
final class RmaTargets {
  /** Bytes in the frame for each range. */
  static final long ENTRY = 3L * Long.BYTES;

  /** Maximum bytes of all ranges. */
  private static final long MAX = 1L << 40;

  private final RmaRanges ranges;
  private final CopyOut copyOut = new CopyOut();
  private final CopyIn copyIn = new CopyIn();
  private final Change change = new Change();

  RmaTargets(int limit) {
    ranges = new RmaRanges(limit);
  }

  /** Writes the ranges of an operation to a frame. */
  static void write(RmaRanges ranges, FrameWriter out, long frame) {
    for (int i = 0; i < ranges.count(); i++) {
      RmaRange range = ranges.get(i);
      long entry = i * ENTRY;
      out.setWord(frame, entry, range.key());
      out.setWord(frame, entry + Long.BYTES, range.address());
      out.setWord(frame, entry + 2 * Long.BYTES, range.length());
    }
  }

  /** Reads the ranges of a frame; false if they are illegal. */
  boolean read(FrameReader in, long header) {
    ranges.clear();
    long count = in.tag();
    if (count < 0 || count > ranges.limit() || FrameReader.payloadLength(header) < count * ENTRY) {
      return false;
    }
    for (int i = 0; i < count; i++) {
      long entry = i * ENTRY;
      long size = in.word(entry + 2 * Long.BYTES);
      if (size < 0 || size > MAX - ranges.length()) {
        return false;
      }
      ranges.add(in.word(entry), in.word(entry + Long.BYTES), size);
    }
    return true;
  }

  /** Bytes in the frame before what is to be written. */
  long entriesLength() {
    return ranges.count() * ENTRY;
  }

  /** Bytes in all ranges. */
  long length() {
    return ranges.length();
  }

  /** Finds the regions; 0, or the error number if one does not grant its range. */
  int grant(DirectAccess directAccess, boolean atomic, boolean write) {
    return PeerRights.refuses(directAccess.refusals(), atomic, write)
        ? ErrorNumbers.NO_ACCESS
        : ranges.find(directAccess, write);
  }

  /** Copies a part out; 0, or the error number if a region is not accessible any more. */
  int gather(long position, MemorySegment destination, long at, long size) {
    copyOut.destination = destination;
    copyOut.at = at;
    try {
      return each(position, size, copyOut);
    } finally {
      copyOut.destination = null;
    }
  }

  /** Copies a part in; 0, or the error number if a region is not accessible any more. */
  int copyIn(long position, Message message, long size) {
    copyIn.message = message;
    return each(position, size, copyIn);
  }

  /** Counts a write at the counter of each region, once per region. */
  void written() {
    ranges.written();
  }

  /** Whether the length of every range is a multiple of this size. */
  boolean areMultiplesOf(int size) {
    boolean whole = true;
    for (int i = 0; i < ranges.count(); i++) {
      whole &= ranges.get(i).length() % size == 0;
    }
    return whole;
  }

  /** Whether every granted range begins at a multiple of this. */
  boolean areAligned(int alignment) {
    boolean aligned = true;
    for (int i = 0; i < ranges.count(); i++) {
      RmaRange range = ranges.get(i);
      aligned &= (range.region().segment().address() + range.offset()) % alignment == 0;
    }
    return aligned;
  }

  /**
   * Changes every range; 0, or the error number if a region is not accessible any more.
   *
   * @param run the operation, without target and positions
   * @param operandsAt the position of the operands; the compare values follow them
   */
  int change(AtomicUnit unit, AtomicRun run, long operandsAt) {
    change.unit = unit;
    change.run = run;
    change.operandsAt = operandsAt;
    return each(0, length(), change);
  }

  /** What is done with each part of a range. Reused, because a lambda would be garbage. */
  private interface Copy {
    void run(MemorySegment region, long offset, long done, long size);
  }

  private static final class CopyOut implements Copy {
    private MemorySegment destination;
    private long at;

    @Override
    public void run(MemorySegment region, long offset, long done, long size) {
      MemorySegment.copy(region, offset, destination, at + done, size);
    }
  }

  private static final class CopyIn implements Copy {
    private Message message;

    @Override
    public void run(MemorySegment region, long offset, long done, long size) {
      message.copyTo(done, region, offset, size);
    }
  }

  private final class Change implements Copy {
    private AtomicUnit unit;
    private AtomicRun run;
    private long operandsAt;

    @Override
    public void run(MemorySegment region, long offset, long done, long size) {
      run.target(region);
      run.targetAt = offset;
      run.count = size / AtomicUnit.size(run.datatype);
      run.operandsAt = operandsAt + done;
      run.comparesAt = operandsAt + length() + done;
      run.resultsAt = done;
      unit.execute(run);
    }
  }

  private int each(long position, long size, Copy copy) {
    long skip = position;
    long done = 0;
    int error = 0;
    for (int i = 0; done < size && error == 0; i++) {
      RmaRange range = ranges.get(i);
      long here = Math.min(range.length() - skip, size - done);
      if (here > 0) {
        error = inside(range.region(), range.offset() + skip, done, here, copy);
        done += here;
      }
      skip = Math.max(0, skip - range.length());
    }
    return error;
  }

  private static int inside(GrantedMemory region, long offset, long done, long size, Copy copy) {
    if (!region.enter()) {
      return ErrorNumbers.NO_KEY;
    }
    try {
      copy.run(region.segment(), offset, done, size);
      DeferredMmapFault.checkFault();
      return 0;
    } catch (IllegalStateException | WrongThreadException | InternalError closedOrNoSuchPage) {
      return ErrorNumbers.BAD_ADDRESS;
    } finally {
      region.exit();
    }
  }
}
