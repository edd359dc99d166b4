package dev.weft.wire.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weft.wire.WireException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Foreign files in a fabric's folder, and processes that start and stop meanwhile. */
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
  void shouldReclaimForeignFiles() throws Exception {
    folder().prepare();
    Path somewhere = Files.createFile(base.resolve("somewhere"));
    makeFifo(fabric().resolve("a.lock"));
    Files.createDirectory(fabric().resolve("b.lock"));
    Files.createSymbolicLink(fabric().resolve("c.lock"), somewhere);
    Files.createDirectories(fabric().resolve("d.link").resolve("full"));
    Files.createSymbolicLink(fabric().resolve("e.port"), somewhere);
    makeFifo(fabric().resolve("f.sock"));
    Files.createFile(fabric().resolve("g.1.link"));
    folder().reclaimAll();
    assertEquals(List.of("a.lock", "b.lock", "c.lock", "d.link"), names());
    assertTrue(Files.exists(somewhere));
  }

  /** A process of root could be led to other files by a user who has created the folder first. */
  @Test
  void shouldTouchNothingInAFolderOfAnotherUser() throws Exception {
    folder().prepare();
    Path user = fabric().getParent();
    Files.createFile(fabric().resolve("server.port"));
    Files.createFile(fabric().resolve("dead.lock"));
    UserPrincipal own = Files.getOwner(user);
    assumeTrue("root".equals(own.getName()), "only root can give folders away");
    UserPrincipal other =
        base.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
    for (Path given : List.of(user, fabric())) {
      Files.setOwner(given, other);
      ShmWire wire = new ShmWire(base, "f", 4096);
      for (Executable use :
          List.<Executable>of(
              () -> wire.open("shm://f/server", null), () -> wire.openMemory().allocate(8))) {
        WireException refused = assertThrows(WireException.class, use);
        assertTrue(refused.getMessage().contains("belongs to nobody"), refused::getMessage);
      }
      assertEquals(List.of("dead.lock", "server.port"), names());
      Files.setOwner(given, own);
    }
  }

  /** A starting process may use a folder that a stopping one is about to remove. */
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
        // as its callers expect
      } catch (IOException | RuntimeException e) {
        failure.set(e);
      }
    }
  }
}
