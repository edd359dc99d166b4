package dev.weft.software.fabric;

import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricAttributes;
import dev.weft.fabric.FabricInfo;
import dev.weft.fabric.FabricProvider;
import dev.weft.fabric.QueryAnswer;
import dev.weft.wire.loopback.LoopbackWire;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The provider {@code loopback}: endpoints of one process, nothing to install. Fabrics of the same
 * name are the same fabric, whoever opens them.
 */
public final class LoopbackProvider implements FabricProvider {
  private static final String NAME = "loopback";
  private static final Map<String, LoopbackWire> WIRES = new ConcurrentHashMap<>();

  /** For {@link java.util.ServiceLoader}. */
  public LoopbackProvider() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public QueryAnswer query(FabricInfo hints) {
    return new Query(NAME, hints).answer();
  }

  @Override
  public Fabric open(FabricInfo info, Object context) {
    FabricAttributes attributes = info.fabric();
    LoopbackWire wire =
        WIRES.computeIfAbsent(attributes.name(), _ -> new LoopbackWire(EndpointLimits.RING_BYTES));
    return new SoftwareFabric(attributes, wire, context);
  }
}
