package dev.weft.conformance.frames;

import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricProvider;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.InfoResult;
import dev.weft.provider.fabric.LoopbackFabricProvider;

/**
 * The loopback provider without direct access: endpoints cannot reach each other's memory, as
 * between processes, so all data travels in frames.
 */
public final class FramesProvider implements FabricProvider {

  /** The provider's name. */
  public static final String NAME = "frames";

  private static final FabricProvider FAR = new LoopbackFabricProvider(NAME, false);

  /** For the service loader. */
  public FramesProvider() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public InfoResult getInfo(FabricInfo hints) {
    return FAR.getInfo(hints);
  }

  @Override
  public Fabric open(FabricInfo info, Object context) {
    return FAR.open(info, context);
  }
}
