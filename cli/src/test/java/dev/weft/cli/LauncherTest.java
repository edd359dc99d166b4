package dev.weft.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.futures.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The script {@code weft} of the checkout, which compiles beside the build that runs this test and
 * starts the command on a module path. All other tests run on the path of that build.
 */
@Timeout(value = 3600, unit = TimeUnit.SECONDS)
class LauncherTest {
  private static final Path SCRIPT = Path.of("..", "weft").toAbsolutePath().normalize();

  @TempDir private Path work;

  /** The first call builds, and says so on standard error only. */
  @BeforeAll
  static void shouldBuildAndNameItsVersion(@TempDir Path first) throws Exception {
    Result built = run(first, SCRIPT, "--version");
    assertEquals(0, built.status, built.error);
    assertTrue(built.output.startsWith("weft "), built::toString);
    assertEquals(1, built.output.lines().count(), built::toString);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | perf --fabric shm --json --size 8 --test ping-pong --duration 0.1 | \"ping-pong\"",
        "0 | verbs perf --fabric shm0 --json --size 8 --test write --duration 0.1 | \"write\"",
        "0 | perf --fabric loopback --json --size 8 --test stream --duration 0.1 | \"stream\"",
        "0 | conformance --fabric shm --clause CQ-014 | CQ-014",
        "0 | info | shm",
        "0 | man | .SH",
      })
  void shouldDoWhatIsAskedAndLeaveNothing(int status, String line, String expected)
      throws Exception {
    Result result = run(work, SCRIPT, line.split(" ", -1));
    assertEquals(status, result.status, result::toString);
    assertTrue(result.output.contains(expected), result::toString);
    assertFalse(result.error.contains("WARNING"), result::toString);
    assertEquals(List.of(), files(work.resolve("shm")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2 | perf --size 8,x | size=x",
        "2 | perf nobody-here --size 8 --fabric shm | No server at",
        "2 | conformance --clause CQ-999 | clause=CQ-999",
        "2 | conformance --clause= | clause= is empty",
        "1 | conformance --clauses /dev/full | /dev/full cannot be used: No space left",
      })
  void shouldPassOnTheStatusOfAFailure(int status, String line, String expected) throws Exception {
    Result result = run(work, SCRIPT, line.split(" ", -1));
    assertEquals(status, result.status, result::toString);
    assertTrue(result.error.contains(expected), result::toString);
    assertEquals("", result.output);
  }

  /** What measures is compiled as well as it can be, what only prints is not. */
  @ParameterizedTest
  @CsvSource({"info,1", "verbs info,1", "--help,1", "perf --size 8x,4", "verbs perf --size 8x,4"})
  void shouldOptimiseOnlyWhatRunsLong(String line, int level) throws Exception {
    String flags = "-XX:+PrintFlagsFinal";
    Result result = run(work, SCRIPT, Map.of("JDK_JAVA_OPTIONS", flags), line.split(" ", -1));
    assertTrue(
        result.output.matches("(?s).* TieredStopAtLevel += " + level + " .*"), result::toString);
  }

  /** Only one collector may be named. */
  @ParameterizedTest
  @CsvSource({
    "JAVA_TOOL_OPTIONS, -XX:+UseG1GC",
    "JDK_JAVA_OPTIONS, -XX:+UseParallelGC",
    "_JAVA_OPTIONS, -XX:+UseZGC",
    "JAVA_TOOL_OPTIONS, -XX:+UseSerialGC",
  })
  void shouldLeaveTheChoiceOfACollector(String variable, String option) throws Exception {
    Result result = run(work, SCRIPT, Map.of(variable, option), "--version");
    assertEquals(0, result.status, result::toString);
    assertTrue(result.output.startsWith("weft "), result::toString);
  }

  /** Classes come from the cache, and only those handles are linked that are called. */
  @Test
  void shouldStartFromTheCache() throws Exception {
    Path log = work.resolve("classes");
    String option = "-Xlog:class+load:file=" + log;
    Result result = run(work, SCRIPT, Map.of("JDK_JAVA_OPTIONS", option), "info");
    assertEquals(0, result.status, result::toString);
    List<String> loaded = Files.readAllLines(log);
    long cached = loaded.stream().filter(line -> line.contains("shared objects file")).count();
    long stubs = loaded.stream().filter(line -> line.contains("abi.DowncallStub/")).count();
    assertTrue(cached > loaded.size() / 2, () -> cached + " of " + loaded.size());
    assertTrue(stubs < 8, () -> stubs + " shapes of C functions were linked");
    assertEquals(List.of(), loaded.stream().filter(LauncherTest::isSlow).toList());
  }

  /** A class of the command line that was read from its jar. */
  private static boolean isSlow(String line) {
    return line.contains(" picocli.") && line.contains("source: file");
  }

  /** The cache gives every command the classes of queues. */
  @Test
  void shouldNotListACommandThatWatches(@TempDir Path elsewhere) throws Exception {
    try (Node _ = Node.open("loopback")) {
      String pid = Long.toString(ProcessHandle.current().pid());
      Process watching = start(elsewhere, SCRIPT, Map.of(), "top", pid);
      try {
        while (Files.size(elsewhere.resolve("output")) == 0) {
          assertTrue(watching.isAlive());
          LockSupport.parkNanos(1_000_000);
        }
        Result listed = run(work, SCRIPT, "top");
        assertTrue(listed.output.contains(pid + " "), listed::toString);
        assertFalse(listed.output.contains(watching.pid() + " "), listed::toString);
      } finally {
        watching.destroy();
        watching.waitFor();
      }
    }
  }

  @Test
  void shouldPassOnArgumentsAsTheyAreThroughALink() throws Exception {
    Path link = Files.createSymbolicLink(work.resolve("weft"), SCRIPT);
    Result result = run(work, link, "no  such *");
    assertEquals(2, result.status, result::toString);
    assertTrue(result.error.contains("There is no command no  such *;"), result::toString);
  }

  @Test
  void shouldFindJdksWithoutJavaInThePath() throws Exception {
    Path home = Files.createDirectories(work.resolve("home"));
    Files.createDirectory(home.resolve(".jdks"));
    Path jdk = Path.of(System.getProperty("java.home"));
    Files.createSymbolicLink(home.resolve(".jdks/mine"), jdk);
    Path functions = SCRIPT.resolveSibling("config/launcher.sh");
    Map<String, String> environment =
        Map.of("PATH", "/none", "HOME", home.toString(), "JAVA_HOME", "");
    Result found =
        run(work, Path.of("/bin/sh"), environment, "-euc", ". " + functions + "; find_jdk");
    assertEquals(0, found.status, found::toString);
    assertTrue(Files.exists(Path.of(found.output.strip(), "bin", "javac")), found::toString);
  }

  /** A JDK whose command prints its arguments. */
  private String startedWith(String arguments) throws Exception {
    Path command = Files.createDirectories(work.resolve("printing/bin")).resolve("java");
    Files.writeString(command, "#!/bin/sh\necho \"$@\"\n");
    assertTrue(command.toFile().setExecutable(true));
    Path functions = SCRIPT.resolveSibling("config/launcher.sh");
    String source = ". " + functions + "; on_class_path /none; ";
    String call = source + "run " + work.resolve("printing") + " /none " + arguments;
    Result result = run(work, Path.of("/bin/sh"), "-euc", call);
    assertEquals(0, result.status, result::toString);
    return result.output;
  }

  @Test
  void shouldLetCallsOfLibfabricEndWithoutAFence() throws Exception {
    String option = "-XX:+UseSystemMemoryBarrier";
    assertTrue(startedWith("perf --fabric ofi:tcp").contains(option));
    assertTrue(startedWith("perf --fabric=ofi:shm").contains(option));
    assertTrue(startedWith("conformance --fabric shm,ofi:udp").contains(option));
    assertFalse(startedWith("perf --fabric shm").contains(option));
  }

  /** The POSIX locale has no umlauts. */
  @Test
  void shouldTakeAnyFileNameInAnyLocale() throws Exception {
    String call = "exec " + SCRIPT + " perf --payload $(printf '/none/\\303\\274.bin')";
    Result result = run(work, Path.of("/bin/sh"), Map.of("LC_ALL", "C"), "-c", call);
    assertEquals(2, result.status, result::toString);
    assertTrue(result.error.contains("payload=/none/\u00fc.bin"), result::toString);
  }

  // ---- running it ------------------------------------------------------------------------------

  private record Result(int status, String output, String error) {}

  private static Result run(Path work, Path script, String... arguments) throws Exception {
    return run(work, script, Map.of(), arguments);
  }

  private static Result run(
      Path work, Path script, Map<String, String> environment, String... arguments)
      throws Exception {
    int status = start(work, script, environment, arguments).waitFor();
    return new Result(
        status, Files.readString(work.resolve("output")), Files.readString(work.resolve("error")));
  }

  private static Process start(
      Path work, Path script, Map<String, String> environment, String... arguments)
      throws IOException {
    Path shm = Files.createDirectories(work.resolve("shm"));
    List<String> line = new ArrayList<>(List.of(script.toString()));
    line.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(line).directory(work.toFile());
    builder.environment().put("WEFT_SHM_FOLDER", shm.toString());
    builder.environment().putAll(environment);
    Process process =
        builder
            .redirectOutput(work.resolve("output").toFile())
            .redirectError(work.resolve("error").toFile())
            .start();
    process.getOutputStream().close();
    return process;
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }
}
