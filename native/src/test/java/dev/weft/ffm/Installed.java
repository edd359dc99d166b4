package dev.weft.ffm;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.Mismatch;
import dev.weft.ffm.info.InfoQuery;
import dev.weft.ffm.linker.Libfabric;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Skips tests that need what is not installed here, and says what that is. */
public final class Installed {
  private Installed() {}

  /** Skips the test unless libfabric can be used. */
  public static void requireLibfabric() {
    String refusal = Libfabric.refusal().map(Mismatch::toString).orElse("");
    assumeTrue(refusal.isEmpty(), () -> "needs libfabric: " + refusal);
  }

  /** Skips the test unless libfabric has the provider; {@code ofi:net} was one up to 1.17. */
  public static void requireProvider(String name) {
    assumeTrue(has(name), () -> "needs the provider " + name);
  }

  /** Those of these providers that libfabric has; all where libfabric cannot be used. */
  public static Stream<String> providers(String... names) {
    return Arrays.stream(names).filter(Installed::has);
  }

  /** Providers with endpoints of type RDM, those of udp by ofi_rxd; see {@link #providers}. */
  public static Stream<String> messengers() {
    return Stream.of("ofi:tcp", "ofi:shm", "ofi:sockets", "ofi:udp")
        .filter(name -> has(name, EndpointType.RDM));
  }

  private static boolean has(String name) {
    return has(name, EndpointType.UNSPEC);
  }

  private static boolean has(String name, EndpointType type) {
    FabricInfo hints =
        FabricInfo.builder()
            .provider(name)
            .endpointType(type)
            .mode(-1L)
            .memoryRegistrationMode(-1L)
            .build();
    return Libfabric.refusal().isPresent() || !InfoQuery.answer(hints).infos().isEmpty();
  }

  /** Whether libfabric can be used and is of this version or a later one. */
  public static boolean isAtLeast(int major, int minor) {
    return Libfabric.refusal().isEmpty() && Libfabric.isAtLeast(major, minor);
  }

  /**
   * Skips the test unless gcc and libfabric's headers are installed, or where gcc looks for them.
   */
  public static void requireHeaders() {
    requireHeader("rdma/fi_endpoint.h", "libfabric's headers: apt-get install libfabric-dev");
  }

  /** {@link #requireHeaders} of libibverbs. */
  public static void requireVerbsHeaders() {
    requireHeader("infiniband/verbs.h", "libibverbs' headers: apt-get install libibverbs-dev");
  }

  private static void requireHeader(String file, String what) {
    String folders =
        Stream.of("CPATH", "C_INCLUDE_PATH")
            .map(name -> System.getenv().getOrDefault(name, ""))
            .collect(Collectors.joining(":", "", ":/usr/include"));
    assumeTrue(
        Arrays.stream(folders.split(":", -1))
            .anyMatch(folder -> Files.exists(Path.of(folder, file))),
        "needs " + what);
    requireCompiler();
  }

  /** Skips the test unless gcc is installed. */
  public static void requireCompiler() {
    assumeTrue(
        Arrays.stream(System.getenv("PATH").split(":", -1))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "gcc"))),
        "needs a C compiler: apt-get install gcc");
  }
}
