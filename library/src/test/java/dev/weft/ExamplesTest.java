package dev.weft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples run as the README says, and the README shows them and their output as they are. */
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
  void shouldShowOnlyExcerptsOfExamplesInTheReadme() throws IOException {
    StringBuilder all = new StringBuilder();
    for (Path example : examples()) {
      all.append(unindented(Files.readString(example)));
    }
    for (String excerpt : blocks(Files.readString(README))) {
      assertTrue(all.indexOf(unindented(excerpt)) >= 0, () -> "not in any example:\n" + excerpt);
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

  /** What follows this line in the README, up to the end of the block. */
  private static String block(String opening) throws IOException {
    String text = Files.readString(README);
    int start = text.indexOf(opening) + opening.length();
    assertTrue(start >= opening.length(), () -> "no block " + opening + " in " + README);
    return text.substring(start, text.indexOf("```", start));
  }

  /** Runs a source file in a JVM of its own; its output, once it has ended well. */
  private String run(Path example) throws IOException, InterruptedException {
    Path output = scratch.resolve("output");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--illegal-native-access=deny",
                "--class-path=" + Path.of("target", "classes"),
                example.toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean ended = process.waitFor(2, TimeUnit.MINUTES);
    process.destroyForcibly().waitFor();
    String printed = Files.readString(output);
    assertTrue(ended, () -> example + " does not end; it printed " + printed);
    assertEquals(0, process.exitValue(), printed);
    return printed;
  }
}
