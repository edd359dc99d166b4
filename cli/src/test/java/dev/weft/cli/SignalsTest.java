package dev.weft.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.weft.conformance.ClausePage;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever ends a command by a signal finds neither files nor processes of it afterwards. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class SignalsTest {
  private static final List<String> SIGNALS = List.of("", "HUP", "INT");

  @TempDir private Path base;
  @TempDir private Path work;
  @TempDir private Path temporary;

  @ParameterizedTest
  @CsvSource({
    "INT,  0,  perf --fabric shm --size 8",
    "TERM, 1,  perf --fabric shm --size 8 --duration 5",
    "HUP,  12, perf --fabric shm --size 8 --duration 5",
    "INT,  12, verbs perf --fabric shm0 --size 8 --duration 5",
    "TERM, 8,  soak --fabric shm --wakeups 0 --notifications 0 --kills 0",
    "HUP,  20, soak --fabric shm --messages 0 --wakeups 0 --notifications 0",
    "INT,  4,  soak --fabric shm --messages 0 --wakeups 0 --notifications 0 --kills 100",
    "INT,  60, soak --fabric shm --messages 0 --wakeups 0 --notifications 0 --kills 100",
    "TERM, 8,  conformance --fabric shm --clause CQ",
    "INT,  3,  perf --serve anna",
    "INT,  8,  conformance --fabric shm --clause CQ --report /dev/null",
  })
  void shouldLeaveNothingBehind(String signal, int files, String line) throws Exception {
    assumeFalse(isIgnored(signal), "this process ignores " + signal);
    Process command = start(line);
    awaitTrue(command, () -> hasStarted(command, files));
    List<ProcessHandle> family = command.descendants().toList();
    send(signal, command.toHandle());
    assertEquals(128 + number(signal), command.waitFor(), () -> output());
    assertEquals(List.of(), family.stream().filter(ProcessHandle::isAlive).toList());
    assertEquals(List.of(), remains());
    assertArrayEquals(new String[0], temporary.toFile().list());
    assertTrue(!output().contains("weft: "), output());
  }

  @Test
  void shouldSayHowFarASoakWas() throws Exception {
    Process command = start("soak --fabric shm --messages 0 --wakeups 0 --notifications 0");
    awaitTrue(command, () -> hasStarted(command, 20));
    send("TERM", command.toHandle());
    command.waitFor();
    String end = output().lines().toList().getLast();
    assertTrue(end.matches("  ended early after at least [\\d,]+ kills, without .*"), output());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " --report /dev/null", ",loopback --report /dev/null"})
  void shouldSayHowFarAConformanceRunWas(String rest) throws Exception {
    Process command = start("conformance --clause CQ --fabric shm" + rest);
    awaitTrue(command, () -> hasStarted(command, 8));
    send("TERM", command.toHandle());
    command.waitFor();
    String end = output().lines().toList().getLast();
    assertTrue(end.matches("ended early after \\d+ of \\d+ checks, 0 failed"), output());
  }

  /** The reader of the file makes the writer wait, so that the signal comes amid the writing. */
  @Test
  void shouldWriteAFileToItsEnd() throws Exception {
    Path pipe = work.resolve("pipe");
    assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
    Process command = start("conformance --clauses " + pipe);
    try (InputStream file = Files.newInputStream(pipe)) {
      int first = file.read();
      send("TERM", command.toHandle());
      assertFalse(command.waitFor(500, TimeUnit.MILLISECONDS), "it does not wait for the reader");
      String rest = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(ClausePage.markdown(), (char) first + rest);
    }
    assertEquals(128 + number("TERM"), command.waitFor(), () -> output());
  }

  /** Ctrl-C at a terminal goes to each process of the group. */
  @ParameterizedTest
  @ValueSource(ints = {4, 60})
  void shouldLeaveNothingBehindWhenTheGroupIsInterrupted(int files) throws Exception {
    assumeFalse(isIgnored("INT"), "this process ignores INT");
    Process command =
        start("soak --fabric shm --messages 0 --wakeups 0 --notifications 0 --kills 100");
    awaitTrue(command, () -> hasStarted(command, files));
    List<ProcessHandle> family = command.descendants().toList();
    send("INT", Stream.concat(Stream.of(command.toHandle()), family.stream()).toList());
    assertEquals(128 + number("INT"), command.waitFor(), () -> output());
    assertEquals(List.of(), family.stream().filter(ProcessHandle::isAlive).toList());
    assertEquals(List.of(), remains());
    assertArrayEquals(new String[0], temporary.toFile().list());
  }

  /** A process that dumps its classes goes on while it ends, and may open its first port then. */
  @ParameterizedTest
  @ValueSource(ints = {100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200})
  void shouldLeaveNothingBehindWhenARehearsalEndsEarly(int millis) throws Exception {
    Process prepared =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xlog:disable",
                "-XX:ArchiveClassesAtExit=" + work.resolve("classes.jsa"),
                "-Ddev.weft.shm.folder=" + base,
                "-cp",
                classPath(),
                "dev.weft.cli.soak.kill.KilledPeer",
                "prepare")
            .redirectErrorStream(true)
            .redirectOutput(work.resolve("output").toFile())
            .start();
    prepared.waitFor(millis, TimeUnit.MILLISECONDS);
    prepared.destroy();
    prepared.waitFor();
    assertEquals(List.of(), remains());
  }

  /** Its input ends, and nobody waits for it. */
  @Test
  void shouldLeaveNothingBehindWhenTheParentIsKilled() throws Exception {
    Process command = start("perf --fabric shm --size 8 --duration 5");
    awaitTrue(command, () -> hasStarted(command, 12));
    List<ProcessHandle> family = command.descendants().toList();
    command.destroyForcibly().waitFor();
    for (ProcessHandle child : family) {
      child.onExit().join();
    }
    assertEquals(List.of(), remains());
  }

  private boolean hasStarted(Process command, int files) {
    return files == 0 ? command.children().findAny().isPresent() : remains().size() >= files;
  }

  private static void awaitTrue(Process command, BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      assertTrue(command.isAlive(), "it ended before");
      LockSupport.parkNanos(1_000_000);
    }
  }

  private Process start(String line) throws IOException {
    List<String> all = new ArrayList<>();
    all.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    all.add("-Djava.io.tmpdir=" + temporary);
    all.addAll(List.of("-cp", classPath(), Main.class.getName(), "--shm-folder", base.toString()));
    all.addAll(List.of(line.split(" ", -1)));
    return new ProcessBuilder(all)
        .redirectErrorStream(true)
        .redirectOutput(work.resolve("output").toFile())
        .start();
  }

  static String classPath() {
    return Stream.of("jdk.module.path", "java.class.path")
        .map(name -> System.getProperty(name, ""))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private String output() {
    try {
      return Files.readString(work.resolve("output"));
    } catch (IOException e) {
      return e.toString();
    }
  }

  private List<Path> remains() {
    try (Stream<Path> files = Files.walk(base)) {
      return files.filter(file -> !file.equals(base)).toList();
    } catch (IOException | UncheckedIOException changesJustNow) {
      return List.of();
    }
  }

  private static void send(String signal, ProcessHandle to) throws Exception {
    assertEquals(0, new ProcessBuilder("kill", "-s", signal, "" + to.pid()).start().waitFor());
  }

  /** Some may have ended meanwhile. */
  private static void send(String signal, List<ProcessHandle> to) throws Exception {
    List<String> line = new ArrayList<>(List.of("kill", "-s", signal));
    to.forEach(each -> line.add("" + each.pid()));
    new ProcessBuilder(line).redirectErrorStream(true).start().waitFor();
  }

  private static int number(String signal) {
    return signal.equals("TERM") ? 15 : SIGNALS.indexOf(signal);
  }

  /** A signal that is ignored here, as where a shell starts this in the background, is so there. */
  private static boolean isIgnored(String signal) throws IOException {
    String ignored =
        Files.readAllLines(Path.of("/proc/self/status")).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .map(line -> line.split("\\s+", -1)[1])
            .findFirst()
            .orElseThrow();
    return (Long.parseUnsignedLong(ignored, 16) >>> (number(signal) - 1) & 1) != 0;
  }
}
