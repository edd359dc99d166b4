package dev.weft.wire.shm.folder;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.DescriptorHoard;
import dev.weft.OwnProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process without a free descriptor still lists a folder and maps a file. */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SpareDescriptorsTest {
  private static final String LIMIT = "ulimit -n 150; exec \"$@\"";
  private static final int BYTES = 4096;

  @TempDir private Path base;

  @ParameterizedTest
  @ValueSource(strings = {"repeat", "fail", "late", "wait"})
  void shouldBeThereAfterEachUse(String what) throws Exception {
    Files.write(base.resolve("file"), new byte[BYTES]);
    List<String> command = new ArrayList<>(List.of("sh", "-c", LIMIT, "sh"));
    command.addAll(
        OwnProcess.command(List.of(), SpareDescriptorsTest.class, base.toString(), what));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals("done\n", said);
  }

  // The process without descriptors.

  private static final DescriptorHoard HOARD = new DescriptorHoard();

  private static long look(Path base) throws IOException {
    List<Path> found;
    try (Stream<Path> files = Files.list(base)) {
      found = files.toList();
    }
    return Mapping.open(found.getFirst(), BYTES).byteSize();
  }

  private static void use(Path base) throws IOException {
    HOARD.take();
    require(SpareDescriptors.use(() -> look(base)) == BYTES, "a part");
  }

  public static void main(String[] arguments) throws Exception {
    Path base = Path.of(arguments[0]);
    SpareDescriptors.use(() -> look(base)); // loads classes, which are files
    switch (arguments[1]) {
      case "repeat" -> use(base);
      case "fail" -> fail(base);
      case "late" -> late(base);
      default -> waitForOther(base);
    }
    use(base);
    HOARD.close();
    System.out.println("done");
  }

  private static void fail(Path base) {
    try {
      SpareDescriptors.use(() -> Mapping.open(base.resolve("missing")));
      require(false, "a missing file");
    } catch (IOException expected) {
      // as wanted
    }
  }

  /** Another thread takes the descriptors meanwhile. They are reserved once there are some. */
  private static void late(Path base) throws IOException {
    SpareDescriptors.use(
        () -> {
          HOARD.take();
          return base;
        });
    HOARD.close();
    SpareDescriptors.keep();
  }

  /** Another use waits for the end of this one. */
  private static void waitForOther(Path base) throws Exception {
    Thread other = Thread.ofPlatform().unstarted(() -> useQuietly(base));
    SpareDescriptors.use(
        () -> {
          other.start();
          while (other.getState() != Thread.State.BLOCKED) {
            require(other.isAlive(), "two at a time");
            Thread.onSpinWait();
          }
          return base;
        });
    other.join();
  }

  private static void useQuietly(Path base) {
    try {
      SpareDescriptors.use(() -> base);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }
}
