package dev.weft.software;

import java.lang.foreign.MemorySegment;

/**
 * The buffers of one operation: a message is gathered from them or scattered into them. Reused, so
 * that posting allocates nothing.
 */
public final class BufferList {
  private final MemorySegment[] segments;
  private final long[] offsets;
  private final long[] lengths;
  private int count;
  private long length;

  BufferList(int limit) {
    segments = new MemorySegment[limit];
    offsets = new long[limit];
    lengths = new long[limit];
  }

  /** Empties the list. */
  public void clear() {
    count = 0;
    length = 0;
  }

  /** Adds {@code size} bytes of a segment; nothing where {@code size} is 0. */
  public void add(MemorySegment segment, long offset, long size) {
    if (size == 0) {
      return;
    }
    segments[count] = segment;
    offsets[count] = offset;
    lengths[count] = size;
    count++;
    length += size;
  }

  void set(BufferList other) {
    clear();
    for (int i = 0; i < other.count; i++) {
      add(other.segments[i], other.offsets[i], other.lengths[i]);
    }
  }

  /** Bytes in all buffers. */
  public long length() {
    return length;
  }

  /** The address of the byte at {@code position}; for lists of one buffer. */
  long address(long position) {
    return count == 0 ? 0 : segments[0].address() + offsets[0] + position;
  }

  /** Copies {@code size} bytes from {@code position} on out of the buffers. */
  void gather(long position, MemorySegment destination, long at, long size) {
    if (count == 1) {
      MemorySegment.copy(segments[0], offsets[0] + position, destination, at, size);
      return;
    }
    long skip = position;
    long done = 0;
    for (int i = 0; done < size; i++) {
      long here = Math.min(lengths[i] - skip, size - done);
      if (here > 0) {
        MemorySegment.copy(segments[i], offsets[i] + skip, destination, at + done, here);
        done += here;
      }
      skip = Math.max(0, skip - lengths[i]);
    }
  }

  /** Copies the first {@code size} bytes of a message into the buffers from {@code position} on. */
  void scatter(long position, Message message, long size) {
    if (count == 1) {
      message.copyTo(0, segments[0], offsets[0] + position, size);
      return;
    }
    long skip = position;
    long done = 0;
    for (int i = 0; done < size; i++) {
      long here = Math.min(lengths[i] - skip, size - done);
      if (here > 0) {
        message.copyTo(done, segments[i], offsets[i] + skip, here);
        done += here;
      }
      skip = Math.max(0, skip - lengths[i]);
    }
  }
}
