package dev.weft.wire.shm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.OwnProcess;
import dev.weft.OwnShmFolder;
import dev.weft.wire.WireException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which folder a process uses, by its properties and its environment. */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ConfiguredFolderTest {
  private static final String VARIABLE = "WEFT_SHM_FOLDER";

  public static void main(String[] arguments) {
    System.out.print(ShmWire.configuredFolder());
  }

  /** A process whose folder has a name that is no path. */
  static final class WithoutPath {
    private WithoutPath() {}

    public static void main(String[] arguments) {
      System.setProperty(OwnShmFolder.PROPERTY, "/by\0property");
      try {
        ShmWire.configured("f");
      } catch (WireException e) {
        System.out.print(e.error() + " " + e.getMessage().replace('\0', '0') + ". " + e.hint());
      }
    }
  }

  @Test
  void shouldSayWhichFolderIsNoPath() throws IOException {
    Process process = new ProcessBuilder(OwnProcess.command(List.of(), WithoutPath.class)).start();
    assertEquals(
        "22 folder=/by0property: Nul character not allowed. Name another one, or set LC_ALL to a"
            + " UTF-8 locale such as C.UTF-8",
        new String(process.getInputStream().readAllBytes(), UTF_8));
  }

  /** What a process prints that has this variable, if it is not null, and these options. */
  private static Path folder(String variable, String... options) throws IOException {
    ProcessBuilder process =
        new ProcessBuilder(OwnProcess.command(List.of(options), ConfiguredFolderTest.class));
    process.environment().remove(VARIABLE);
    if (variable != null) {
      process.environment().put(VARIABLE, variable);
    }
    process.redirectError(ProcessBuilder.Redirect.DISCARD);
    return Path.of(new String(process.start().getInputStream().readAllBytes(), UTF_8));
  }

  @Test
  void shouldBeInMemoryUnlessItIsNamed() throws IOException {
    assertEquals(Path.of("/dev/shm"), folder(null));
  }

  @Test
  void shouldBeThatOfTheVariable() throws IOException {
    assertEquals(Path.of("/by/variable"), folder("/by/variable"));
    assertEquals(Path.of("relative").toAbsolutePath(), folder("relative"));
  }

  @Test
  void shouldBeThatOfThePropertyIfThereAreBoth() throws IOException {
    String option = "-D" + OwnShmFolder.PROPERTY + "=/by/property";
    assertEquals(Path.of("/by/property"), folder("/by/variable", option));
  }
}
