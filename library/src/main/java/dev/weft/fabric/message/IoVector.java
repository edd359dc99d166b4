package dev.weft.fabric.message;

import dev.weft.argument.Require;
import dev.weft.fabric.MemoryRegion;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * {@code struct iovec[]} with {@code void *desc[]}: the local buffers of one operation, in order.
 *
 * <p>Reusable: {@link #clear()}, then {@code add} again, allocates nothing once the vector has
 * grown. The buffers must not change until the operation completes; the vector itself may be reused
 * as soon as the call that posts it has returned. One thread at a time may use a vector.
 */
public final class IoVector {

  private static final int INITIAL_ROOM = 4;

  private MemorySegment[] segments = new MemorySegment[INITIAL_ROOM];
  private MemoryRegion[] descriptors = new MemoryRegion[INITIAL_ROOM];
  private long[] offsets = new long[INITIAL_ROOM];
  private long[] lengths = new long[INITIAL_ROOM];
  private int count;

  /** A vector without buffers. */
  public IoVector() {}

  /** A vector of whole segments. */
  public static IoVector of(MemorySegment... segments) {
    IoVector vector = new IoVector();
    for (MemorySegment segment : Require.notNull("segments", segments)) {
      vector.add(segment);
    }
    return vector;
  }

  /** Appends a whole segment. */
  public IoVector add(MemorySegment segment) {
    return add(segment, 0, Require.notNull("segment", segment).byteSize(), null);
  }

  /** Appends the {@code length} bytes of {@code segment} that start at {@code offset}. */
  public IoVector add(MemorySegment segment, long offset, long length) {
    return add(segment, offset, length, null);
  }

  /**
   * Appends a part of a segment that was registered.
   *
   * @param segment native memory
   * @param offset bytes from its start
   * @param length bytes, 0 or more
   * @param descriptor {@code desc}: the region that covers the part, or null if none is required
   */
  public IoVector add(MemorySegment segment, long offset, long length, MemoryRegion descriptor) {
    Require.nativeMemory("segment", segment);
    Require.range("part", segment, offset, length);
    if (count == segments.length) {
      grow();
    }
    segments[count] = segment;
    descriptors[count] = descriptor;
    offsets[count] = offset;
    lengths[count] = length;
    count++;
    return this;
  }

  private void grow() {
    int room = count * 2;
    segments = Arrays.copyOf(segments, room);
    descriptors = Arrays.copyOf(descriptors, room);
    offsets = Arrays.copyOf(offsets, room);
    lengths = Arrays.copyOf(lengths, room);
  }

  /** Removes all buffers. */
  public IoVector clear() {
    Arrays.fill(segments, 0, count, null);
    Arrays.fill(descriptors, 0, count, null);
    count = 0;
    return this;
  }

  /** {@code iov_count}: buffers. */
  public int count() {
    return count;
  }

  /** The memory that buffer {@code index} is a part of. */
  public MemorySegment segment(int index) {
    return segments[Require.index("index", index, count)];
  }

  /** Where buffer {@code index} starts in {@link #segment}, in bytes. */
  public long offset(int index) {
    return offsets[Require.index("index", index, count)];
  }

  /** {@code iov_len}: bytes of buffer {@code index}. */
  public long length(int index) {
    return lengths[Require.index("index", index, count)];
  }

  /** {@code desc}: the region of buffer {@code index}, or null. */
  public MemoryRegion descriptor(int index) {
    return descriptors[Require.index("index", index, count)];
  }

  /** Bytes of all buffers. */
  public long totalLength() {
    long total = 0;
    for (int index = 0; index < count; index++) {
      total += lengths[index];
    }
    return total;
  }

  /** An independent copy of this vector. */
  public IoVector copy() {
    IoVector copy = new IoVector();
    for (int index = 0; index < count; index++) {
      copy.add(segments[index], offsets[index], lengths[index], descriptors[index]);
    }
    return copy;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("IoVector[");
    for (int index = 0; index < count; index++) {
      long address = segments[index].address() + offsets[index];
      text.append(index == 0 ? "" : ", ").append("0x").append(Long.toHexString(address));
      text.append('+').append(lengths[index]);
    }
    return text.append(']').toString();
  }
}
