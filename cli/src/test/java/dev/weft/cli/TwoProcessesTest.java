package dev.weft.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.cli.process.WeftProcess;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command with a second process of its own. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class TwoProcessesTest {
  private static final String ADDRESS = "shm://shm/two-processes-" + ProcessHandle.current().pid();

  @Test
  void shouldMeasureWithASecondProcessAndEndIt() {
    assertEquals(0, execute("perf --fabric shm --json --size 8 --test ping-pong --duration 0.1"));
    assertFalse(ProcessHandle.current().children().anyMatch(ProcessHandle::isAlive));
  }

  @Test
  void shouldServeOneClientByHandAndEndWithItsStatus() {
    try (WeftProcess server =
        WeftProcess.start(Main.class, List.of(), List.of("perf", "--serve", ADDRESS, "--once"))) {
      assertTrue(server.readLine().contains(ADDRESS));
      assertEquals("Type: weft perf --fabric shm " + ADDRESS, server.readLine());
      assertEquals(0, execute("perf " + ADDRESS + " --json --size 8 --test stream --duration 0.1"));
      assertTrue(server.readLine().startsWith("Client shm://"));
      assertTrue(server.readLine().contains("all sound"));
      assertEquals(0, server.status());
    }
  }

  @Test
  void shouldNameTheFolderToTheClient(@TempDir Path parent) throws IOException {
    Path folder = Files.createDirectory(parent.resolve("a folder"));
    List<String> line =
        List.of("--shm-folder", folder.toString(), "perf", "--serve", "anna", "--once");
    try (WeftProcess server = WeftProcess.start(Main.class, List.of(), line)) {
      server.readLine();
      String expected = "Type: weft perf --fabric shm --shm-folder '" + folder + "' shm://shm/anna";
      assertEquals(expected, server.readLine());
    }
  }

  @Test
  void shouldEndAServerWithTheInputOfWhomItBelongsTo() {
    WeftProcess server =
        WeftProcess.start(
            Main.class, List.of(), List.of("perf", "--serve", ADDRESS, "--ends-with-input"));
    assertTrue(server.readLine().contains(ADDRESS));
    server.close();
    assertEquals(0, server.status());
  }

  private static int execute(String line) {
    PrintWriter nowhere = new PrintWriter(new StringWriter());
    String[] words = line.split(" ", -1);
    return Main.commandLine(words).setOut(nowhere).setErr(nowhere).execute(words);
  }
}
