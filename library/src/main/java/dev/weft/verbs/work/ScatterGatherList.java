package dev.weft.verbs.work;

import dev.weft.argument.Require;
import dev.weft.verbs.MemoryRegion;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * {@code struct ibv_sge[]}: the local buffers of one work request, in order.
 *
 * <p>Reusable: {@link #clear()} and {@code add} allocate nothing once the list has grown. The list
 * may be changed as soon as the posting call has returned; the buffers belong to the device until
 * the completion (VQ-06). One thread at a time may use a list.
 */
public final class ScatterGatherList {

  private static final int INITIAL_ROOM = 2;

  /** Two words per buffer: its address, then its length and key. */
  private long[] words = new long[2 * INITIAL_ROOM];

  private MemorySegment[] memory = new MemorySegment[INITIAL_ROOM];
  private long[] offsets = new long[INITIAL_ROOM];
  private int count;

  /** Creates an empty list. */
  public ScatterGatherList() {}

  /**
   * Appends a buffer by its address. Data of {@link SendFlags#INLINE} must then lie in a region of
   * the domain, because Java cannot read at an address.
   *
   * @param address {@code addr}
   * @param length {@code length}: bytes, unsigned
   * @param lkey {@code lkey}: key of the region that covers it
   */
  public ScatterGatherList add(long address, int length, int lkey) {
    return add(address, length, lkey, null, 0);
  }

  private ScatterGatherList add(
      long address, int length, int lkey, MemorySegment memoryOrNull, long offset) {
    if (count == memory.length) {
      grow();
    }
    words[2 * count] = address;
    words[2 * count + 1] = (long) length << 32 | Integer.toUnsignedLong(lkey);
    memory[count] = memoryOrNull;
    offsets[count] = offset;
    count++;
    return this;
  }

  private void grow() {
    words = Arrays.copyOf(words, 2 * words.length);
    memory = Arrays.copyOf(memory, 2 * count);
    offsets = Arrays.copyOf(offsets, 2 * count);
  }

  /** Appends {@code length} bytes of a region from {@code offset}. */
  public ScatterGatherList add(MemoryRegion region, long offset, int length) {
    long address = Require.notNull("region", region).address() + offset;
    return add(address, length, region.lkey(), region.memory(), offset);
  }

  /**
   * Appends a whole off-heap segment that {@code lkey} covers. Data of {@link SendFlags#INLINE}
   * needs no key.
   */
  public ScatterGatherList add(MemorySegment segment, int lkey) {
    long bytes = Require.nativeMemory("segment", segment).byteSize();
    if (bytes > 0xFFFF_FFFFL) {
      throw new IllegalArgumentException("segment=" + segment + ", allowed below 4 GiB");
    }
    return add(segment.address(), (int) bytes, lkey, segment, 0);
  }

  /** Appends the buffers of another list, or of this one. */
  public ScatterGatherList addAll(ScatterGatherList other) {
    int added = Require.notNull("other", other).count;
    for (int i = 0; i < added; i++) {
      add(other.address(i), other.length(i), other.lkey(i), other.memory[i], other.offsets[i]);
    }
    return this;
  }

  /** Removes all buffers. */
  public ScatterGatherList clear() {
    while (count > 0) {
      memory[--count] = null;
    }
    return this;
  }

  /** {@code num_sge}: number of buffers. */
  public int count() {
    return count;
  }

  /** {@code addr} of a buffer. */
  public long address(int index) {
    return words[at(index)];
  }

  /** {@code length} of a buffer: bytes, unsigned. */
  public int length(int index) {
    return (int) (words[at(index) + 1] >>> 32);
  }

  /** {@code lkey} of a buffer. */
  public int lkey(int index) {
    return (int) words[at(index) + 1];
  }

  private int at(int index) {
    return 2 * Require.index("index", index, count);
  }

  /** Whether a buffer was added as a segment or as a part of a region, not by address. */
  public boolean hasMemory(int index) {
    return memory[Require.index("index", index, count)] != null;
  }

  /**
   * Copies the bytes of a buffer, as a device does for {@link SendFlags#INLINE}.
   *
   * @return false if the list does not hold its memory, or the memory is shorter, closed, or
   *     confined to another thread; nothing is copied then
   */
  public boolean copyTo(int index, MemorySegment target, long at) {
    long length = Integer.toUnsignedLong(length(index));
    MemorySegment from = memory[index];
    if (from == null || offsets[index] < 0 || offsets[index] > from.byteSize() - length) {
      return false;
    }
    try {
      MemorySegment.copy(from, offsets[index], target, at, length);
      return true;
    } catch (IllegalStateException | WrongThreadException notReadable) {
      return false;
    }
  }

  /** Total bytes of all buffers. */
  public long totalLength() {
    long total = 0;
    for (int index = 0; index < count; index++) {
      total += Integer.toUnsignedLong(length(index));
    }
    return total;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("[");
    for (int index = 0; index < count; index++) {
      text.append(index == 0 ? "" : ", ").append("0x").append(Long.toHexString(address(index)));
      text.append('+').append(Integer.toUnsignedString(length(index)));
      text.append(" lkey=0x").append(Integer.toHexString(lkey(index)));
    }
    return text.append(']').toString();
  }
}
