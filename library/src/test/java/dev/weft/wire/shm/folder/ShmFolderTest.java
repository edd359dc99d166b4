package dev.weft.wire.shm.folder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weft.wire.WireException;
import dev.weft.wire.shm.ShmWire;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Foreign files in a fabric's folder, and processes that start and stop meanwhile. */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ShmFolderTest {
  private static final int ROUNDS = 3000;
  private static final int ENOENT = 2;
  private static final int EACCES = 13;
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

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
    Files.createFile(fabric().resolve("h.lock.4f1b"));
    folder().reclaimAll();
    assertEquals(List.of("a.lock", "b.lock", "c.lock", "d.link"), names());
    assertTrue(Files.exists(somewhere));
  }

  @Test
  void shouldReclaimNothingInAFolderElsewhere() throws Exception {
    folder().prepare();
    Path elsewhere = Files.createDirectory(base.resolve("elsewhere"));
    Files.createFile(elsewhere.resolve("dead.port"));
    Files.createSymbolicLink(fabric().resolveSibling("g"), elsewhere);
    folder().reclaimAll();
    assertTrue(Files.exists(elsewhere.resolve("dead.port")));
  }

  @Test
  void shouldRemoveTheEmptyFoldersOfOtherFabrics() throws Exception {
    new ShmFolder(base, "g").prepare();
    folder().prepare();
    Files.createFile(fabric().resolve(".of another program"));
    folder().reclaimAll();
    assertEquals(List.of(".of another program"), names());
    assertFalse(Files.exists(fabric().resolveSibling("g")));
  }

  @Test
  void shouldRemoveTheFilesOfOneNameOnly() throws Exception {
    try (NameLock _ = folder().tryTake(folder().lock("a"))) {
      for (String name : List.of("a.port", "a.1.link", "ab.port", "b.1.link")) {
        Files.createFile(fabric().resolve(name));
      }
      assertEquals(List.of(fabric().resolve("a.1.link")), folder().files("a", ".link"));
      folder().removeFiles("a");
      assertEquals(List.of("a.lock", "ab.port", "b.1.link"), names());
    }
  }

  @Test
  void shouldVacateANameOnce() throws Exception {
    NameLock first = folder().tryTake(folder().lock("a"));
    FileReclaimer.vacate(first);
    assertFalse(Files.exists(fabric().getParent()), "the folders were empty");
    try (NameLock _ = folder().tryTake(folder().lock("a"))) {
      Files.createFile(fabric().resolve("a.port"));
      FileReclaimer.vacate(first);
      assertEquals(List.of("a.lock", "a.port"), names());
    }
  }

  @Test
  void shouldReclaimWhatOthersLeaveWhenItVacatesTheLastName() throws Exception {
    NameLock last = folder().tryTake(folder().lock("a"));
    Files.createFile(fabric().resolve("dead.port"));
    FileReclaimer.vacateAndReclaim(last);
    assertFalse(Files.exists(fabric().getParent()));
  }

  @Test
  void shouldSayWhatIsNoFolder() throws Exception {
    Path file = Files.createFile(base.resolve("file"));
    WireException refused =
        assertThrows(WireException.class, () -> new ShmFolder(file, "f").prepare());
    assertEquals(ENOENT, refused.error());
    assertTrue(refused.getMessage().contains(file + " is no folder"), refused::getMessage);
    folder().prepare();
    Path user = fabric().getParent();
    folder().removeIfEmpty();
    Files.createFile(user, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    refused = assertThrows(WireException.class, () -> folder().prepare());
    assertEquals(EACCES, refused.error());
    assertTrue(refused.getMessage().contains(user + " has mode rwx------"), refused::getMessage);
  }

  @ParameterizedTest
  @CsvSource({
    "No space left on device, 28, bytes left: No space, WEFT_SHM_FOLDER, 28",
    "Too many open files, 24, file descriptors are open, ulimit -n, 24",
    "File too large, 27, File too large, ulimit -f, 0",
    "Map failed, 12, no room in the address space, ulimit -v, 12",
    "Read-only file system, 30, Read-only file system, WEFT_SHM_FOLDER, 0",
    "Input/output error, 5, Input/output error, WEFT_SHM_FOLDER, 0",
  })
  void shouldSayWhyACallFailed(String text, int error, String detail, String hint, int ownError) {
    IOException cause = new IOException(text);
    WireException failure = folder().failure(cause);
    assertEquals(error, failure.error());
    assertSame(cause, failure.getCause());
    assertTrue(failure.getMessage().contains("folder=" + fabric()), failure::getMessage);
    assertTrue(failure.getMessage().contains(detail), failure::getMessage);
    assertTrue(failure.hint().contains(hint), failure::hint);
    assertEquals(ownError, ShmErrors.ownError(cause));
  }

  @Test
  void shouldSayThatAFolderIsNotToBeWritten() {
    WireException failure = folder().failure(new AccessDeniedException(fabric().toString()));
    assertEquals(EACCES, failure.error());
    assertTrue(failure.getMessage().contains("is not to be written by"), failure::getMessage);
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

  /** A process takes a name in a folder that another one is about to remove. */
  @Test
  void shouldTakeANameWhileOthersRemoveTheFolder() throws Exception {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread taking = Thread.ofPlatform().start(() -> takeOften(failure));
    while (taking.isAlive()) {
      folder().removeIfEmpty();
    }
    taking.join();
    assertNull(failure.get());
  }

  private void takeOften(AtomicReference<Throwable> failure) {
    try {
      for (int round = 0; round < ROUNDS; round++) {
        folder().take(folder().memoryLock("%memory-1")).close();
      }
    } catch (IOException | RuntimeException e) {
      failure.set(e);
    }
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
