package dev.weft.provider.verbs.device;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.weft.nic.packet.Destination;
import dev.weft.verbs.attributes.AddressHandleAttributes.GlobalRoute;
import dev.weft.verbs.attributes.Gid;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * {@code struct ibv_grh}: the 40 bytes before a datagram with a global route (VE-12).
 *
 * <pre>{@code
 * 0                                 4      6        7         8         24        40
 * +---------+-------------+---------+------+--------+---------+---------+---------+
 * | 6 (4 b) | class (8 b) | flow    | len  |  0x1B  |hop limit|  sgid   |  dgid   |
 * +---------+-------------+---------+------+--------+---------+---------+---------+
 * }</pre>
 */
public final class GlobalRouteHeader {
  /** Bytes of a header. */
  public static final int SIZE = Destination.ROUTE_HEADER;

  private static final ValueLayout.OfInt WIRE_INT =
      JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final int NEXT_HEADER_OFFSET = 6;
  private static final int HOP_LIMIT_OFFSET = 7;
  private static final int SGID_OFFSET = 8;
  private static final int DGID_OFFSET = 24;
  private static final int VERSION = 6;
  private static final byte BASE_TRANSPORT = 0x1B;
  private static final int FLOW_MASK = 0xF_FFFF;
  private static final int MAX_HOPS = 255;

  private GlobalRouteHeader() {}

  /** Writes the header of a message from {@code sgid} on this route. */
  public static MemorySegment of(GlobalRoute route, Gid sgid) {
    MemorySegment header = MemorySegment.ofArray(new byte[SIZE]);
    int flow = route.flowLabel() & FLOW_MASK;
    header.set(WIRE_INT, 0, VERSION << 28 | (route.trafficClass() & 0xFF) << 20 | flow);
    header.set(JAVA_BYTE, NEXT_HEADER_OFFSET, BASE_TRANSPORT);
    header.set(JAVA_BYTE, HOP_LIMIT_OFFSET, (byte) route.hopLimit());
    sgid.write(header, SGID_OFFSET);
    route.dgid().write(header, DGID_OFFSET);
    return header;
  }

  /** The route back to the source of this header. */
  public static GlobalRoute reply(MemorySegment header) {
    int first = header.get(WIRE_INT, 0);
    return new GlobalRoute(
        Gid.read(header, SGID_OFFSET), first & FLOW_MASK, 0, MAX_HOPS, first >>> 20 & 0xFF);
  }

  /** The destination GID. */
  public static Gid destination(MemorySegment header) {
    return Gid.read(header, DGID_OFFSET);
  }
}
