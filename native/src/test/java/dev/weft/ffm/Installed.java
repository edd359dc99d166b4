package dev.weft.ffm;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weft.fabric.info.Mismatch;
import dev.weft.ffm.linker.Libfabric;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Skips tests that need what is not installed here, and says what that is. */
public final class Installed {
  private Installed() {}

  /** Skips the test unless libfabric can be used. */
  public static void requireLibfabric() {
    String refusal = Libfabric.refusal().map(Mismatch::toString).orElse("");
    assumeTrue(refusal.isEmpty(), () -> "needs libfabric: " + refusal);
  }

  /** Skips the test unless gcc and libfabric's headers are installed. */
  public static void requireHeaders() {
    assumeTrue(
        Files.exists(Path.of("/usr/include/rdma/fi_endpoint.h")),
        "needs libfabric's headers: apt-get install libfabric-dev");
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
