package dev.weft.provider.fabric;

import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricProvider;
import dev.weft.fabric.info.FabricAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.InfoResult;
import dev.weft.fabric.info.Mismatch;
import dev.weft.provider.fabric.check.AttributeChecks;
import dev.weft.wire.WireException;
import dev.weft.wire.shm.ShmWire;
import java.util.List;

/**
 * The provider {@code shm}: endpoints in all processes of one user on one host with Linux, without
 * installation. Fabrics of the same name in the same folder are the same fabric.
 *
 * <p>The folder is the system property {@code dev.weft.shm.folder}, else the environment variable
 * {@code WEFT_SHM_FOLDER}, else {@code /dev/shm}.
 */
public final class ShmFabricProvider implements FabricProvider {
  private static final String NAME = "shm";
  private static final String SCHEME = NAME + "://";

  /** For {@link java.util.ServiceLoader}. */
  public ShmFabricProvider() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public InfoResult getInfo(FabricInfo hints) {
    String system = ShmWire.unsupportedSystem();
    return system == null
        ? new InfoQuery(NAME, hints).answer(SCHEME)
        : InfoResult.refused(NAME, List.of(new Mismatch("system", "Linux", system)));
  }

  @Override
  public byte[] addressOf(FabricInfo info, String endpoint) {
    String fabric = AttributeChecks.fabric(info).name();
    return EndpointName.address(wire(fabric), SCHEME + fabric + "/", endpoint);
  }

  @Override
  public Fabric open(FabricInfo info, Object context) {
    FabricAttributes attributes = AttributeChecks.fabric(info);
    return new SoftwareFabric(attributes, wire(attributes.name()), context);
  }

  private static ShmWire wire(String fabric) {
    try {
      return ShmWire.configured(fabric);
    } catch (WireException e) {
      throw AttributeChecks.onWire("fi_fabric", e);
    }
  }
}
