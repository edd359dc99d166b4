package dev.weft.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines fit into a terminal of 60 columns, which {@code script(1)} makes. */
class NarrowTerminalTest {
  private static final int COLUMNS = 60;

  @BeforeEach
  void requireScript() {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "there is no script(1)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "info",
        "info -v --fabric shm",
        "info --caps multicast",
        "verbs info",
        "perf --help",
        "soak --help",
        "soak --messages many",
        "conformance --clause CQ-001,CQ-002",
        "perf --fabric loopback --test stream --size 8 --duration 50ms",
        "verbs perf --device loopback0 --test write --size 8 --duration 50ms",
      })
  void shouldBreakLinesWhereTheTerminalEnds(String line) throws Exception {
    List<String> lines = printed("unset COLUMNS; stty cols " + COLUMNS, line);
    assertTrue(lines.size() > 1, lines::toString);
    lines.forEach(each -> assertTrue(each.length() <= COLUMNS, each));
  }

  @Test
  void shouldBreakRowsBetweenCells() throws Exception {
    List<String> lines = printed("unset COLUMNS; stty cols " + COLUMNS, "info --fabric loopback");
    assertEquals("provider  endpoint    max message inject", lines.getFirst());
    assertEquals("   transmits receives threading progress", lines.get(1));
  }

  @Test
  void shouldTakeTheWidthFromTheEnvironment() throws Exception {
    assertEquals(
        printed("unset COLUMNS; stty cols " + COLUMNS, "info"),
        printed("stty cols 80; export COLUMNS=" + COLUMNS, "info"));
  }

  /** What is printed on a terminal, without the progress bar and codes of the terminal. */
  private static List<String> printed(String setting, String line) throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String command =
        "%s; '%s' -cp '%s' %s %s"
            .formatted(setting, java, SignalsTest.classPath(), Main.class.getName(), line);
    Process script = script(command);
    String text = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    script.waitFor();
    return Stream.of(text.replace("\r\n", "\n").split("\n", -1))
        .map(each -> each.replaceFirst("(?s).*\r", "").replaceAll("\u001b\\[[0-9;]*[A-Za-z]", ""))
        .toList();
  }

  private static Process script(String command) throws IOException {
    return new ProcessBuilder("script", "-qec", command, "/dev/null")
        .redirectInput(Path.of("/dev/null").toFile())
        .redirectErrorStream(true)
        .start();
  }
}
