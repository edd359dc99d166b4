package dev.weft.provider.verbs;

import dev.weft.provider.verbs.device.DeviceNetwork;
import dev.weft.verbs.Device;
import dev.weft.verbs.VerbsProvider;
import dev.weft.wire.Wire;
import dev.weft.wire.loopback.LoopbackWire;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The provider of device {@code loopback0}, for queue pairs of one process. All contexts opened on
 * the same fabric share the device.
 */
public final class LoopbackVerbsProvider implements VerbsProvider {
  private static final Map<String, LoopbackWire> WIRES = new ConcurrentHashMap<>();

  /** For {@link java.util.ServiceLoader}. */
  public LoopbackVerbsProvider() {}

  @Override
  public List<Device> devices() {
    DeviceNetwork wires = new DeviceNetwork(LoopbackVerbsProvider::wire, _ -> "loopback://");
    return List.of(new SoftwareDevice("loopback0", SoftwareDevice.DEFAULT_FABRIC, wires));
  }

  private static Wire wire(String fabric) {
    return WIRES.computeIfAbsent(fabric, _ -> new LoopbackWire(Wire.RING_BYTES));
  }
}
