package dev.weft.conformance.lying.verbs;

import dev.weft.verbs.Device;
import dev.weft.verbs.Devices;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsProvider;
import java.util.List;

/** The loopback device with one fault at a time, as a device named {@code lying0}. */
public final class LyingDevices implements VerbsProvider {
  /** The provider's name. */
  public static final String NAME = "lying";

  private static final String HONEST = "loopback0";

  private static volatile VerbsFault fault = VerbsFault.NONE;

  /** For the service loader. */
  public LyingDevices() {}

  /** Installs this fault; returns the provider's name. */
  public static String tell(VerbsFault lie) {
    fault = lie;
    return NAME;
  }

  @Override
  public List<Device> devices() {
    return List.of(new Liar("weft"));
  }

  private record Liar(String fabric) implements Device {

    private Device honest() {
      return Devices.named(HONEST).onFabric(fabric);
    }

    @Override
    public String name() {
      return NAME + 0;
    }

    @Override
    public long guid() {
      return honest().guid();
    }

    @Override
    public Device onFabric(String other) {
      return new Liar(other);
    }

    @Override
    public VerbsContext open() {
      return new VerbsDecoration(fault.lie().get()).context(honest().open());
    }
  }
}
