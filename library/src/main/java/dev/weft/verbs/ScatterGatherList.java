package dev.weft.verbs;

import dev.weft.argument.Require;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * {@code struct ibv_sge[]}: the local buffers of one work request, in order.
 *
 * <p>Made to be reused: {@link #clear()}, then {@code add} again, allocates nothing once the list
 * has grown. The list may change as soon as the call that posts it has returned; the buffers belong
 * to the device until the completion (VQ-06). One thread at a time may use a list.
 */
public final class ScatterGatherList {

  private static final int INITIAL_ROOM = 2;

  private long[] addresses = new long[INITIAL_ROOM];
  private int[] lengths = new int[INITIAL_ROOM];
  private int[] keys = new int[INITIAL_ROOM];
  private MemorySegment[] memory = new MemorySegment[INITIAL_ROOM];
  private long[] offsets = new long[INITIAL_ROOM];
  private int count;

  /** A list without buffers. */
  public ScatterGatherList() {}

  /**
   * Appends a buffer as C names it. Data of {@link SendFlags#INLINE} must then lie in a region of
   * the domain: Java cannot read at an address.
   *
   * @param address {@code addr}
   * @param length {@code length}: bytes, unsigned
   * @param lkey {@code lkey}: of the region that covers it
   */
  public ScatterGatherList add(long address, int length, int lkey) {
    return add(address, length, lkey, null, 0);
  }

  private ScatterGatherList add(
      long address, int length, int lkey, MemorySegment memoryOrNull, long offset) {
    if (count == addresses.length) {
      grow();
    }
    addresses[count] = address;
    lengths[count] = length;
    keys[count] = lkey;
    memory[count] = memoryOrNull;
    offsets[count] = offset;
    count++;
    return this;
  }

  private void grow() {
    int room = count * 2;
    addresses = Arrays.copyOf(addresses, room);
    lengths = Arrays.copyOf(lengths, room);
    keys = Arrays.copyOf(keys, room);
    memory = Arrays.copyOf(memory, room);
    offsets = Arrays.copyOf(offsets, room);
  }

  /** Appends {@code length} bytes of a region that start {@code offset} bytes after its first. */
  public ScatterGatherList add(MemoryRegion region, long offset, int length) {
    long address = Require.notNull("region", region).address() + offset;
    return add(address, length, region.lkey(), region.memory(), offset);
  }

  /**
   * Appends a whole segment, outside the heap, that {@code lkey} covers. Data of {@link
   * SendFlags#INLINE} needs no key.
   */
  public ScatterGatherList add(MemorySegment segment, int lkey) {
    long bytes = Require.nativeMemory("segment", segment).byteSize();
    if (bytes > 0xFFFF_FFFFL) {
      throw new IllegalArgumentException("segment=" + segment + ", allowed below 4 GiB");
    }
    return add(segment.address(), (int) bytes, lkey, segment, 0);
  }

  /** Appends the buffers of another list, or its own once more. */
  public ScatterGatherList addAll(ScatterGatherList other) {
    int added = Require.notNull("other", other).count;
    for (int i = 0; i < added; i++) {
      add(other.addresses[i], other.lengths[i], other.keys[i], other.memory[i], other.offsets[i]);
    }
    return this;
  }

  /** Removes all buffers. */
  public ScatterGatherList clear() {
    Arrays.fill(memory, 0, count, null);
    count = 0;
    return this;
  }

  /** {@code num_sge}: buffers. */
  public int count() {
    return count;
  }

  /** {@code addr} of a buffer. */
  public long address(int index) {
    return addresses[Require.index("index", index, count)];
  }

  /** {@code length} of a buffer: bytes, unsigned. */
  public int length(int index) {
    return lengths[Require.index("index", index, count)];
  }

  /** {@code lkey} of a buffer. */
  public int lkey(int index) {
    return keys[Require.index("index", index, count)];
  }

  /** Whether a buffer was given as memory or as a part of a region, not by its address. */
  public boolean hasMemory(int index) {
    return memory[Require.index("index", index, count)] != null;
  }

  /**
   * Copies the bytes of a buffer, as a device does with data of {@link SendFlags#INLINE}.
   *
   * @return false if the list does not know its memory, or the memory is shorter, closed, or open
   *     to another thread only; nothing is copied then
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

  /** Bytes of all buffers. */
  public long totalLength() {
    long total = 0;
    for (int index = 0; index < count; index++) {
      total += Integer.toUnsignedLong(lengths[index]);
    }
    return total;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("[");
    for (int index = 0; index < count; index++) {
      text.append(index == 0 ? "" : ", ").append("0x").append(Long.toHexString(addresses[index]));
      text.append('+').append(Integer.toUnsignedString(lengths[index]));
      text.append(" lkey=0x").append(Integer.toHexString(keys[index]));
    }
    return text.append(']').toString();
  }
}
