package dev.weft.cli.top;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.cli.CommandRun;
import dev.weft.cli.Main;
import dev.weft.cli.process.WeftProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code weft top} with a second process, which passes messages. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class TopCommandTest {
  private static final int TERMINATED = 128 + 15;

  @TempDir private Path folder;
  private WeftProcess traffic;

  /** Starts the process; returns the addresses of its endpoints and the size of their queues. */
  private List<String> start(String provider) {
    traffic = WeftProcess.start(Traffic.class, List.of(), List.of(provider));
    return List.of(traffic.readLine().split(" ", -1));
  }

  @AfterEach
  void end() {
    if (traffic != null) {
      traffic.close();
    }
  }

  private CommandRun top(String... options) {
    return CommandRun.of("top " + traffic.pid() + " " + String.join(" ", options));
  }

  /** The line of a queue in the last table. */
  private static String line(CommandRun run, String address) {
    return run.output()
        .lines()
        .filter(line -> line.startsWith("fi_cq") && line.contains(" " + address + " "))
        .reduce((_, last) -> last)
        .orElseThrow(() -> new AssertionError(run.toString()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback", "shm"})
  void shouldShowQueuesLinksAndRates(String provider) {
    List<String> words = start(provider);
    String busy = words.get(0);
    String idle = words.get(1);
    String size = words.get(2);
    CommandRun run = top("--count 2");
    while (line(run, busy).matches(".* (0 /s|-)")) { // it got no processor
      run = top("--count 2");
    }
    assertEquals(0, run.status(), run.errors());
    String shown = run.output();
    shown.lines().forEach(line -> assertTrue(line.length() <= 79, line));
    assertEquals(2, shown.lines().filter(line -> line.contains(" weft top ")).count(), shown);
    String busyLine = line(run, busy);
    assertTrue(busyLine.matches(".* \\d+ +" + size + " +\\d+ +0 +\\d+ +[\\d.]+ [kM]?/s"), shown);
    assertTrue(line(run, idle).matches(".* 5 +" + size + " +0 +0 +0 +0 /s"), shown);
    assertTrue(shown.contains("out MB/s"), shown);
  }

  private String recordings() {
    return DiagnosticCommand.run(traffic.pid(), "JFR.check");
  }

  private void assertNothingRecords() {
    assertFalse(recordings().contains("weft-top"), recordings());
  }

  @Test
  void shouldRecord() throws IOException {
    start("loopback");
    Path file = folder.resolve("a file.jfr");
    CommandRun run =
        CommandRun.of("top", "" + traffic.pid(), "--count", "1", "--record", file.toString());
    assertEquals(0, run.status(), run.errors());
    Set<String> names =
        RecordingFile.readAllEvents(file).stream()
            .map(event -> event.getEventType().getName())
            .filter(name -> name.startsWith("dev.weft."))
            .collect(Collectors.toSet());
    assertEquals(Set.of(StatisticsRecording.QUEUES, StatisticsRecording.LINKS), names);
    assertNothingRecords();
  }

  @Test
  void shouldEndWithTheProcess() throws InterruptedException {
    start("loopback");
    Thread ending = Thread.ofPlatform().start(this::endWhenRecorded);
    CommandRun run = top("");
    ending.join();
    assertEquals(0, run.status(), run.errors());
    assertTrue(run.output().endsWith("Process " + traffic.pid() + " has ended.\n"), run.output());
  }

  private void endWhenRecorded() {
    while (!recordings().contains("weft-top")) {
      Thread.yield();
    }
    traffic.close();
  }

  @Test
  void shouldStopTheRecordingWhenItIsTerminated() throws Exception {
    start("loopback");
    try (WeftProcess top =
        WeftProcess.start(Main.class, List.of(), List.of("top", "" + traffic.pid()))) {
      assertTrue(top.readLine().contains(" weft top " + traffic.pid()));
      send("TERM", top.pid());
      assertEquals(TERMINATED, top.status());
    }
    assertNothingRecords();
  }

  @Test
  void shouldListProcessesThatUseWeft() {
    start("loopback");
    try (WeftProcess other = WeftProcess.start(NoQueues.class, List.of(), List.of())) {
      assertEquals("started", other.readLine());
      CommandRun run = CommandRun.of("top");
      while (!run.output().contains(traffic.pid() + " " + Traffic.class.getName())) { // no answer
        run = CommandRun.of("top");
      }
      assertEquals(0, run.status(), run.errors());
      assertFalse(run.output().contains(NoQueues.class.getName()), run.output());
    }
  }

  /** A stopped process is named, and nobody waits for it. */
  @Test
  void shouldListAProcessThatIsStopped() throws Exception {
    start("loopback");
    send("STOP", traffic.pid());
    try {
      CommandRun run = CommandRun.of("top");
      String line = "%7d does not answer: %s".formatted(traffic.pid(), Traffic.class.getName());
      assertTrue(run.output().contains(line), run.output());
      assertEquals(0, run.status(), run.errors());
      assertRefused(traffic.pid(), "does not answer: it is stopped.");
    } finally {
      send("CONT", traffic.pid());
    }
  }

  @Test
  void shouldSayThatTheRecordingOfAStoppedProcessMayStay() throws Exception {
    start("loopback");
    Path errors = folder.resolve("errors");
    Process top = startTop(errors);
    while (!recordings().contains("weft-top")) {
      Thread.yield();
    }
    send("STOP", traffic.pid());
    try {
      send("TERM", top.pid());
      assertEquals(TERMINATED, top.waitFor());
      String said = Files.readString(errors);
      assertTrue(said.contains("it is stopped. Its recording may stay"), said);
    } finally {
      send("CONT", traffic.pid());
    }
  }

  private Process startTop(Path errors) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String path =
        System.getProperty("jdk.module.path", "") + ":" + System.getProperty("java.class.path", "");
    return new ProcessBuilder(java, "-cp", path, Main.class.getName(), "top", "" + traffic.pid())
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(errors.toFile())
        .start();
  }

  private static void send(String signal, long pid) throws Exception {
    assertEquals(0, new ProcessBuilder("kill", "-s", signal, "" + pid).start().waitFor());
  }

  @Test
  void shouldRefuseAProcessWithoutQueues() {
    try (WeftProcess other = WeftProcess.start(NoQueues.class, List.of(), List.of())) {
      assertEquals("started", other.readLine());
      assertRefused(other.pid(), "has opened no queue of Weft.");
    }
  }

  @Test
  void shouldRefuseAProcessThatIsNotJava() throws IOException {
    Process other = new ProcessBuilder("sleep", "600").start();
    try {
      assertRefused(other.pid(), "is no Java process, or runs with -XX:-UsePerfData.");
    } finally {
      other.destroyForcibly();
    }
  }

  private static void assertRefused(long pid, String reason) {
    CommandRun run = CommandRun.of("top " + pid);
    assertEquals(2, run.status(), run.output());
    String errors = run.errors().replaceAll("\\s+", " ");
    assertTrue(errors.startsWith("weft: Process " + pid), errors);
    assertTrue(errors.contains(reason), errors);
  }

  /** Main class of a process that waits for the end of its input. */
  static final class NoQueues {
    private NoQueues() {}

    public static void main(String[] arguments) throws IOException {
      System.out.println("started");
      while (System.in.read() >= 0) {}
    }
  }
}
