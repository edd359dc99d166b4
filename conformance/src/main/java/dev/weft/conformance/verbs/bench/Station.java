package dev.weft.conformance.verbs.bench;

import dev.weft.rdmacm.PortPath;
import dev.weft.verbs.AddressHandle;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.attributes.AddressHandleAttributes;
import dev.weft.verbs.attributes.Gid;
import dev.weft.verbs.attributes.LinkLayer;
import dev.weft.verbs.attributes.Mtu;
import java.lang.foreign.MemorySegment;
import java.util.function.LongFunction;

/**
 * The root objects of one process: device context, domain and memory.
 *
 * @param lid of the first port
 * @param memory allocates zeroed memory for buffers
 * @param isHere whether it is the kit's own process
 */
public record Station(
    VerbsContext context,
    ProtectionDomain domain,
    int lid,
    LongFunction<MemorySegment> memory,
    boolean isHere) {

  static Station of(
      VerbsContext context,
      ProtectionDomain domain,
      LongFunction<MemorySegment> memory,
      boolean isHere) {
    return new Station(context, domain, context.queryPort(1).lid(), memory, isHere);
  }

  /** The path to the first port of that station; without LIDs it has a global route. */
  public AddressHandleAttributes pathTo(Station other) {
    return context.queryPort(1).linkLayer() == LinkLayer.ETHERNET
        ? PortPath.to(context, 1, 0, other.gid())
        : AddressHandleAttributes.local(other.lid);
  }

  /** The MTU, or the one that the port has now if that is smaller. */
  public Mtu atMost(Mtu mtu) {
    Mtu active = context.queryPort(1).activeMtu();
    return active.value() < mtu.value() ? active : mtu;
  }

  private Gid gid() {
    return context.queryGid(1, PortPath.gidIndex(context, 1));
  }

  /** A handle for datagrams to that station. */
  public AddressHandle handleTo(Station other) {
    return domain.createAh(pathTo(other));
  }
}
