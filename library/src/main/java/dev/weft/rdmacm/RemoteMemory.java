package dev.weft.rdmacm;

import dev.weft.argument.Require;
import dev.weft.verbs.MemoryRegion;

/**
 * Memory of a peer that one-sided requests access: what {@code rdma_server(1)} sends along as
 * remote address and rkey.
 *
 * @param address {@code wr.rdma.remote_addr} of its first byte
 * @param length bytes, 0 or more
 * @param rkey {@code wr.rdma.rkey}
 */
public record RemoteMemory(long address, long length, int rkey) {

  /**
   * Checks the length.
   *
   * @throws IllegalArgumentException if the length is negative
   */
  public RemoteMemory {
    Require.inRange("length", length, 0, Long.MAX_VALUE);
  }

  /** All of a region, which peers may access as its rights allow. */
  public static RemoteMemory of(MemoryRegion region) {
    Require.notNull("region", region);
    return new RemoteMemory(region.address(), region.length(), region.rkey());
  }

  /**
   * The address of a byte.
   *
   * @param offset 0 to the length
   */
  public long at(long offset) {
    return address + Require.inRange("offset", offset, 0, length);
  }
}
