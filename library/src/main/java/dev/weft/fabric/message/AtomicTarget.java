package dev.weft.fabric.message;

import dev.weft.argument.Require;
import dev.weft.fabric.AtomicOperations;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.RmaOperations;

/**
 * The elements of a peer's memory that one atomic operation works on: the arguments {@code
 * dest_addr}, {@code addr}, {@code key}, {@code count} and {@code datatype} of {@code
 * fi_atomic(3)}.
 *
 * <p>Reusable: the caller may change it as soon as the call that posts it has returned. One thread
 * at a time may use it.
 */
public final class AtomicTarget {

  private static final long MAX = 1L << 32;

  private final DataType type;
  private long destination = FabricAddress.UNSPEC;
  private long address;
  private long key;
  private long count = 1;

  /**
   * One element of this type.
   *
   * @param type {@code datatype}
   */
  public AtomicTarget(DataType type) {
    this.type = Require.notNull("type", type);
  }

  /** {@code datatype}: what an element is. */
  public DataType type() {
    return type;
  }

  /** {@code dest_addr}: the peer. */
  public long destination() {
    return destination;
  }

  /** {@code addr}: where the first element lies; as for {@link RmaOperations}. */
  public long address() {
    return address;
  }

  /** {@code key}: the peer's key of the region. */
  public long key() {
    return key;
  }

  /** {@code count}: elements. */
  public long count() {
    return count;
  }

  /** Bytes of all elements. */
  public long length() {
    return count * type.size();
  }

  /** Sets {@code dest_addr}. */
  public AtomicTarget destination(long destination) {
    this.destination = destination;
    return this;
  }

  /** Sets {@code addr}. */
  public AtomicTarget address(long address) {
    this.address = address;
    return this;
  }

  /** Sets {@code key}. */
  public AtomicTarget key(long key) {
    this.key = key;
    return this;
  }

  /**
   * Sets {@code count}.
   *
   * @param count 0 to 2^32; {@link AtomicOperations#atomicValid} returns the maximum of an
   *     operation
   */
  public AtomicTarget count(long count) {
    if (count < 0 || count > MAX) {
      throw new IllegalArgumentException("count=" + count + ", allowed 0.." + MAX);
    }
    this.count = count;
    return this;
  }

  @Override
  public String toString() {
    return "AtomicTarget[type=%s, destination=0x%x, address=0x%x, key=%d, count=%d]"
        .formatted(type, destination, address, key, count);
  }
}
