package dev.weft.ffm.ibverbs.object;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.ffm.ChildJvm;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Objects are closed while other threads use them, in a JVM that may crash. */
class ClosingTest {

  @Test
  void shouldNotCrashThreadsThatUseWhatIsClosed() throws IOException, InterruptedException {
    RdmaRig.device();
    List<String> options = List.of("--enable-native-access=ALL-UNNAMED");
    assertEquals("good\n", ChildJvm.run(options, UsersWhileClosing.class));
  }
}
