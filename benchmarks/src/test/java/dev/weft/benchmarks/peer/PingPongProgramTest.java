package dev.weft.benchmarks.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 600, unit = TimeUnit.SECONDS)
class PingPongProgramTest {
  private static final int TIMES = 50;
  private static final FabricTool OVER_TCP = new FabricTool("tcp", "half");

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "tcp, half, 1",
    "tcp, half, 2",
    "tcp, large, 2",
    "shm, half, 1",
    "shm, half, 2",
    "shm, large, 2"
  })
  void shouldMeasureWhereLibfabricIsInstalled(String provider, String what, int threads)
      throws IOException, InterruptedException {
    requireWhatItNeeds(provider);
    Path program = PingPongSource.compileIn(folder);
    FabricTool tool = new FabricTool(provider, what);
    double half = new PingPongProgram(tool, TIMES, threads).halfRoundTrip(program);
    assertTrue(half > 0, () -> "half=" + half);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tcp", "shm"})
  void shouldEndAtItsDeadlineWithoutItsPeer(String provider)
      throws IOException, InterruptedException {
    requireWhatItNeeds(provider);
    PingPongProgram ofOneEnd = new PingPongProgram(new FabricTool(provider, "half"), TIMES, 2);
    List<String> command = ofOneEnd.command(PingPongSource.compileIn(folder), "answer", 2);
    try (PingPongEnd alone = PingPongEnd.start(1, command)) {
      alone.introduce(alone.address());
      String reason = assertThrows(IOException.class, alone::figure).getMessage();
      assertTrue(reason.contains("not done at the deadline"), reason);
    }
  }

  @Test
  void shouldSayWhichProviderIsMissing() throws IOException, InterruptedException {
    requireWhatItNeeds("tcp");
    Path program = PingPongSource.compileIn(folder);
    PingPongProgram nowhere = new PingPongProgram(new FabricTool("none", "half"), TIMES, 2);
    String reason =
        assertThrows(IOException.class, () -> nowhere.halfRoundTrip(program)).getMessage();
    assertTrue(reason.contains("fi_getinfo: No data available"), reason);
  }

  @Test
  void shouldTakeWhatTheProgramPrints() throws IOException {
    try (PingPongEnd end = PingPongEnd.of(shell("echo address 0aff; echo a warning; cat"))) {
      assertEquals("0aff", end.address());
      end.introduce("figure 139.250");
      assertEquals(139.25, end.figure());
    }
  }

  @Test
  void shouldSayWhatTheProgramPrintsInstead() throws IOException {
    try (PingPongEnd end = PingPongEnd.of(shell("echo 'fi_domain: No such device'; exit 1"))) {
      String reason = assertThrows(IOException.class, end::figure).getMessage();
      assertEquals("no figure from the peer in C: fi_domain: No such device", reason);
    }
  }

  @Test
  void shouldSayThatNoCompilerIsInstalled() {
    String reason =
        assertThrows(IOException.class, () -> PingPongSource.compileIn(folder, "no-compiler"))
            .getMessage();
    assertEquals("no-compiler is not installed", reason);
  }

  @Test
  void shouldSayWhyTheCompilerFails() {
    String output =
        """
        ping.c:3:10: fatal error: rdma/fabric.h: No such file or directory
            3 | #include <rdma/fabric.h>
        compilation terminated.
        """;
    assertEquals(
        "gcc: ping.c:3:10: fatal error: rdma/fabric.h: No such file or directory"
            + " (Debian: apt-get install libfabric-dev)",
        PingPongSource.reason("gcc", output));
  }

  @Test
  void shouldWarmUpForATenthOfTheRoundTrips() {
    List<String> command =
        new PingPongProgram(OVER_TCP, 2).command(Path.of("program"), "answer", 60);
    assertEquals("program answer tcp 8 2000 20000 2 60", String.join(" ", command));
  }

  private static ProcessBuilder shell(String script) {
    return new ProcessBuilder("sh", "-c", script).redirectErrorStream(true);
  }

  private static void requireWhatItNeeds(String provider) throws InterruptedException {
    require("taskset, processors 0 and 1", "taskset", "-c", "0", "taskset", "-c", "1", "true");
    require(
        "gcc and libfabric's headers: apt-get install gcc libfabric-dev",
        "gcc",
        "-fsyntax-only",
        "-include",
        "rdma/fabric.h",
        "-xc",
        "/dev/null");
    require(
        "libfabric's provider " + provider,
        System.getProperty("java.home") + "/bin/java",
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        System.getProperty("java.class.path"),
        FabricProbe.class.getName(),
        "ofi:" + provider);
  }

  /** Skips the test unless the command succeeds. */
  private static void require(String what, String... command) throws InterruptedException {
    assumeTrue(succeeds(command), () -> "needs " + what);
  }

  private static boolean succeeds(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
