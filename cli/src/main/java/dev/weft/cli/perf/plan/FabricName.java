package dev.weft.cli.perf.plan;

import dev.weft.verbs.Devices;

/** The name of what is measured: a provider of libfabric's API, or a device of verbs. */
public final class FabricName {
  /** The fabric of the software devices. */
  private static final String SOFTWARE = "weft";

  private FabricName() {}

  /** Whether this is the name of a device, such as {@code loopback0}. */
  public static boolean isDevice(String name) {
    return Devices.list().stream().anyMatch(device -> device.name().equals(name));
  }

  /**
   * The provider for the control messages of two processes that measure this fabric or device; of a
   * device of libibverbs it is the one for this host.
   */
  static String provider(String name) {
    return Devices.list().stream()
        .filter(device -> device.name().equals(name))
        .findFirst()
        .map(device -> device.fabric().equals(SOFTWARE) ? name.replaceFirst("[0-9]+$", "") : "shm")
        .orElse(name);
  }
}
