package dev.weft.fabric.message;

import dev.weft.argument.Require;
import dev.weft.fabric.info.MemoryRegistrationMode;
import java.util.Arrays;

/**
 * {@code struct fi_rma_iov[]}: the peer's memory that one operation reads or writes, in order.
 *
 * <p>Reusable, as {@link IoVector}. One thread at a time may use a vector.
 */
public final class RmaIoVector {

  private static final int INITIAL_ROOM = 4;

  private long[] addresses = new long[INITIAL_ROOM];
  private long[] lengths = new long[INITIAL_ROOM];
  private long[] keys = new long[INITIAL_ROOM];
  private int count;

  /** A vector without ranges. */
  public RmaIoVector() {}

  /**
   * Appends a range of the peer's memory.
   *
   * @param address {@code addr}: offset in the region, or virtual address with {@link
   *     MemoryRegistrationMode#VIRT_ADDR}
   * @param length {@code len}: bytes, 0 or more
   * @param key {@code key}: the peer's key of the region
   */
  public RmaIoVector add(long address, long length, long key) {
    Require.notNegative("length", length);
    if (count == addresses.length) {
      grow();
    }
    addresses[count] = address;
    lengths[count] = length;
    keys[count] = key;
    count++;
    return this;
  }

  private void grow() {
    int room = count * 2;
    addresses = Arrays.copyOf(addresses, room);
    lengths = Arrays.copyOf(lengths, room);
    keys = Arrays.copyOf(keys, room);
  }

  /** Removes all ranges. */
  public RmaIoVector clear() {
    count = 0;
    return this;
  }

  /** {@code rma_iov_count}: ranges. */
  public int count() {
    return count;
  }

  /** {@code addr} of range {@code index}. */
  public long address(int index) {
    return addresses[Require.index("index", index, count)];
  }

  /** {@code len} of range {@code index}, bytes. */
  public long length(int index) {
    return lengths[Require.index("index", index, count)];
  }

  /** {@code key} of range {@code index}. */
  public long key(int index) {
    return keys[Require.index("index", index, count)];
  }

  /** Bytes of all ranges. */
  public long totalLength() {
    long total = 0;
    for (int index = 0; index < count; index++) {
      total += lengths[index];
    }
    return total;
  }

  /** An independent copy of this vector. */
  public RmaIoVector copy() {
    RmaIoVector copy = new RmaIoVector();
    for (int index = 0; index < count; index++) {
      copy.add(addresses[index], lengths[index], keys[index]);
    }
    return copy;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("RmaIoVector[");
    for (int index = 0; index < count; index++) {
      text.append(index == 0 ? "" : ", ").append("0x").append(Long.toHexString(addresses[index]));
      text.append('+').append(lengths[index]).append(" key ").append(keys[index]);
    }
    return text.append(']').toString();
  }
}
