package dev.weft.verbs;

import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code ibv_get_device_list(3)}: lists the available devices.
 *
 * <p>Any thread may call.
 */
public final class Devices {

  private Devices() {}

  /** {@code ibv_get_device_list(3)}: all devices of all {@link VerbsProvider}s. */
  public static List<Device> list() {
    return all().toList();
  }

  private static Stream<Device> all() {
    return providers().flatMap(provider -> provider.devices().stream());
  }

  private static Stream<VerbsProvider> providers() {
    return ServiceLoader.load(VerbsProvider.class, VerbsProvider.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get);
  }

  /**
   * Why providers have no devices here, and what to type to have some: a sentence for each provider
   * without devices. No C counterpart.
   */
  public static List<String> obstacles() {
    return providers().map(VerbsProvider::obstacle).filter(Predicate.not(String::isEmpty)).toList();
  }

  /**
   * The device with this name, such as {@code loopback0}. Providers behind the first one that has
   * it are not asked, and load no library.
   *
   * @throws VerbsException {@link VerbsErrno#ENODEV}, with the available names
   */
  public static Device named(String name) {
    return all()
        .filter(device -> device.name().equals(name))
        .findFirst()
        .orElseThrow(() -> unknown(name));
  }

  private static VerbsException unknown(String name) {
    String names = all().map(Device::name).collect(Collectors.joining(", "));
    return new VerbsException(
        VerbsErrno.ENODEV,
        "ibv_get_device_list",
        "name=" + name + ", available " + (names.isEmpty() ? "none" : names),
        String.join(
            ". ", Stream.concat(Stream.of("Name one of these"), obstacles().stream()).toList()));
  }
}
