package dev.weft.verbs;

import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/**
 * {@code ibv_get_device_list(3)}: lists the available devices.
 *
 * <p>Any thread may call.
 */
public final class Devices {

  private Devices() {}

  /** {@code ibv_get_device_list(3)}: all devices of all {@link VerbsProvider}s. */
  public static List<Device> list() {
    return ServiceLoader.load(VerbsProvider.class, VerbsProvider.class.getClassLoader()).stream()
        .flatMap(provider -> provider.get().devices().stream())
        .toList();
  }

  /**
   * The device with this name, such as {@code loopback0}.
   *
   * @throws VerbsException {@link VerbsErrno#ENODEV}, with the available names
   */
  public static Device named(String name) {
    List<Device> devices = list();
    return devices.stream()
        .filter(device -> device.name().equals(name))
        .findFirst()
        .orElseThrow(() -> unknown(name, devices));
  }

  private static VerbsException unknown(String name, List<Device> devices) {
    String names = devices.stream().map(Device::name).collect(Collectors.joining(", "));
    return new VerbsException(
        VerbsErrno.ENODEV,
        "ibv_get_device_list",
        "name=" + name + ", available " + (names.isEmpty() ? "none" : names),
        "Name one of these");
  }
}
