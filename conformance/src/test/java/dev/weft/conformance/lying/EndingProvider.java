package dev.weft.conformance.lying;

import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricProvider;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.InfoResult;
import java.util.List;

/**
 * The loopback provider, but a check of {@value #CRASHING} ends its process, and a check of {@value
 * #HANGING} never returns from {@code fi_fabric}.
 */
public final class EndingProvider implements FabricProvider {
  /** Its name. */
  public static final String NAME = "ending";

  /** The clause whose check ends the process. */
  public static final String CRASHING = "CQ-002";

  /** The clause whose check hangs. */
  public static final String HANGING = "CQ-003";

  /** The status with which the process ends. */
  public static final int STATUS = 77;

  /** For the service loader. */
  public EndingProvider() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public InfoResult getInfo(FabricInfo hints) {
    FabricInfo honest = LyingProvider.named(hints, LyingProvider.HONEST);
    for (InfoResult answer : Fabrics.explain(honest)) {
      if (answer.provider().equals(LyingProvider.HONEST)) {
        List<FabricInfo> infos =
            answer.infos().stream().map(info -> LyingProvider.named(info, NAME)).toList();
        return new InfoResult(NAME, infos, answer.reasons());
      }
    }
    throw new IllegalStateException("provider=" + LyingProvider.HONEST + " is not there");
  }

  @Override
  public Fabric open(FabricInfo info, Object context) {
    String check = Thread.currentThread().getName();
    if (check.endsWith(CRASHING)) {
      System.err.println("the last line of the process");
      Runtime.getRuntime().halt(STATUS);
    }
    while (check.endsWith(HANGING)) {
      Thread.onSpinWait();
    }
    FabricInfo honest = LyingProvider.named(info, LyingProvider.HONEST);
    return Decoration.with(Fault.NONE).fabric(Fabrics.open(honest, context));
  }
}
