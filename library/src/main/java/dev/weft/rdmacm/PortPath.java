package dev.weft.rdmacm;

import dev.weft.argument.Require;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.attributes.AddressHandleAttributes;
import dev.weft.verbs.attributes.AddressHandleAttributes.GlobalRoute;
import dev.weft.verbs.attributes.Gid;
import dev.weft.verbs.attributes.LinkLayer;

/**
 * Paths between ports. On Ethernet the GID of a port is one of its network interface's addresses,
 * and a path names the entry of the table that it starts from: the one of an IPv4 address, if there
 * is one, because link-local addresses do not always have a route. On InfiniBand it is entry 0.
 */
public final class PortPath {
  private static final int HOPS_ON_ETHERNET = 64;
  private static final int ENTRIES_TO_TRY = 16;
  private static final long IPV4_PREFIX = 0xFFFFL << Integer.SIZE;

  private PortPath() {}

  /**
   * The entry of the port's table of GIDs from which paths start.
   *
   * @param port the port of the device, from 1
   * @throws dev.weft.verbs.VerbsException if the device has no such port
   */
  public static int gidIndex(VerbsContext context, int port) {
    Require.notNull("context", context);
    return isEthernet(context, port) ? find(context, port, true) : 0;
  }

  private static boolean isEthernet(VerbsContext context, int port) {
    return context.queryPort(port).linkLayer() == LinkLayer.ETHERNET;
  }

  private static int find(VerbsContext context, int port, boolean ofIpv4) {
    int entries = Math.min(ENTRIES_TO_TRY, context.queryPort(port).gidTableLength());
    for (int index = 0; index < entries; index++) {
      Gid gid = context.queryGid(port, index);
      if (!gid.equals(Gid.ZERO) && isIpv4(gid) == ofIpv4) {
        return index;
      }
    }
    return 0;
  }

  /** Whether it is {@code ::ffff:a.b.c.d}. */
  private static boolean isIpv4(Gid gid) {
    return gid.subnetPrefix() == 0 && (gid.interfaceId() & -1L << Integer.SIZE) == IPV4_PREFIX;
  }

  /**
   * The path to a port.
   *
   * @param port the port of this device, from 1
   * @param lid the other port's LID; 0 on Ethernet
   * @param gid the other port's GID
   * @throws dev.weft.verbs.VerbsException if the device has no such port
   */
  public static AddressHandleAttributes to(VerbsContext context, int port, int lid, Gid gid) {
    Require.notNull("context", context);
    if (!isEthernet(context, port)) {
      return AddressHandleAttributes.global(lid, gid).withPort(port);
    }
    int start = find(context, port, isIpv4(Require.notNull("gid", gid)));
    GlobalRoute route = new GlobalRoute(gid, 0, start, HOPS_ON_ETHERNET, 0);
    return new AddressHandleAttributes(route, lid, 0, 0, 0, port);
  }
}
