package dev.weft.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weft.cli.process.WeftProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code weft perf --fabric ofi:tcp}, where libfabric is installed. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class OfiPerfTest {
  private static final List<String> NATIVE = List.of("--enable-native-access=ALL-UNNAMED");
  private static final String TESTS = "ping-pong,stream,write,read";
  private static final String ROWS = " --json --size 8,64K --duration 0.05 --test ";

  /** What a process printed, and its exit status. */
  private record Ended(List<String> lines, int status) {}

  @BeforeAll
  static void requireLibfabric() {
    Ended info = run("info --fabric ofi:tcp --endpoint rdm --caps tagged,rma");
    assumeTrue(info.status == 0, () -> "libfabric's tcp: " + String.join(" ", info.lines));
  }

  @Test
  void shouldMeasureBetweenTwoThreads() {
    requireSound(8, run("perf --fabric ofi:tcp --one-process" + ROWS + TESTS));
  }

  @Test
  void shouldMeasureOnOneThread() {
    requireSound(2, run("perf --fabric ofi:tcp --one-process" + ROWS + "one-thread"));
  }

  @Test
  void shouldMeasureBetweenTwoProcesses() {
    requireSound(8, run("perf --fabric ofi:tcp" + ROWS + TESTS));
  }

  @Test
  void shouldMeasureThreadsThatSleep() {
    requireSound(2, run("perf --fabric ofi:tcp --wait virtual" + ROWS + "ping-pong"));
  }

  /** The client is started with what the server says is to be typed. */
  @Test
  void shouldServeAClientThatTypesWhatIsPrinted() {
    try (WeftProcess server = start("perf --fabric ofi:tcp --serve 127.0.0.1 --once")) {
      assertTrue(server.readLine().matches("Serving at 127\\.0\\.0\\.1:[1-9][0-9]*"));
      String typed = server.readLine();
      assertTrue(typed.startsWith("Type: weft perf --fabric ofi:tcp 127.0.0.1:"), typed);
      requireSound(2, run(typed.substring("Type: weft ".length()) + ROWS + "stream"));
      assertTrue(server.readLine().startsWith("Client 127.0.0.1:"));
      assertTrue(server.readLine().contains("all sound"));
      assertEquals(0, server.status());
    }
  }

  private static void requireSound(int rows, Ended ended) {
    assertEquals(0, ended.status, ended.toString());
    assertEquals(rows, ended.lines.size(), ended.toString());
    for (String line : ended.lines) {
      assertTrue(line.contains("\"fabric\":\"ofi:tcp\""), line);
    }
  }

  private static WeftProcess start(String line) {
    return WeftProcess.start(Main.class, NATIVE, List.of(line.split(" ", -1)));
  }

  private static Ended run(String line) {
    try (WeftProcess process = start(line)) {
      List<String> lines = new ArrayList<>();
      Stream.generate(process::readLine).takeWhile(next -> next != null).forEach(lines::add);
      return new Ended(lines, process.status());
    }
  }
}
