package dev.weft.wire.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What may lie in a fabric's folder, and who may come and go meanwhile. */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ShmFolderTest {
  private static final int ROUNDS = 3000;

  @TempDir private Path base;

  private ShmFolder folder() {
    return new ShmFolder(base, "f");
  }

  private Path fabric() {
    return folder().lock("any").getParent();
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(fabric())) {
      return files.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  private static void makeFifo(Path path) throws Exception {
    assertEquals(0, new ProcessBuilder("mkfifo", path.toString()).start().waitFor());
  }

  @Test
  void shouldReclaimWhateverElseLiesThere() throws Exception {
    folder().prepare();
    Path somewhere = Files.createFile(base.resolve("somewhere"));
    makeFifo(fabric().resolve("a.lock"));
    Files.createDirectory(fabric().resolve("b.lock"));
    Files.createSymbolicLink(fabric().resolve("c.lock"), somewhere);
    Files.createDirectories(fabric().resolve("d.link").resolve("full"));
    Files.createSymbolicLink(fabric().resolve("e.news"), somewhere);
    makeFifo(fabric().resolve("f.sock"));
    Files.createFile(fabric().resolve("g.1.link"));
    folder().reclaimAll();
    assertEquals(List.of("a.lock", "b.lock", "c.lock", "d.link"), names());
    assertTrue(Files.exists(somewhere));
  }

  /** Who starts takes a folder for its own that who stops is about to remove. */
  @Test
  void shouldMakeAFolderThatOthersRemove() throws Exception {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread starting = Thread.ofPlatform().start(() -> start(failure));
    while (starting.isAlive()) {
      folder().removeIfEmpty();
    }
    starting.join();
    assertNull(failure.get());
  }

  private void start(AtomicReference<Throwable> failure) {
    for (int round = 0; round < ROUNDS && failure.get() == null; round++) {
      try {
        folder().prepare();
      } catch (NoSuchFileException removedBetweenTheTwo) {
        // as callers expect
      } catch (IOException | RuntimeException e) {
        failure.set(e);
      }
    }
  }
}
