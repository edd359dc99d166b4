package dev.weft.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.FabricProvider;
import dev.weft.fabric.Fabrics;
import dev.weft.verbs.Device;
import dev.weft.verbs.Devices;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The providers of this copy of the library are found, whatever class loader the thread has. */
class ClassLoadersTest {
  private final ClassLoader before = Thread.currentThread().getContextClassLoader();

  @AfterEach
  void restoreTheLoader() {
    Thread.currentThread().setContextClassLoader(before);
  }

  private static List<String> devices() {
    return Devices.list().stream().map(Device::name).sorted().toList();
  }

  private static void requireProviders() {
    assertEquals(List.of("loopback0", "shm0"), devices());
    Set<String> providers =
        Fabrics.getInfo().stream()
            .map(info -> info.fabric().providerName())
            .collect(Collectors.toSet());
    assertTrue(providers.containsAll(Set.of("loopback", "shm")), providers.toString());
  }

  @Test
  void shouldFindProvidersFromAThreadWithoutTheLibrary() {
    Thread.currentThread().setContextClassLoader(ClassLoader.getPlatformClassLoader());
    requireProviders();
    Thread.currentThread().setContextClassLoader(null);
    requireProviders();
  }

  @Test
  void shouldFindOwnProvidersFromAThreadWithAnotherCopy() throws Exception {
    URL[] classes = {Fabrics.class.getProtectionDomain().getCodeSource().getLocation()};
    try (URLClassLoader copy = new URLClassLoader(classes, null)) {
      requireCopy(copy);
      Thread.currentThread().setContextClassLoader(copy);
      requireProviders();
    }
  }

  private static void requireCopy(URLClassLoader copy) throws IOException, ClassNotFoundException {
    String api = FabricProvider.class.getName();
    assertEquals(copy, Class.forName(api, false, copy).getClassLoader());
    assertTrue(copy.findResources("META-INF/services/" + api).hasMoreElements());
  }
}
