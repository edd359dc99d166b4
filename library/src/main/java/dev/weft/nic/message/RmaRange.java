package dev.weft.nic.message;

import dev.weft.memory.GrantedMemory;

/** One range of the target's memory, as an operation names it, and the region that grants it. */
public final class RmaRange {
  private GrantedMemory region;
  private long key;
  private long address;
  private long length;

  void set(long newKey, long newAddress, long newLength) {
    key = newKey;
    address = newAddress;
    length = newLength;
  }

  @SuppressWarnings("ReferenceEquality") // the very object
  void granted(GrantedMemory by) {
    if (region != by) { // storing a reference costs more than comparing
      region = by;
    }
  }

  /** The region of the last {@link RmaRanges#find}; null for none. */
  public GrantedMemory region() {
    return region;
  }

  /** Where the range begins in the segment of its region. */
  public long offset() {
    return address - region.base();
  }

  public long key() {
    return key;
  }

  public long address() {
    return address;
  }

  public long length() {
    return length;
  }
}
