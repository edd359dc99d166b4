package dev.weft.provider.verbs;

import dev.weft.provider.verbs.device.DeviceNetwork;
import dev.weft.verbs.Device;
import dev.weft.verbs.VerbsContext;
import dev.weft.wire.Wire;

/** {@code struct ibv_device}: a software device, the same in every process by its name. */
final class SoftwareDevice implements Device {
  /** The default fabric. */
  static final String DEFAULT_FABRIC = "weft";

  /** A local EUI-64 that contains the name of the project in ASCII, with 24 free bits. */
  private static final long GUID_PREFIX = 0x0257_4546_5400_0000L;

  private final String name;
  private final String fabric;
  private final DeviceNetwork wires;

  SoftwareDevice(String name, String fabric, DeviceNetwork wires) {
    this.name = name;
    this.fabric = fabric;
    this.wires = wires;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long guid() {
    return GUID_PREFIX | ((name + "/" + fabric).hashCode() & 0xFF_FFFF);
  }

  @Override
  public String fabric() {
    return fabric;
  }

  @Override
  public String network() {
    Wire wire = DeviceNetwork.opened("ibv_open_device", () -> wires.wire(fabric));
    return this + " of " + wire.reach();
  }

  @Override
  public Device onFabric(String otherFabric) {
    if (otherFabric == null || otherFabric.isEmpty()) {
      throw new IllegalArgumentException("fabric=" + otherFabric + ", a name is required");
    }
    return new SoftwareDevice(name, otherFabric, wires);
  }

  @Override
  public VerbsContext open() {
    wires.require(fabric, "ibv_open_device");
    return new SoftwareContext(this, wires);
  }

  @Override
  public String toString() {
    return name + " on " + fabric;
  }
}
