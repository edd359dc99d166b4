package dev.weft.wire.shm.folder;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.OwnProcess;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The ownership of a name among processes and among copies of the class, and its descriptors. */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NameLockProcessTest {
  private static final int ROUNDS = 1000;

  @TempDir private Path base;

  private Path file() {
    return base.resolve("name.lock");
  }

  /** How many descriptors this process has of the file and of deleted ones of its name. */
  private static long descriptors(Path file) throws IOException {
    String name = file.getParent().toRealPath().resolve(file.getFileName()).toString();
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      return all.filter(each -> target(each).startsWith(name)).count();
    }
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException closedMeanwhile) {
      return "";
    }
  }

  /** As another copy of the class holds it. */
  private FileChannel another() throws IOException {
    FileChannel another =
        FileChannel.open(file(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    assertNotNull(another.tryLock());
    return another;
  }

  private Process start(String what) throws IOException {
    return new ProcessBuilder(
            OwnProcess.command(List.of(), NameLockProcessTest.class, file().toString(), what))
        .redirectErrorStream(true)
        .start();
  }

  @Test
  void shouldOpenTheFileOnce() throws IOException {
    NameLock lock = NameLock.tryTake(file());
    assertEquals(1, descriptors(file()));
    assertNull(NameLock.tryTake(file()));
    assertEquals(1, descriptors(file()), "a second one would end the lock when it is closed");
    lock.close();
    assertEquals(0, descriptors(file()));
  }

  @Test
  void shouldKeepOneChannelWhileAnotherCopyHoldsTheName() throws IOException {
    try (FileChannel _ = another()) {
      for (int i = 0; i < 3; i++) {
        assertNull(NameLock.tryTake(file()));
        assertEquals(2, descriptors(file()));
      }
    }
    for (int i = 0; i < 3; i++) {
      NameLock lock = NameLock.tryTake(file());
      assertNotNull(lock);
      assertEquals(1, descriptors(file()));
      lock.close();
      assertEquals(0, descriptors(file()));
    }
  }

  @Test
  void shouldTakeTheNextFileOfANameThatAnotherCopyHeld() throws IOException {
    try (FileChannel _ = another()) {
      assertNull(NameLock.tryTake(file()));
      Files.delete(file());
      try (NameLock lock = NameLock.tryTake(file())) {
        assertNotNull(lock);
        assertEquals(2, descriptors(file()), "the deleted file of the other, and the own one");
      }
    }
  }

  @Test
  void shouldBelongToAProcessUntilItIsKilled() throws Exception {
    Process holder = start("hold");
    assertEquals("held", holder.inputReader().readLine());
    assertNull(NameLock.tryTake(file()));
    assertEquals(0, descriptors(file()));
    assertTrue(Files.exists(file()), "it is not this process's own");
    holder.destroyForcibly().waitFor();
    try (NameLock lock = NameLock.tryTake(file())) {
      assertNotNull(lock);
    }
    assertFalse(Files.exists(file()));
  }

  /**
   * A holder deletes the file while another process opens and locks it, and a third makes the next
   * one: most file systems give it the key of the deleted file.
   */
  @Test
  void shouldBelongToOneOfManyProcesses() throws Exception {
    List<Process> all = List.of(start("contend"), start("contend"), start("contend"));
    for (Process each : all) {
      assertEquals("0 descriptors", said(each));
    }
    try (Stream<Path> remaining = Files.list(base)) {
      assertEquals(List.of(), remaining.toList());
    }
  }

  private static String said(Process process) throws IOException {
    return new String(process.getInputStream().readAllBytes(), UTF_8).strip();
  }

  // The other processes.

  public static void main(String[] arguments) throws IOException {
    Path file = Path.of(arguments[0]);
    if (arguments[1].equals("hold")) {
      try (NameLock _ = NameLock.tryTake(file)) {
        System.out.println("held");
        boolean _ = System.in.read() < 0; // until it is killed
      }
    } else {
      contend(file);
      System.out.println(descriptors(file) + " descriptors");
    }
  }

  /** Takes and releases the name; fails if another process has it at the same time. */
  private static void contend(Path file) throws IOException {
    Path held = file.resolveSibling("held");
    for (int taken = 0; taken < ROUNDS; ) {
      try (NameLock lock = NameLock.tryTake(file)) {
        if (lock != null) {
          taken++;
          Files.createFile(held);
          Files.delete(held);
        }
      }
    }
  }
}
