package dev.weft.conformance;

import dev.weft.conformance.verbs.VerbsClauses;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.info.FabricAttributes;
import dev.weft.fabric.info.FabricInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The versions of what a provider of libfabric or a device of libibverbs consists of. */
public final class ProviderVersion {
  private static final String LIBFABRIC = "ofi:";
  private static final int HUNDRED = 100;
  private static final Path MAPPED_FILES = Path.of("/proc/self/maps");

  /** The file's version is that of the interface, and then that of the package. */
  private static final Pattern LIBIBVERBS =
      Pattern.compile("/libibverbs\\.so\\.\\d+\\.\\d+\\.([\\d.]+)$");

  private ProviderVersion() {}

  /**
   * For people: {@code ofi:tcp 117.0 (API 1.17)}, {@code rxe0 (rdma-core 44.0, Linux 6.1.0-57)}.
   */
  public static String describe(String provider) {
    return Vocabulary.FABRIC.isOffered(provider) ? ofFabric(provider) : ofDevice(provider);
  }

  private static String ofFabric(String provider) {
    FabricAttributes first = fabric(provider);
    return "%s %s (API %s)"
        .formatted(
            provider,
            FabricAttributes.describeVersion(first.providerVersion()),
            FabricAttributes.describeVersion(first.apiVersion()));
  }

  private static String ofDevice(String device) {
    if (!VerbsClauses.isInstalled(device)) {
      return device;
    }
    Stream<String> library =
        libibverbs(mappedFiles()).map(version -> "rdma-core " + version).stream();
    Stream<String> system = Stream.of(system());
    return device + " (" + String.join(", ", Stream.concat(library, system).toList()) + ")";
  }

  private static String system() {
    return System.getProperty("os.name") + " " + System.getProperty("os.version");
  }

  /** Versions by which deviations of these providers are listed: 1.17, Linux 6.1. */
  static List<String> ofDeviations(Collection<String> providers) {
    return providers.stream().flatMap(each -> ofDeviations(each).stream()).distinct().toList();
  }

  private static Optional<String> ofDeviations(String provider) {
    if (provider.startsWith(LIBFABRIC)) {
      return Optional.of(libfabric(fabric(provider).providerVersion()));
    }
    return VerbsClauses.isInstalled(provider) ? Optional.of(release(system())) : Optional.empty();
  }

  private static FabricAttributes fabric(String provider) {
    return Fabrics.getInfo(FabricInfo.builder().provider(provider).build()).getFirst().fabric();
  }

  /** {@code OFI_VERSION_DEF_PROV}: hundreds of the major number are the upper half of the word. */
  static String libfabric(int providerVersion) {
    int both = providerVersion >>> Short.SIZE;
    return both / HUNDRED + "." + both % HUNDRED;
  }

  /** Without what follows the first two numbers: the drivers are part of the kernel. */
  static String release(String system) {
    return system.replaceFirst("(\\d+\\.\\d+).*", "$1");
  }

  /** The version of rdma-core, from the name of the file that this process has mapped. */
  static Optional<String> libibverbs(List<String> files) {
    return files.stream()
        .map(LIBIBVERBS::matcher)
        .filter(Matcher::find)
        .map(found -> found.group(1))
        .findFirst();
  }

  private static List<String> mappedFiles() {
    try {
      return Files.readAllLines(MAPPED_FILES);
    } catch (IOException unknown) {
      return List.of();
    }
  }
}
