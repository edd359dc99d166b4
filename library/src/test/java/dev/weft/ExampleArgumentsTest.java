package dev.weft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An example says in one line what is wrong with its arguments, shows its usage and fails. */
class ExampleArgumentsTest {

  @TempDir private static Path scratch;
  private static ExampleRuns runs;

  @BeforeAll
  static void compileExamples() throws IOException {
    runs = new ExampleRuns(scratch);
  }

  @Test
  void shouldRefuseAnUnknownOptionInEveryExample() throws Exception {
    for (String example : ExampleRuns.names()) {
      if (Files.readString(ExampleRuns.source(example)).contains("void main(String... args)")) {
        List<String> printed = runs.refusal(example, "--colour", "red").lines().toList();
        assertEquals(2, printed.size(), printed::toString);
        assertTrue(printed.getFirst().startsWith("--colour is unknown, allowed are --"));
        String usage = "Usage: java -cp JAR " + example + ".java [--";
        assertTrue(printed.getLast().startsWith(usage), printed::toString);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          OneSided | shm | shm is unknown, allowed are --provider.
          OneSided | --provider | --provider needs NAME.
          OneSided | --provider shm --provider shm | --provider is given twice, allowed is once.
          TaggedEcho | --provider shm client server | client server: one of these is allowed.
          TaggedEcho | server | server: loopback reaches no
          ReliablePingPong | client --port 7 | client: loopback0 reaches no
          ReliablePingPong | --device shm0 client | --port=0: allowed are 1 to 65535.
          ReliablePingPong | --port -1 | --port=-1: allowed are 0 to 65535.
          ReliablePingPong | --port 65536 | --port=65536: allowed are 0 to 65535.
          ReliablePingPong | --port 99999999999 | --port=99999999999: allowed are 0 to 65535.
          ReliablePingPong | --port x | --port=x: allowed are 0 to 65535.
          """)
  void shouldSayWhatIsWrong(String example, String arguments, String expected) throws Exception {
    String printed = runs.refusal(example, arguments.split(" ", -1));
    assertTrue(printed.startsWith(expected), printed);
    assertEquals(2, printed.lines().count(), printed);
  }

  @ParameterizedTest
  @CsvSource({
    "TaggedEcho, --provider nope, --provider=nope: , 'available shm'",
    "ReliablePingPong, --device nope, --device=nope: , 'available loopback0, shm0'",
    "NetworkEcho, --provider shm server 127.0.0.1, server=127.0.0.1: , 'available ADDR_STR'",
    "NetworkEcho, --provider shm client a/b, client=a/b: , 'allowed: shm://'",
  })
  void shouldSayWhatTheLibraryAllows(
      String example, String arguments, String beginning, String allowed) throws Exception {
    String printed = runs.refusal(example, arguments.split(" ", -1));
    assertTrue(printed.startsWith(beginning) && printed.contains(allowed), printed);
    assertEquals(2, printed.lines().count(), printed);
  }
}
