package dev.weft.wire.shm.folder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The ownership of a name inside one process: one holder, and a file that goes with it. */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NameLockTest {
  private static final int THREADS = 4;
  private static final int ROUNDS = 300;

  @TempDir private Path base;

  private Path file() {
    return base.resolve("name.lock");
  }

  private NameLock taken() throws IOException {
    NameLock lock = NameLock.tryTake(file());
    assertNotNull(lock);
    return lock;
  }

  @Test
  void shouldBelongToOneHolder() throws IOException {
    NameLock lock = taken();
    assertEquals(file(), lock.file());
    assertTrue(lock.isOpen());
    assertTrue(NameLock.held().contains(lock));
    assertNull(NameLock.tryTake(file()));
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file())));
    lock.close();
    assertFalse(lock.isOpen());
    assertFalse(NameLock.held().contains(lock));
    assertFalse(Files.exists(file()));
  }

  @Test
  void shouldNotReleaseTheNextHolder() throws IOException {
    NameLock first = taken();
    first.close();
    NameLock second = taken();
    first.close();
    assertTrue(Files.exists(file()));
    assertNull(NameLock.tryTake(file()));
    second.close();
  }

  @Test
  void shouldTakeTheFileOfADeadProcess() throws IOException {
    Files.createFile(file());
    taken().close();
    assertFalse(Files.exists(file()));
  }

  @Test
  void shouldRefuseWhatIsNoFile() throws IOException {
    Files.createDirectory(file());
    assertRefused();
    Files.delete(file());
    Path other = Files.createFile(base.resolve("other"));
    Files.createSymbolicLink(file(), other);
    assertRefused();
    Files.delete(file());
    taken().close();
    assertTrue(Files.exists(other));
  }

  private void assertRefused() {
    IOException refused = assertThrows(IOException.class, () -> NameLock.tryTake(file()));
    assertEquals(file() + " is no regular file", refused.getMessage());
  }

  @Test
  void shouldKeepTheInterruptForTheNextWait() throws IOException {
    Thread.currentThread().interrupt();
    NameLock lock = taken();
    assertTrue(Thread.interrupted());
    assertNull(NameLock.tryTake(file()));
    lock.close();
  }

  /** The holder deletes the file while others open it. */
  @Test
  void shouldBelongToOneOfManyThreads() throws Exception {
    AtomicInteger holders = new AtomicInteger();
    AtomicReference<Object> failure = new AtomicReference<>();
    Thread[] threads = new Thread[THREADS];
    for (int i = 0; i < THREADS; i++) {
      threads[i] = Thread.ofPlatform().start(() -> takeOften(holders, failure));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertNull(failure.get());
    assertFalse(Files.exists(file()));
  }

  private void takeOften(AtomicInteger holders, AtomicReference<Object> failure) {
    try {
      for (int taken = 0; taken < ROUNDS && failure.get() == null; ) {
        try (NameLock lock = NameLock.tryTake(file())) {
          if (lock != null) {
            taken++;
            if (holders.getAndIncrement() != 0) {
              failure.set("two threads hold the name");
            }
            holders.decrementAndGet();
          }
        }
      }
    } catch (IOException | RuntimeException e) {
      failure.set(e);
    }
  }
}
