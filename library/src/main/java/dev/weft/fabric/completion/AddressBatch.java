package dev.weft.fabric.completion;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.weft.argument.Require;
import dev.weft.fabric.FabricAddress;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * {@code fi_addr_t[]}: the source of each entry that {@code fi_cq_readfrom(3)} returns (CQ-025 to
 * CQ-030).
 *
 * <p>One thread at a time may use a batch.
 */
public final class AddressBatch {

  private final MemorySegment segment;
  private final int capacity;

  private AddressBatch(MemorySegment segment, int capacity) {
    this.segment = segment;
    this.capacity = capacity;
  }

  /** Room for {@code capacity} addresses, all {@link FabricAddress#NOTAVAIL}. */
  public static AddressBatch allocate(Arena arena, int capacity) {
    Require.notNegative("capacity", capacity);
    MemorySegment segment = Require.notNull("arena", arena).allocate(JAVA_LONG, capacity);
    segment.fill((byte) FabricAddress.NOTAVAIL);
    return new AddressBatch(segment, capacity);
  }

  /** The address at {@code index}. */
  public long get(int index) {
    return segment.getAtIndex(JAVA_LONG, checked(index));
  }

  /** Stores an address at {@code index}. */
  public void set(int index, long address) {
    segment.setAtIndex(JAVA_LONG, checked(index), address);
  }

  /** The memory, 8 bytes an address. */
  public MemorySegment segment() {
    return segment;
  }

  /** Addresses that fit. */
  public int capacity() {
    return capacity;
  }

  private int checked(int index) {
    if (index < 0 || index >= capacity) {
      throw new IndexOutOfBoundsException(
          "index=%d, allowed 0..%d (capacity=%d)".formatted(index, capacity - 1, capacity));
    }
    return index;
  }
}
