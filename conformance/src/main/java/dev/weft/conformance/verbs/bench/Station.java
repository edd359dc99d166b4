package dev.weft.conformance.verbs.bench;

import dev.weft.verbs.AddressHandle;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.attributes.AddressHandleAttributes;
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

  /** The path to a port. */
  public AddressHandleAttributes path(int lid) {
    return AddressHandleAttributes.local(lid);
  }

  /** A handle for datagrams to that station. */
  public AddressHandle handleTo(Station other) {
    return domain.createAh(path(other.lid));
  }
}
