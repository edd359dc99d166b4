package dev.weft.wire.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.wire.Port;
import dev.weft.wire.SilentListener;
import dev.weft.wire.WireException;
import dev.weft.wire.shm.folder.CloseQuietly;
import dev.weft.wire.shm.folder.NameLock;
import dev.weft.wire.shm.folder.ShmFolder;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How long the name of a port may be, whose it is, and who waits for it. */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PortNamesTest {
  private static final String ADDRESS = "shm://f/called";
  private static final int MAX_PATH = 106;
  private static final int ENAMETOOLONG = 36;
  private static final int ATTEMPTS = 10;
  private static final int ROUNDS = 200;

  @TempDir private Path base;

  private ShmFolder folder() {
    return new ShmFolder(base, "f");
  }

  private ShmWire wire() {
    return new ShmWire(base, "f", 4096);
  }

  private Port open(String address) {
    return wire().open(address, new SilentListener());
  }

  @Test
  void shouldHaveASocketWhosePathFits() {
    int rest = MAX_PATH - folder().socket("").toString().length();
    String longest = "shm://f/" + "a".repeat(rest);
    assertTrue(wire().isAddress(longest));
    open(longest).close();
    assertFalse(wire().isAddress(longest + "a"));
    WireException refused = assertThrows(WireException.class, () -> open(longest + "a"));
    assertEquals(ENAMETOOLONG, refused.error());
    assertEquals(
        "That is 1 bytes too long; choose shorter names or a shorter folder", refused.hint());
  }

  /** Two containers may share a folder and have the same process numbers. */
  @Test
  void shouldSkipNamesThatAnotherWireGave() {
    try (Port first = open(null);
        Port second = open(null)) {
      assertNotNull(second);
      assertNotEquals(first.address(), second.address());
    }
  }

  @Test
  void shouldBeNewEachTime() {
    ShmWire wire = wire();
    String first = wire.freeAddress();
    assertTrue(wire.isAddress(first));
    assertNotEquals(first, wire.freeAddress());
  }

  @Test
  void shouldBeFreeOnceItsOwnerIsDead() throws IOException {
    folder().prepare();
    ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    dead.bind(UnixDomainSocketAddress.of(folder().socket("called"))).close();
    Files.createFile(folder().portFile("called"));
    Files.createFile(folder().lock("called"));
    try (Port port = open(ADDRESS)) {
      assertNotNull(port);
      assertNotNull(port.connect(ADDRESS));
    }
  }

  @Test
  void shouldBeTakenWhileOthersRemoveTheFolder() throws InterruptedException {
    Thread removing = Thread.ofPlatform().start(this::removeUntilInterrupted);
    try {
      for (int i = 0; i < ROUNDS; i++) {
        open(ADDRESS).close();
      }
    } finally {
      removing.interrupt();
      removing.join();
    }
  }

  private void removeUntilInterrupted() {
    while (!Thread.currentThread().isInterrupted()) {
      folder().removeIfEmpty();
    }
  }

  /** Who holds the name is asked for; it need not be this library's port. */
  @Test
  void shouldBelongToWhoAnswers() throws IOException {
    try (NameLock _ = folder().tryTake(folder().lock("called"));
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(folder().socket("called")));
      server.configureBlocking(false);
      assertNull(open(ADDRESS));
      try (SocketChannel asking = server.accept()) {
        assertNotNull(asking);
      }
      Files.delete(folder().socket("called"));
    }
  }

  /** A process that only cleans up holds a name for moments. Repeated: this one may be slow. */
  @Test
  void shouldBeWaitedForWhileNobodyAnswers() throws Exception {
    boolean opened = false;
    for (int i = 0; i < ATTEMPTS && !opened; i++) {
      NameLock cleaning = folder().tryTake(folder().lock("called"));
      Thread opening = Thread.currentThread();
      Thread releasing = Thread.ofPlatform().start(() -> releaseOnceItWaits(cleaning, opening));
      try (Port port = open(ADDRESS)) {
        opened = port != null;
        releasing.interrupt();
        releasing.join();
      }
    }
    assertTrue(opened);
  }

  private static void releaseOnceItWaits(NameLock lock, Thread opening) {
    while (opening.getState() != Thread.State.TIMED_WAITING && !Thread.interrupted()) {
      Thread.onSpinWait();
    }
    CloseQuietly.close(lock);
  }

  @Test
  @Tag("long")
  void shouldBeTakenWhereNobodyEverAnswers() throws IOException {
    try (NameLock _ = folder().tryTake(folder().lock("called"))) {
      assertNull(open(ADDRESS));
    }
  }
}
