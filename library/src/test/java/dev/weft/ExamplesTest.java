package dev.weft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that the examples run as their comments say, and that the documents show their real code
 * and output.
 */
class ExamplesTest {
  private static final Path README = Path.of("..", "README.md");

  @TempDir private static Path scratch;
  private static ExampleRuns runs;

  @BeforeAll
  static void compileExamples() throws IOException {
    runs = new ExampleRuns(scratch);
  }

  @Test
  void shouldRunEveryExample() throws Exception {
    List<String> examples = ExampleRuns.names();
    assertFalse(examples.isEmpty(), "no examples");
    for (String example : examples) {
      assertFalse(runs.output(example).isBlank(), () -> example + " prints nothing");
    }
  }

  @Test
  void shouldShowTheFirstExampleInTheReadme() throws IOException {
    String source = Files.readString(ExampleRuns.source("Hello"));
    assertEquals(source, blocks("java", README).getFirst());
  }

  @Test
  void shouldShowItsOutputInTheReadme() throws Exception {
    assertEquals(runs.outputOfSource("Hello"), blocks("output", README).getFirst());
  }

  @Test
  void shouldEchoBetweenTwoProcesses() throws Exception {
    List<String> printed = runs.runBothSides("TaggedEcho", "server");
    assertEquals("The server has sent 1000 messages back.", printed.getFirst());
    assertEquals("1000 of 1000 messages came back whole.", printed.getLast());
  }

  @Test
  void shouldReadTheStoreOfAnotherProcess() throws Exception {
    List<String> printed = runs.runBothSides("KeyValueStore", "server");
    assertEquals("The server has heard of no get.", printed.getFirst());
    assertTrue(printed.getLast().startsWith("5000 of 5000 values were whole"), printed::toString);
  }

  @Test
  void shouldConnectEndpointsOfTwoProcesses() throws Exception {
    List<String> printed = runs.runBothSides("Connected", "server");
    assertTrue(printed.getFirst().endsWith("The client has left after 3 messages."));
    assertTrue(printed.getLast().endsWith("The client has had 3 answers."));
  }

  @Test
  void shouldReportTheDeathOfAConnectedPeer() throws Exception {
    String client = runs.runBothSides("Connected", "dying-server").getLast();
    assertTrue(client.contains("The receive ended: ") && client.endsWith("FI_SHUTDOWN"), client);
  }

  @Test
  void shouldGoOnWhenTheServerIsKilled() throws Exception {
    String example = "LostServer";
    Path printed = Files.createFile(scratch.resolve("client.txt"));
    Process client = runs.start(example, printed, "--provider", "shm", "client");
    Path scrap = scratch.resolve("servers.txt");
    Process first = runs.start(example, scrap, "--provider", "shm", "server");
    awaitLine(printed, "The server answers.", client);
    first.destroyForcibly().waitFor();
    awaitLine(printed, "The server is gone: ", client);
    Process second = runs.start(example, scrap, "--provider", "shm", "server");
    String last = "The last of 2 servers has answered 1000 requests.\n";
    assertTrue(ExampleRuns.ended(client, printed).endsWith(last));
    assertEquals("", ExampleRuns.ended(second, scrap));
  }

  @Test
  void shouldAccessMemoryOfAnEndpointOverShm() throws Exception {
    for (String example : List.of("OneSided", "WriteThenNotify")) {
      assertEquals(runs.output(example), runs.run(example, "--provider", "shm"));
    }
  }

  @Test
  void shouldConnectQueuePairsOfTwoProcesses() throws Exception {
    String example = "ReliablePingPong";
    Path printed = scratch.resolve("server.txt");
    Process server = runs.start(example, printed, "--device", "shm0", "server");
    String port = awaitLine(printed, "Listening on port ", server);
    String client = runs.run(example, "--device", "shm0", "--port", port, "client");
    assertTrue(client.endsWith("1000 of 1000 messages came back.\n"), client);
    assertTrue(ExampleRuns.ended(server, printed).endsWith("The caller says hello\n"));
  }

  /** Waits for the line with this beginning in the output; returns its rest. */
  private static String awaitLine(Path printed, String beginning, Process process)
      throws IOException, InterruptedException {
    while (true) {
      boolean alive = process.isAlive();
      String text = Files.readString(printed);
      int start = text.indexOf(beginning) + beginning.length();
      int end = text.indexOf('\n', start);
      if (start >= beginning.length() && end >= 0) {
        return text.substring(start, end);
      }
      assertTrue(alive, () -> "it has ended, having printed " + text);
      Thread.sleep(10);
    }
  }

  @Test
  void shouldShowOnlyExcerptsOfExamplesInTheDocuments() throws IOException {
    StringBuilder all = new StringBuilder();
    for (String example : ExampleRuns.names()) {
      all.append(unindented(Files.readString(ExampleRuns.source(example))));
    }
    Set<String> unknown = new TreeSet<>();
    for (Path document : documents()) {
      blocks("java", document).stream()
          .filter(excerpt -> all.indexOf(unindented(excerpt)) < 0)
          .forEach(excerpt -> unknown.add(document + ":\n" + excerpt));
    }
    assertEquals(Set.of(), unknown, "blocks of code that are in no example");
  }

  @Test
  void shouldShowOnlyOutputOfExamplesInTheDocuments() throws Exception {
    List<String> outputs = new ArrayList<>(runs.runBothSides("Connected", "dying-server"));
    for (String example : ExampleRuns.names()) {
      outputs.add(runs.output(example));
    }
    String all = String.join("\n", outputs);
    Set<String> unknown = new TreeSet<>();
    for (Path document : documents()) {
      blocks("output", document).stream()
          .filter(excerpt -> !withGaps(excerpt).matcher(all).find())
          .forEach(excerpt -> unknown.add(document + ":\n" + excerpt));
    }
    assertEquals(Set.of(), unknown, () -> "blocks that no example prints; they print\n" + all);
  }

  /** Whole lines, where {@code ...} stands for any text without a line break. */
  private static Pattern withGaps(String excerpt) {
    String lines =
        Stream.of(excerpt.strip().split("\\.\\.\\.", -1))
            .map(Pattern::quote)
            .collect(Collectors.joining(".*"));
    return Pattern.compile("^" + lines + "$", Pattern.MULTILINE);
  }

  private static List<Path> documents() throws IOException {
    try (Stream<Path> docs = Files.walk(Path.of("..", "docs"))) {
      List<Path> pages = docs.filter(file -> file.toString().endsWith(".md")).toList();
      return Stream.concat(Stream.of(README), pages.stream()).toList();
    }
  }

  /** The text of each block of this language in a document. */
  private static List<String> blocks(String language, Path document) throws IOException {
    return Pattern.compile(
            "^ *```" + language + "\n(.*?)^ *```", Pattern.DOTALL | Pattern.MULTILINE)
        .matcher(Files.readString(document))
        .results()
        .map(block -> block.group(1))
        .toList();
  }

  private static String unindented(String text) {
    return text.replaceAll("(?m)^ +", "");
  }
}
