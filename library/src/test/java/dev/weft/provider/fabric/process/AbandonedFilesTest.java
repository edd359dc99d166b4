package dev.weft.provider.fabric.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.weft.OwnShmFolder;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Files that a killed process leaves are removed as the README says. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
@ResourceLock(OwnShmFolder.PROPERTY)
class AbandonedFilesTest {
  private final OwnShmFolder own = new OwnShmFolder();
  private final String fabric = "abandoned-" + ProcessHandle.current().pid();

  @AfterEach
  void close() {
    own.close();
  }

  private Path folder() {
    return OwnShmFolder.ofUser().resolve(fabric);
  }

  private List<String> kinds() throws IOException {
    try (Stream<Path> files = Files.list(folder())) {
      return files
          .map(path -> path.getFileName().toString().replaceFirst("-[0-9a-f]+", ""))
          .sorted()
          .toList();
    }
  }

  @Test
  void shouldRemainUntilTheNextStartOfAnyFabric() throws Exception {
    String scheme = "shm://" + fabric + "/";
    ShmPeer last = ShmPeer.start(fabric, scheme + "own", scheme + "peer", WaitObject.NONE);
    while (!kinds().contains("%memory.0.memory")) {
      Thread.onSpinWait(); // it allocates when it is ready
    }
    last.kill();
    assertEquals(
        List.of("%memory.0.memory", "%memory.lock", "own.lock", "own.port", "own.sock"), kinds());
    String other = "another-" + ProcessHandle.current().pid();
    try (Node _ = Node.open(other, ShmPeer.hints("shm://" + other + "/node"), WaitObject.NONE)) {
      assertFalse(Files.exists(folder()));
    }
  }
}
