package dev.weft.nic.rma;

import dev.weft.atomic.AtomicRun;
import dev.weft.atomic.AtomicUnit;
import dev.weft.memory.GrantedMemory;
import dev.weft.memory.RegisteredMemory;
import dev.weft.nic.message.ErrorNumbers;
import dev.weft.nic.message.Message;
import dev.weft.nic.message.PeerRights;
import dev.weft.nic.message.RmaWork;
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

  private final RegisteredMemory[] regions;
  private final long[] keys;
  private final long[] addresses;
  private final long[] lengths;
  private int count;
  private long length;

  RmaTargets(int limit) {
    regions = new RegisteredMemory[limit];
    keys = new long[limit];
    addresses = new long[limit];
    lengths = new long[limit];
  }

  /** Writes the ranges of an operation to a frame. */
  static void write(RmaWork work, FrameWriter out, long frame) {
    for (int i = 0; i < work.count(); i++) {
      long entry = i * ENTRY;
      out.setWord(frame, entry, work.key(i));
      out.setWord(frame, entry + Long.BYTES, work.address(i));
      out.setWord(frame, entry + 2 * Long.BYTES, work.length(i));
    }
  }

  /** Reads the ranges of a frame; false if they are illegal. */
  boolean read(FrameReader in, long header) {
    long ranges = in.tag();
    if (ranges < 0
        || ranges > regions.length
        || FrameReader.payloadLength(header) < ranges * ENTRY) {
      return false;
    }
    count = (int) ranges;
    length = 0;
    for (int i = 0; i < count; i++) {
      long entry = i * ENTRY;
      keys[i] = in.word(entry);
      addresses[i] = in.word(entry + Long.BYTES);
      lengths[i] = in.word(entry + 2 * Long.BYTES);
      if (lengths[i] < 0 || lengths[i] > MAX - length) {
        return false;
      }
      length += lengths[i];
    }
    return true;
  }

  /** Bytes in the frame before what is to be written. */
  long entriesLength() {
    return count * ENTRY;
  }

  /** Bytes in all ranges. */
  long length() {
    return length;
  }

  /** Finds the regions; 0, or the error number if one does not grant its range. */
  int grant(DirectAccess directAccess, boolean atomic, boolean write) {
    if (PeerRights.refuses(directAccess.refusals(), atomic, write)) {
      return ErrorNumbers.NO_ACCESS;
    }
    for (int i = 0; i < count; i++) {
      regions[i] = directAccess.find(keys[i]);
      if (regions[i] == null) {
        return ErrorNumbers.NO_KEY;
      }
      if (!regions[i].grants(addresses[i], lengths[i], write)) {
        return ErrorNumbers.NO_ACCESS;
      }
    }
    return 0;
  }

  /** Copies a part out; 0, or the error number if a region is not accessible any more. */
  int gather(long position, MemorySegment destination, long at, long size) {
    return each(
        position,
        size,
        (region, place, done, here) ->
            MemorySegment.copy(region, place, destination, at + done, here));
  }

  /** Copies a part in; 0, or the error number if a region is not accessible any more. */
  int place(long position, Message message, long size) {
    return each(
        position, size, (region, place, done, here) -> message.copyTo(done, region, place, here));
  }

  /** Counts a write at the counter of each region, once per region. */
  void written() {
    GrantedMemory.written(regions, lengths, count);
  }

  /** Whether the length of every range is a multiple of this size. */
  boolean areMultiplesOf(int size) {
    boolean whole = true;
    for (int i = 0; i < count; i++) {
      whole &= lengths[i] % size == 0;
    }
    return whole;
  }

  /** Whether every granted range begins at a multiple of this. */
  boolean areAligned(int alignment) {
    boolean aligned = true;
    for (int i = 0; i < count; i++) {
      aligned &= (regions[i].segment().address() + addresses[i]) % alignment == 0;
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
    int size = AtomicUnit.size(run.datatype);
    return each(
        0,
        length,
        (region, place, done, here) -> {
          run.target = region;
          run.targetAt = place;
          run.count = here / size;
          run.operandsAt = operandsAt + done;
          run.comparesAt = operandsAt + length + done;
          run.resultsAt = done;
          unit.execute(run);
        });
  }

  /** Copies a part of one range. */
  private interface Copy {
    void run(MemorySegment region, long place, long done, long size);
  }

  private int each(long position, long size, Copy copy) {
    long skip = position;
    long done = 0;
    int error = 0;
    for (int i = 0; done < size && error == 0; i++) {
      long here = Math.min(lengths[i] - skip, size - done);
      if (here > 0) {
        error = inside(regions[i], addresses[i] + skip, done, here, copy);
        done += here;
      }
      skip = Math.max(0, skip - lengths[i]);
    }
    return error;
  }

  private static int inside(RegisteredMemory region, long place, long done, long size, Copy copy) {
    if (!region.enter()) {
      return ErrorNumbers.NO_KEY;
    }
    try {
      copy.run(region.segment(), place, done, size);
      DeferredMmapFault.checkFault();
      return 0;
    } catch (IllegalStateException | WrongThreadException | InternalError closedOrNoSuchPage) {
      return ErrorNumbers.BAD_ADDRESS;
    } finally {
      region.exit();
    }
  }
}
