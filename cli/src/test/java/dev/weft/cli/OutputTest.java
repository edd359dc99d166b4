package dev.weft.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command with a standard output that does not take all of it. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class OutputTest {
  private static final int READER_GONE = 141;

  @TempDir private Path base;
  @TempDir private Path work;

  @Test
  void shouldEndQuietlyWhereTheReaderHasGone() throws Exception {
    Process command =
        shell("weft perf --fabric shm --size 8 --duration 50ms | head -1; exit ${PIPESTATUS[0]}");
    assertEquals(READER_GONE, command.waitFor());
    assertEquals("", Files.readString(errors()));
    try (Stream<Path> files = Files.list(base)) {
      assertEquals(List.of(), files.toList());
    }
  }

  /** It reports an early end when it shuts down, but not to a reader that has gone. */
  @Test
  void shouldEndALongRunWhereTheReaderHasGone() throws Exception {
    String run = "weft soak --fabric loopback --messages 1000 --wakeups 0 --notifications 0";
    assertEquals(READER_GONE, shell(run + " | head -1; exit ${PIPESTATUS[0]}").waitFor());
    assertEquals("", Files.readString(errors()));
  }

  @Test
  void shouldSayThatTheOutputCannotBeWritten() throws Exception {
    assertEquals(1, shell("weft info > /dev/full").waitFor());
    String errors = Files.readString(errors());
    assertTrue(errors.startsWith("weft: Standard output cannot be written (No space"), errors);
    assertFalse(errors.contains("\tat "), errors);
  }

  @Test
  void shouldSayThatTheOutputIsClosed() throws Exception {
    assertEquals(1, shell("weft info >&-").waitFor());
    assertTrue(Files.readString(errors()).startsWith("weft: Standard output cannot be written"));
  }

  @Test
  void shouldMeasureWithoutInput() throws Exception {
    assertEquals(
        0, shell("weft perf --fabric shm --test stream --size 8 --duration 50ms <&-").waitFor());
  }

  private Path errors() {
    return work.resolve("errors");
  }

  private Process shell(String line) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String weft =
        "weft() { '%s' -cp '%s' %s --shm-folder '%s' \"$@\"; }; "
            .formatted(java, classPath(), Main.class.getName(), base);
    return new ProcessBuilder("bash", "-c", weft + line)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(errors().toFile())
        .start();
  }

  private static String classPath() {
    return Stream.of("jdk.module.path", "java.class.path")
        .map(name -> System.getProperty(name, ""))
        .collect(Collectors.joining(File.pathSeparator));
  }
}
