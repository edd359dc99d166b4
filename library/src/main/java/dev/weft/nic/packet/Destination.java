package dev.weft.nic.packet;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

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

  /** Bytes of a packet's transport headers and check value: BTH 12, DETH 8, ICRC 4. */
  private static final int TRANSPORT = 24;

  private static final int IMMEDIATE = 4;
  private static final ValueLayout.OfLong WIRE_LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  /**
   * The first 8 bytes of the route header, with the payload length that a packet of a message has.
   *
   * <pre>
   *   0                         32               48             56          63
   *   | version, class, flow    | payload length | next header  | hop limit |   big endian
   * </pre>
   */
  public long firstWord(long length, boolean immediate) {
    long padded = (length + 3) & -4;
    long payload = TRANSPORT + (immediate ? IMMEDIATE : 0) + padded;
    long word = routeHeader.get(WIRE_LONG, 0) | payload << 16;
    return ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? word : Long.reverseBytes(word);
  }
}
