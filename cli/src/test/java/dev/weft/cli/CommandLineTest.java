package dev.weft.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.cli.process.ShmFolder;
import dev.weft.conformance.ClausePage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTest {
  /** What {@link #execute} has executed last. */
  private CommandRun run;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "perf --size 8,x | size=x",
        "perf --size 1g | size=1g, allowed are 0 B to 64 MiB",
        "perf --wait never | wait=never, allowed are spin, yield, park, virtual",
        "perf --test zap | test=zap, allowed are ping-pong",
        "perf --test file | need each other",
        "perf --duration 0 | duration=0, allowed are more than 0",
        "perf --duration 2h | duration=2h is not a time such as 1, 0.5, 2s or 500ms",
        "perf --duration 3601s | duration=3601s, allowed are more than 0 to 3600 seconds",
        "perf --json out.json | --json takes no file; write --json > out.json",
        "perf --json results/out --size 8 | --json takes no file",
        "perf --plot /nosuch/a.svg | plot=/nosuch/a.svg is in no folder that exists",
        "perf --payload / | payload=/ is a folder",
        "perf --payload /dev/zero | payload=/dev/zero is no regular file",
        "perf --provider nosuch | fabric=nosuch, allowed are loopback, shm, ofi:NAME, loopback0",
        "perf --fabric shm --provider shm | --fabric is given twice, allowed is once.",
        "perf --fabric lopback | did you mean loopback?",
        "perf shm:// | shm:// is no address of fabric shm",
        "verbs perf --fabric shm | fabric=shm, allowed are loopback0, shm0",
        "verbs info --fabric mlx5_0 | device=mlx5_0, allowed are loopback0, shm0",
        "info --max-message 8E | max-message=8E, allowed are less than 8 EiB",
        "perf --fabrik shm | Unknown option: '--fabrik'; did you mean --fabric?",
        "perf --threading fast | threading=fast, allowed are safe, domain",
        "perf --memory heap | memory=heap, allowed are shared, ordinary",
        "perf --plot a.jpg | plot=a.jpg, allowed are names that end in .svg or .png",
        "perf --fabric nosuch | fabric=nosuch, allowed are loopback, shm, ofi:NAME, loopback0,"
            + " shm0.",
        "perf --fabric shm,shm0 --serve | a server has one",
        "perf --fabric ofi:tcp --serve a b | either serves or is a client",
        "perf --one-process anna | --one-process has no server",
        "perf --once | --once needs --serve.",
        "perf --serve a --size 8 | --size is the client's, not to be had with --serve",
        "perf --serve a b | either serves or is a client",
        "perf a --fabric loopback | fabric=loopback, allowed between two processes are shm, shm0",
        "perf a --test one-thread | needs both ends in one process",
        "perf nobody-here --size 8 --fabric shm | No server at shm://shm/nobody-here",
        "info --caps fly | caps=fly, allowed are msg, rma",
        "info --endpoint xyz | endpoint=xyz, allowed are msg, dgram, rdm.",
        "info --threading xyz | threading=xyz, allowed are safe, fid, domain, completion,",
        "info --progress unspec | progress=unspec, allowed are auto, manual, control_unified.",
        "info --fabric shm0 | fabric=shm0, allowed are loopback, shm, ofi:NAME; did you mean shm?",
        "conformance --clause CQ-999,ER | clause=CQ-999, allowed are CQ, ER",
        "conformance --provider nosuch | fabric=nosuch, allowed are loopback, shm, ofi:NAME.",
        "soak --provider nosuch | fabric=nosuch, allowed are loopback, shm, ofi:NAME.",
        "soak --messages -1 | messages=-1, allowed are 0 and more.",
        "soak --messages 1T | messages=1T is not a whole number",
        "soak --kills 1.5 | kills=1.5 is not a whole number",
        "top abc | PID=abc is not a whole number",
        "soak --kills -1 | kills=-1, allowed are 0 and more",
        "soak --notifications -1 | notifications=-1, allowed are 0 and more",
        "soak --wakeups -1 | wakeups=-1, allowed are 0 and more",
        "soak --messages 0 --wakeups 0 --notifications 0 --kills 0 | is no work, allowed is one",
        "soak --fabric loopback --messages 0 --wakeups 0 --notifications 0 | kills only with shm.",
        "conformance --clause CQ-014 --vocabulary verbs | clause=CQ-014, allowed with"
            + " vocabulary=verbs on loopback are VC,",
        "conformance --clause VC --fabric shm --vocabulary fabric | clause=VC, allowed with",
        "conformance --clause CQ-018 --threading domain | allowed for clause=CQ-018 is safe.",
        "conformance --report /nosuch/x.md | report=/nosuch/x.md is in no folder that exists.",
        "conformance --clauses /nosuch/x.md | clauses=/nosuch/x.md is in no folder that exists.",
        "conformance --clauses / | clauses=/ is a folder.",
        "verbs info -d | --device needs NAME.",
        "perf --fabric | --fabric needs LIST.",
        "perf --size --json | --size needs LIST.",
        "perf a b | b is one argument too many, allowed are one NAME and options.",
        "info extra | extra is one argument too many, allowed are options only.",
        "man x | x is one argument too many, allowed are options only.",
        "top -5 | PID=-5, allowed are 1 and more.",
        "bench | there are perf, info, conformance, soak, top, verbs, completion, man, help.",
        "help verbs bench | COMMAND=verbs bench, allowed are info, perf.",
        "top 99999999 | There is no process 99999999.",
        "top 4294967297 | There is no process 4294967297.",
        "top --count 2 | --count needs a PID.",
        "top --record a.jfr | --record needs a PID.",
        "top 1 --count 0 | count=0, allowed are 1 and more",
        "top 1 --interval 10ms | interval=10ms, allowed are 1 to 3600 seconds",
        "top 1 --interval soon | interval=soon is not a time such as",
        "top 1 --record /nosuch/a.jfr | record=/nosuch/a.jfr is in no folder that exists",
        "top 1 --record / | record=/ is",
        "top weft | PID=weft is not a whole number",
        "conformance --threading fast | threading=fast, allowed are safe, domain",
        "perf --payload /nosuch/file | /nosuch/file cannot be read (no such file)",
        "verbs info -d mlx5_0 | device=mlx5_0, allowed are loopback0, shm0",
        "perf --shm-folder= | shm-folder= is empty; name a folder.",
        "conformance --clauses a.md --report b.md | checks nothing; omit --report.",
        "conformance --clauses a.md --fabric shm | checks nothing; omit --fabric.",
        "conformance --clauses a.md --clause ER | checks nothing; omit --clause.",
        "conformance --clauses a.md --json | checks nothing; omit --json.",
        "soak --fabric loopback --kills 5 | kills=5 with fabric=loopback, allowed is 0;",
        "verbs info -l -v | -l prints names only, omit it or -v.",
        "perf --test fetch-add --size 64 | size=64, allowed for test=fetch-add is 8.",
        "perf --test fetch-add,compare-swap --size 8,64 | size=8,64, allowed for",
        "verbs frobnicate | There is no command frobnicate; there are info, perf.",
        "frobnicate | frobnicate",
      })
  void shouldExplainMisuseInOneSentenceAndExitWith2(String line, String expected) {
    assertEquals(2, execute(line.split(" ", -1)));
    String message = run.errors().replaceAll("\\s+", " ");
    assertTrue(message.contains(expected), message);
    assertFalse(message.contains("at dev.weft"), message);
    assertTrue(run.output().isEmpty(), run.output());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--help",
        "perf --help",
        "info --help",
        "conformance --help",
        "soak --help",
        "verbs --help",
        "verbs info --help",
        "verbs perf --help",
        "completion --help",
        "man --help",
        "top --help",
        "help --help",
        "help",
        "help perf",
        "help verbs perf",
        ""
      })
  void shouldShowHelpInside80Columns(String line) {
    String[] arguments = line.isEmpty() ? new String[0] : line.split(" ", -1);
    assertEquals(0, execute(arguments));
    List<String> lines = run.output().lines().toList();
    assertTrue(lines.size() > 5);
    lines.forEach(text -> assertTrue(text.length() <= 80, text));
  }

  @Test
  void shouldNameEveryCommandWithOneLineEach() {
    execute("--help");
    for (String command :
        List.of(
            "  perf  ",
            "  info  ",
            "  conformance  ",
            "  soak  ",
            "  top  ",
            "  verbs  ",
            "  completion  ",
            "  man  ",
            "  help  ")) {
      assertTrue(run.output().contains(command), command);
    }
  }

  @Test
  void shouldWriteThePageOfClauses(@TempDir Path folder) throws IOException {
    Path page = folder.resolve("clauses.md");
    assertEquals(0, execute("conformance", "--clauses", page.toString()), run.errors());
    assertEquals(ClausePage.markdown(), Files.readString(page));
  }

  /** Bash reads the script, and completes with it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "weft so | 1 | soak",
        "weft perf --durat | 2 | --duration",
        "weft verbs inf | 2 | info",
      })
  void shouldCompleteInBash(String line, int word, String expected, @TempDir Path folder)
      throws Exception {
    assertEquals(0, execute("completion"), run.errors());
    Path script = Files.writeString(folder.resolve("weft"), run.output());
    String program =
        ("compopt() { :; }; source %s; COMP_WORDS=(%s) COMP_CWORD=%d;"
                + " _complete_weft; echo ${COMPREPLY[*]}")
            .formatted(script, line, word);
    Process bash = new ProcessBuilder("bash", "-c", program).redirectErrorStream(true).start();
    String printed = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, bash.waitFor(), printed);
    assertEquals(expected, printed.strip());
  }

  @Test
  void shouldTellOfDevicesInTheWordsOfDevinfo() {
    assertEquals(0, execute("verbs", "info", "-v", "-d", "loopback0"));
    List<String> lines = run.output().lines().map(line -> line.replaceAll(" +", " ")).toList();
    assertEquals("hca_id: loopback0", lines.getFirst());
    for (String line :
        List.of(" max_cqe: 1048575", " state: PORT_ACTIVE (4)", " active_mtu: 4096 (5)")) {
      assertTrue(lines.contains(line), () -> line + " in " + lines);
    }
  }

  @Test
  void shouldListTheNamesOfDevices() {
    assertEquals(0, execute("verbs", "info", "-l"));
    assertEquals(List.of("loopback0", "shm0"), run.output().lines().toList());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "soak --fabric shm",
        "conformance --provider shm",
        "perf --serve anna",
        "perf anna",
        "perf --fabric shm0",
      })
  void shouldSayOnceThatAFolderCannotBeUsed(String line) {
    String before = System.getProperty(ShmFolder.PROPERTY);
    try {
      assertEquals(2, execute(("--shm-folder /nosuch " + line).split(" ", -1)));
    } finally {
      restore(before);
    }
    String message = run.errors().replaceAll("\\s+", " ");
    assertTrue(message.contains("folder=/nosuch is no folder"), message);
    assertTrue(message.contains("with --shm-folder or WEFT_SHM_FOLDER"), message);
    assertTrue(run.output().isEmpty(), run.output());
  }

  @ParameterizedTest
  @CsvSource({"1, info --fabric shm", "1, info -v --fabric shm --endpoint msg", "0, info"})
  void shouldFailIfAllThatMatchesNeedsAFolderThatCannotBeUsed(int status, String line) {
    String before = System.getProperty(ShmFolder.PROPERTY);
    try {
      assertEquals(status, execute(("--shm-folder /nosuch " + line).split(" ", -1)));
    } finally {
      restore(before);
    }
    assertTrue(run.output().contains("NOT usable"), run.output());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "conformance --clause CQ-014 --provider shm",
        "conformance --clause CQ-014 --fabric loopback",
        "info --provider shm --max-message 1T",
        "info --fabric shm",
        "verbs info --provider shm0",
        "verbs info -v",
        "perf --provider loopback --test ping-pong --size 8 --duration 50ms",
        "conformance --clause CQ-014"
      })
  void shouldDoWhatCanBeDone(String line) {
    assertEquals(0, execute(line.split(" ", -1)), run.errors());
  }

  /** The check opens an endpoint of the usual type, whatever the hints are. */
  @ParameterizedTest
  @ValueSource(strings = {"rdm", "dgram", "msg"})
  void shouldSayThatSharedMemoryCanBeUsed(String type) {
    assertEquals(0, execute("info", "--fabric", "shm", "--endpoint", type), run.errors());
    String output = run.output().replaceAll("\\s+", " ");
    assertTrue(output.contains(", usable shm copies"), output);
  }

  /** Its lines go to standard output themselves. */
  @Test
  void shouldPrintNoTotalsBesideLinesOfJson(@TempDir Path folder) {
    String report = folder.resolve("report.md").toString();
    assertEquals(
        0,
        execute("conformance", "--clause", "CQ-001", "--json", "--report", report),
        run.errors());
    assertEquals("", run.output());
  }

  @Test
  void shouldCheckADevice() {
    String line = "conformance --fabric loopback0 --vocabulary verbs --clause VC-01";
    assertEquals(0, execute(line.split(" ", -1)), run.errors());
    assertTrue(run.output().contains("weft conformance: provider loopback0"), run.output());
  }

  /** A device has no fabric attributes to take a version from. */
  @Test
  void shouldReportOnDevicesToo(@TempDir Path folder) throws IOException {
    Path report = folder.resolve("report.md");
    String checks = "conformance --fabric loopback0 --vocabulary verbs --clause VC-01 --report ";
    assertEquals(0, execute((checks + report).split(" ", -1)), run.errors());
    String text = Files.readString(report);
    assertTrue(text.startsWith("# Conformance of verbs devices"), text);
    assertTrue(text.contains("cores; loopback0.") || text.contains("core; loopback0."), text);
    assertTrue(text.contains("| VC-01 | pass |"), text);
  }

  private static void restore(String folder) {
    if (folder == null) {
      System.clearProperty(ShmFolder.PROPERTY);
    } else {
      System.setProperty(ShmFolder.PROPERTY, folder);
    }
  }

  private int execute(String... arguments) {
    run = CommandRun.of(arguments);
    return run.status();
  }
}
