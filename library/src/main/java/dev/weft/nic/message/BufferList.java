package dev.weft.nic.message;

import dev.weft.wire.DeferredMmapFault;
import dev.weft.wire.MappedPages;
import dev.weft.wire.SharedMemory;
import dev.weft.wire.ShortCopy;
import java.lang.foreign.MemorySegment;
import java.util.stream.Stream;

/**
 * The buffers of one operation: a message is gathered from them or scattered into them. Reused, so
 * that posting allocates nothing.
 */
public final class BufferList {

  /**
   * A buffer: a part of a segment. One object per buffer: a store into an array of segments checks
   * the type of the value, which costs more than everything else here.
   */
  private static final class Part {
    private MemorySegment segment;
    private long offset;
    private long length;
    private boolean mapped;
  }

  private final Part first = new Part();
  private final Part[] parts;
  private int count;
  private long length;
  private boolean mapped;

  public BufferList(int limit) {
    parts = Stream.generate(Part::new).limit(limit).toArray(Part[]::new);
    parts[0] = first;
  }

  /** Empties the list. */
  public void clear() {
    count = 0;
    length = 0;
    mapped = false;
  }

  /** Adds {@code size} bytes of a segment; nothing if {@code size} is 0. */
  @SuppressWarnings({"MemorySegmentReferenceEquality", "ReferenceEquality"}) // the very object
  public void add(MemorySegment segment, long offset, long size) {
    if (size == 0) {
      return;
    }
    Part part = parts[count++];
    if (part.segment != segment) { // storing a reference costs more than comparing
      part.segment = segment;
      part.mapped = segment.isMapped();
    }
    part.offset = offset;
    part.length = size;
    length += size;
    mapped |= part.mapped;
  }

  public void set(BufferList other) {
    clear();
    for (int i = 0; i < other.count; i++) {
      Part part = other.parts[i];
      add(part.segment, part.offset, part.length);
    }
  }

  /** Whether all buffers are accessible: none is closed, and no mapped file was truncated. */
  public boolean isAccessible() {
    boolean there = true;
    for (int i = 0; i < count && there; i++) {
      Part part = parts[i];
      there = MappedPages.areThere(part.segment, part.offset, part.length);
    }
    return there;
  }

  /**
   * Finds the location of the bytes from {@code position} on: in shared memory, else in this
   * process.
   *
   * @param shared memory that the peer can map; or null
   * @param peerReads whether the peer can read this process
   * @return how many bytes are contiguous there; 0 for none
   */
  public long find(
      long position, SharedMemory shared, boolean peerReads, SharedMemory.Location location) {
    long skip = position;
    for (int i = 0; i < count; i++) {
      Part part = parts[i];
      long here = part.length - skip;
      if (here > 0) {
        boolean found =
            (shared != null && shared.find(part.segment, part.offset + skip, here, location))
                || (peerReads
                    && part.segment.scope().isAlive()
                    && location.setAddress(part.segment, part.offset + skip));
        return found ? here : 0;
      }
      skip -= part.length;
    }
    return 0;
  }

  /** Whether the arena of a buffer was closed. */
  public boolean isClosed() {
    boolean closed = false;
    for (int i = 0; i < count; i++) {
      closed |= !parts[i].segment.scope().isAlive();
    }
    return closed;
  }

  /** Bytes in all buffers. */
  public long length() {
    return length;
  }

  /** Whether all bytes lie in one buffer, given by {@link #segment} and {@link #offset}. */
  public boolean isOne() {
    return count == 1;
  }

  public MemorySegment segment() {
    return first.segment;
  }

  public long offset() {
    return first.offset;
  }

  /**
   * Called after buffers were accessed: if one lies in a file that may be truncated, forces a
   * pending fault to be thrown here.
   */
  public void settle() {
    if (mapped) {
      DeferredMmapFault.checkFault();
    }
  }

  /** The address of the byte at {@code position}, or 0 if there is none. */
  public long address(long position) {
    long before = 0;
    for (int i = 0; i < count; i++) {
      Part part = parts[i];
      if (position - before < part.length) {
        return part.segment.address() + part.offset + position - before;
      }
      before += part.length;
    }
    return 0;
  }

  /** Copies {@code size} bytes from {@code position} on out of the buffers. */
  public void gather(long position, MemorySegment destination, long at, long size) {
    if (count == 1) {
      ShortCopy.copy(first.segment, first.offset + position, destination, at, size);
      return;
    }
    long skip = position;
    long done = 0;
    for (int i = 0; done < size; i++) {
      Part part = parts[i];
      long here = Math.min(part.length - skip, size - done);
      if (here > 0) {
        MemorySegment.copy(part.segment, part.offset + skip, destination, at + done, here);
        done += here;
      }
      skip = Math.max(0, skip - part.length);
    }
  }

  /** {@link #scatter}; 0, or the error number if its owner closed a buffer. */
  public int copyIn(long position, Message message, long size) {
    try {
      scatter(position, message, size);
      return 0;
    } catch (IllegalStateException | WrongThreadException closedMeanwhileOrAnotherThreads) {
      return ErrorNumbers.BAD_ADDRESS;
    }
  }

  /** Copies the first {@code size} bytes of a message into the buffers from {@code position} on. */
  public void scatter(long position, Message message, long size) {
    if (count == 1) {
      message.copyTo(0, first.segment, first.offset + position, size);
      return;
    }
    long skip = position;
    long done = 0;
    for (int i = 0; done < size; i++) {
      Part part = parts[i];
      long here = Math.min(part.length - skip, size - done);
      if (here > 0) {
        message.copyTo(done, part.segment, part.offset + skip, here);
        done += here;
      }
      skip = Math.max(0, skip - part.length);
    }
  }
}
