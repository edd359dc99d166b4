package dev.weft.nic.queuepair;

import java.lang.foreign.MemorySegment;

/**
 * Where a datagram goes, and what its receiver is told of the way: an address handle without words.
 *
 * @param reachable whether the address is one of this device's; else nobody answers
 * @param sourceLid the LID that it comes from
 * @param serviceLevel 0 to 15
 * @param pathBits the low bits of the LID that it goes to
 * @param routeHeader the 40 bytes of a global route header, or null for none
 */
public record Destination(
    boolean reachable, int sourceLid, int serviceLevel, int pathBits, MemorySegment routeHeader) {

  /** Bytes of a global route header. */
  public static final int ROUTE_HEADER = 40;
}
