package dev.weft.verbs.work;

import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.attributes.RegionAccess;

/**
 * {@code struct ibv_mw_bind_info}: the part of a region that a window grants. Address and length 0
 * without a region unbind the window (VQ-34). Reusable. One thread at a time may use it.
 */
public final class MemoryWindowBind {

  private MemoryRegion region;
  private long address;
  private long length;
  private int access;

  /** Creates an unbind. */
  public MemoryWindowBind() {}

  /** {@code mr}, or null. */
  public MemoryRegion region() {
    return region;
  }

  /** {@code addr}: address of the first byte in the region's address range. */
  public long address() {
    return address;
  }

  /** {@code length}: bytes. */
  public long length() {
    return length;
  }

  /** {@code mw_access_flags}: {@link RegionAccess}. */
  public int access() {
    return access;
  }

  /** Sets {@code mr}, {@code addr} and {@code length}. */
  public MemoryWindowBind part(MemoryRegion region, long address, long length) {
    this.region = region;
    this.address = address;
    this.length = length;
    return this;
  }

  /** Sets {@code mw_access_flags}. */
  public MemoryWindowBind access(int access) {
    this.access = access;
    return this;
  }

  @Override
  public String toString() {
    return "MemoryWindowBind[mr=%s, addr=0x%x, length=%d, access=%s]"
        .formatted(region, address, length, RegionAccess.describe(access));
  }
}
