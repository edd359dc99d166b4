package dev.weft.conformance.lying;

import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricProvider;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.InfoResult;
import java.util.List;

/** The loopback provider with one fault at a time; its name is {@code lying:<fault>}. */
public final class LyingProvider implements FabricProvider {

  static final String HONEST = "loopback";

  private static volatile Fault fault = Fault.NONE;

  /** For the service loader. */
  public LyingProvider() {}

  /** Installs this fault; returns the provider's name, valid until the next fault. */
  public static String tell(Fault lie) {
    Posts.forgetListeners();
    fault = lie;
    return nameOf(lie);
  }

  private static String nameOf(Fault lie) {
    return "lying:" + lie.name();
  }

  @Override
  public String name() {
    return nameOf(fault);
  }

  @Override
  public InfoResult getInfo(FabricInfo hints) {
    for (InfoResult answer : Fabrics.explain(named(hints, HONEST))) {
      if (answer.provider().equals(HONEST)) {
        List<FabricInfo> infos = answer.infos().stream().map(info -> named(info, name())).toList();
        return new InfoResult(name(), infos, answer.reasons());
      }
    }
    throw new IllegalStateException("provider=" + HONEST + " is not there");
  }

  @Override
  public Fabric open(FabricInfo info, Object context) {
    return Decoration.with(fault).fabric(Fabrics.open(named(info, HONEST), context));
  }

  static FabricInfo named(FabricInfo info, String provider) {
    return info.toBuilder().provider(provider).build();
  }
}
