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
  private int count;

  /** A list without buffers. */
  public ScatterGatherList() {}

  /**
   * Appends a buffer as C names it.
   *
   * @param address {@code addr}
   * @param length {@code length}: bytes, unsigned
   * @param lkey {@code lkey}: of the region that covers it
   */
  public ScatterGatherList add(long address, int length, int lkey) {
    if (count == addresses.length) {
      int room = count * 2;
      addresses = Arrays.copyOf(addresses, room);
      lengths = Arrays.copyOf(lengths, room);
      keys = Arrays.copyOf(keys, room);
    }
    addresses[count] = address;
    lengths[count] = length;
    keys[count] = lkey;
    count++;
    return this;
  }

  /** Appends {@code length} bytes of a region that start {@code offset} bytes after its first. */
  public ScatterGatherList add(MemoryRegion region, long offset, int length) {
    return add(Require.notNull("region", region).address() + offset, length, region.lkey());
  }

  /** Appends a whole segment, outside the heap, that {@code lkey} covers. */
  public ScatterGatherList add(MemorySegment segment, int lkey) {
    long bytes = Require.nativeMemory("segment", segment).byteSize();
    if (bytes > 0xFFFF_FFFFL) {
      throw new IllegalArgumentException("segment=" + segment + ", allowed below 4 GiB");
    }
    return add(segment.address(), (int) bytes, lkey);
  }

  /** Appends the buffers of another list. */
  public ScatterGatherList addAll(ScatterGatherList other) {
    for (int index = 0; index < other.count; index++) {
      add(other.addresses[index], other.lengths[index], other.keys[index]);
    }
    return this;
  }

  /** Forgets all buffers. */
  public ScatterGatherList clear() {
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
