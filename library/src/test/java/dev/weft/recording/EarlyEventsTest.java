package dev.weft.recording;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.OwnProcess;
import dev.weft.OwnShmFolder;
import dev.weft.futures.Node;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The event classes are initialised when the first objects open, not by the first report, which may
 * come when the heap is full: a class whose initialisation fails once is lost for ever.
 */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EarlyEventsTest {
  private static final String OPEN = "all is open";

  @ParameterizedTest
  @ValueSource(strings = {"loopback", "shm"})
  void shouldInitialiseEventsBeforeTheFirstReport(String provider) throws Exception {
    String before = printedBefore(OPEN, provider);
    for (String event :
        List.of(
            "completion/ErrorCompletionEvent",
            "recording/PostRefusedEvent",
            "wait/WaitEvent",
            "wire/LinkEvent")) {
      assertTrue(before.contains("'dev/weft/" + event + "'"), event + " in " + before);
    }
  }

  private static String printedBefore(String line, String provider) throws IOException {
    List<String> options =
        List.of(
            "-Xlog:class+init=info",
            "-XX:TieredStopAtLevel=1",
            "--illegal-native-access=deny",
            OwnShmFolder.option());
    List<String> command = OwnProcess.command(options, EarlyEventsTest.class, provider);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, process.onExit().join().exitValue(), printed);
    return printed.substring(0, printed.indexOf(line));
  }

  // The other process, which links nothing and reports nothing.

  public static void main(String[] arguments) throws Exception {
    try (Node _ = Node.open(arguments[0], "early")) {
      System.out.println(OPEN);
    }
  }
}
