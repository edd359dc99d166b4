package dev.weft;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that the examples run as the README says, and that the README shows their real code and
 * output.
 */
class ExamplesTest {
  private static final Path EXAMPLES = Path.of("..", "examples");
  private static final Path README = Path.of("..", "README.md");

  @TempDir private Path scratch;

  @Test
  void shouldRunEveryExample() throws Exception {
    List<Path> examples = examples();
    assertFalse(examples.isEmpty(), () -> "no examples in " + EXAMPLES);
    for (Path example : examples) {
      assertFalse(run(example).isBlank(), () -> example + " prints nothing");
    }
  }

  @Test
  void shouldShowTheFirstExampleInTheReadme() throws IOException {
    assertEquals(Files.readString(EXAMPLES.resolve("Hello.java")), block("```java\n"));
  }

  @Test
  void shouldShowItsOutputInTheReadme() throws Exception {
    assertEquals(run(EXAMPLES.resolve("Hello.java")), block("```output\n"));
  }

  @Test
  void shouldEchoBetweenTwoProcesses() throws Exception {
    List<String> printed = runBothSides(EXAMPLES.resolve("TaggedEcho.java"));
    assertEquals("The server has sent 1000 messages back.", printed.getFirst());
    assertEquals("1000 of 1000 messages came back whole.", printed.getLast());
  }

  @Test
  void shouldReadTheStoreOfAnotherProcess() throws Exception {
    List<String> printed = runBothSides(EXAMPLES.resolve("KeyValueStore.java"));
    assertEquals("The server has heard of no get.", printed.getFirst());
    assertTrue(printed.getLast().startsWith("5000 of 5000 values were whole"), printed::toString);
  }

  @Test
  void shouldConnectQueuePairsOfTwoProcesses() throws Exception {
    Path example = EXAMPLES.resolve("ReliablePingPong.java");
    Path printed = scratch.resolve("server.txt");
    Process server = start(example, printed, "--device", "shm0", "server");
    String port = awaitLine(printed, "Listening on port ", server);
    String client = run(example, "--device", "shm0", "--port", port, "client");
    assertTrue(client.endsWith("1000 of 1000 messages came back.\n"), client);
    assertTrue(ended(server, printed).endsWith("The caller says hello\n"));
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

  /** Runs a server and a client in a process each; returns their output. */
  private List<String> runBothSides(Path example) throws Exception {
    CompletableFuture<String> server =
        CompletableFuture.supplyAsync(() -> runUnchecked(example, "--provider", "shm", "server"));
    String client = run(example, "--provider", "shm", "client");
    return List.of(server.get(2, MINUTES).strip(), client.strip());
  }

  private String runUnchecked(Path example, String... arguments) {
    try {
      return run(example, arguments);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void shouldShowOnlyExcerptsOfExamplesInTheDocuments() throws IOException {
    StringBuilder all = new StringBuilder();
    for (Path example : examples()) {
      all.append(unindented(Files.readString(example)));
    }
    for (Path document : documents()) {
      for (String excerpt : blocks(Files.readString(document))) {
        assertTrue(
            all.indexOf(unindented(excerpt)) >= 0,
            () -> document + " shows what is in no example:\n" + excerpt);
      }
    }
  }

  private static List<Path> documents() throws IOException {
    try (Stream<Path> docs = Files.list(Path.of("..", "docs"))) {
      return Stream.concat(Stream.of(README), docs).toList();
    }
  }

  private static List<String> blocks(String text) {
    return Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
        .matcher(text)
        .results()
        .map(block -> block.group(1))
        .toList();
  }

  private static String unindented(String text) {
    return text.replaceAll("(?m)^ +", "");
  }

  private static List<Path> examples() throws IOException {
    try (Stream<Path> files = Files.list(EXAMPLES)) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
  }

  /** The text behind this line in the README, up to the end of the block. */
  private static String block(String opening) throws IOException {
    String text = Files.readString(README);
    int start = text.indexOf(opening) + opening.length();
    assertTrue(start >= opening.length(), () -> "no block " + opening + " in " + README);
    return text.substring(start, text.indexOf("```", start));
  }

  /** Runs a source file in a JVM of its own, which must succeed; returns its output. */
  private String run(Path example, String... arguments) throws IOException, InterruptedException {
    Path output = Files.createTempFile(scratch, "output", ".txt");
    return ended(start(example, output, arguments), output);
  }

  private static Process start(Path example, Path output, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--illegal-native-access=deny");
    command.add("--class-path=" + Path.of("target", "classes"));
    command.add(example.toString());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
  }

  private static String ended(Process process, Path output)
      throws IOException, InterruptedException {
    boolean ended = process.waitFor(2, MINUTES);
    process.destroyForcibly().waitFor();
    String printed = Files.readString(output);
    assertTrue(ended, () -> process.info() + " does not end; it printed " + printed);
    assertEquals(0, process.exitValue(), printed);
    return printed;
  }
}
