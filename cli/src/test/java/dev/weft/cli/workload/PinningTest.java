package dev.weft.cli.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class PinningTest {

  /** The program below prints what Linux says of its thread before and after. */
  @Test
  void shouldKeepTheThreadOnTheProcessor() throws IOException {
    Assumptions.assumeTrue(System.getProperty("os.name").equals("Linux"), "only on Linux");
    List<String> lines = output("--enable-native-access=ALL-UNNAMED");
    assertEquals(lines.get(1), lines.get(2), "the highest processor allowed, and the one in use");
    assertEquals("processor=9999, allowed are {" + lines.get(1) + "}", lines.get(3));
  }

  @Test
  void shouldKnowThatItMayNotPin() throws IOException {
    assertEquals("0", output("--illegal-native-access=deny").getFirst());
    assertTrue(Pinning.allowed().isEmpty(), "the tests run without native access");
  }

  private static List<String> output(String option) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                option,
                "-cp",
                System.getProperty("java.class.path") + ":target/classes:target/test-classes",
                Program.class.getName())
            .redirectErrorStream(true)
            .start();
    try (var reader = process.inputReader()) {
      return reader.readAllLines();
    }
  }

  /** Pins its thread to the highest processor that it may use. */
  static final class Program {
    public static void main(String[] arguments) throws IOException {
      int processors = Pinning.allowed().cardinality();
      System.out.println(processors);
      if (processors == 0) {
        return;
      }
      int highest = Pinning.allowed().length() - 1;
      System.out.println(highest);
      Pinning.pinTo(highest);
      System.out.println(allowedByLinux());
      try {
        Pinning.pinTo(9999);
      } catch (IllegalArgumentException refused) {
        System.out.println(refused.getMessage());
      }
    }

    private static String allowedByLinux() throws IOException {
      return Files.readAllLines(Path.of("/proc/thread-self/status")).stream()
          .filter(line -> line.startsWith("Cpus_allowed_list:"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElseThrow();
    }
  }
}
