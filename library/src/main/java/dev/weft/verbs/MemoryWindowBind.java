package dev.weft.verbs;

/**
 * {@code struct ibv_mw_bind_info}: which part of a region a window shall show; made to be reused.
 * With address and length 0 and no region it unbinds (VQ-34). One thread at a time may use it.
 */
public final class MemoryWindowBind {

  private MemoryRegion region;
  private long address;
  private long length;
  private int access;

  /** Nothing: unbinds. */
  public MemoryWindowBind() {}

  /** {@code mr}, or null. */
  public MemoryRegion region() {
    return region;
  }

  /** {@code addr}: of the first byte, as the region calls it. */
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
}
