package dev.weft.provider.fabric;

import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricProvider;
import dev.weft.fabric.info.FabricAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.InfoResult;
import dev.weft.provider.fabric.check.AttributeChecks;
import dev.weft.wire.Wire;
import dev.weft.wire.loopback.LoopbackWire;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The provider {@code loopback}: endpoints inside one process, without installation. Fabrics of the
 * same name are the same fabric.
 */
public final class LoopbackFabricProvider implements FabricProvider {
  private static final String SCHEME = "loopback://";
  private static final Map<String, LoopbackWire> WIRES = new ConcurrentHashMap<>();

  private final String name;
  private final boolean direct;

  /** For {@link java.util.ServiceLoader}. */
  public LoopbackFabricProvider() {
    this("loopback", true);
  }

  /**
   * A provider with another name, whose endpoints may behave like those of different processes.
   *
   * @param direct whether endpoints have direct access to each other's memory; else all data is
   *     sent in frames
   */
  public LoopbackFabricProvider(String name, boolean direct) {
    this.name = name;
    this.direct = direct;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public InfoResult getInfo(FabricInfo hints) {
    return new InfoQuery(name, hints).answer(SCHEME);
  }

  @Override
  public byte[] addressOf(FabricInfo info, String endpoint) {
    return EndpointName.address(wire(AttributeChecks.fabric(info).name()), SCHEME, endpoint);
  }

  @Override
  public Fabric open(FabricInfo info, Object context) {
    FabricAttributes attributes = AttributeChecks.fabric(info);
    return new SoftwareFabric(attributes, wire(attributes.name()), context);
  }

  /** The wire of the fabrics of this name. */
  LoopbackWire wire(String fabric) {
    return WIRES.computeIfAbsent(
        name + "/" + fabric, _ -> new LoopbackWire(Wire.RING_BYTES, direct));
  }
}
