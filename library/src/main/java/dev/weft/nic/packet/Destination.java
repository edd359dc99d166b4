package dev.weft.nic.packet;

import java.lang.foreign.MemorySegment;

/**
 * The destination of a datagram and the path fields that its receiver gets: the engine's form of an
 * address handle.
 *
 * @param reachable whether the address belongs to this device; otherwise messages are lost
 * @param sourceLid the source LID
 * @param serviceLevel 0 to 15
 * @param pathBits the low bits of the destination LID
 * @param routeHeader the 40 bytes of a global route header, or null for none
 */
public record Destination(
    boolean reachable, int sourceLid, int serviceLevel, int pathBits, MemorySegment routeHeader) {

  /** Bytes of a global route header. */
  public static final int ROUTE_HEADER = 40;
}
