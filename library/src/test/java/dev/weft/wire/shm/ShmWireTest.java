package dev.weft.wire.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.wire.FrameReader;
import dev.weft.wire.Link;
import dev.weft.wire.Port;
import dev.weft.wire.SilentListener;
import dev.weft.wire.WireException;
import dev.weft.wire.shm.folder.ShmAddress;
import dev.weft.wire.shm.folder.ShmFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

@Timeout(value = 600, unit = TimeUnit.SECONDS)
class ShmWireTest {
  private static final int ENOENT = 2;
  private static final int EACCES = 13;
  private static final int EINVAL = 22;
  private static final int ENAMETOOLONG = 36;
  private static final long CAPACITY = 4096;

  @TempDir private Path base;

  private ShmWire wire(Path folder) {
    return new ShmWire(folder, "f", CAPACITY);
  }

  private Path user() {
    return base.resolve("weft-" + ShmAddress.fileName(System.getProperty("user.name")));
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(base)) {
      return all.filter(path -> !path.equals(base)).toList();
    }
  }

  private static void requireError(int error, ShmWire wire, String address) {
    WireException e =
        assertThrows(WireException.class, () -> wire.open(address, new SilentListener()));
    assertEquals(error, e.error(), e::toString);
    assertFalse(e.hint().isEmpty());
  }

  @Test
  @ResourceLock("dev.weft.shm.folder")
  void shouldTakeTheUsualFolderIfThePropertyIsEmpty() {
    String before = System.getProperty("dev.weft.shm.folder");
    try {
      System.clearProperty("dev.weft.shm.folder");
      Path usual = ShmWire.configuredFolder();
      System.setProperty("dev.weft.shm.folder", "");
      assertEquals(usual, ShmWire.configuredFolder());
    } finally {
      if (before == null) {
        System.clearProperty("dev.weft.shm.folder");
      } else {
        System.setProperty("dev.weft.shm.folder", before);
      }
    }
  }

  @Test
  void shouldSayWhyAFolderCannotBeUsed() throws IOException {
    requireError(ENOENT, wire(base.resolve("missing")), null);
    requireError(ENOENT, wire(Path.of("/proc")), null); // exists, and accepts no folders
    Files.createDirectory(
        user(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    requireError(EACCES, wire(base), null);
    Files.delete(user());
    Files.createSymbolicLink(user(), base);
    requireError(EACCES, wire(base), null);
  }

  @Test
  void shouldRefuseAddressesOfOthers() {
    ShmWire wire = wire(base);
    requireError(EINVAL, wire, "shm://g/a");
    requireError(EINVAL, wire, "loopback://a");
    requireError(EINVAL, wire, "shm://f/");
    requireError(ENAMETOOLONG, wire, "shm://f/" + "a".repeat(100));
    assertFalse(wire.isAddress("shm://f/a\n"));
    assertFalse(wire.isAddress("shm://f/a\ufffd"), "stands for bytes that are no UTF-8");
    assertTrue(wire.isAddress("shm://f/name with ümlaut.1"));
  }

  @Test
  void shouldGiveEachNameToOneOnly() throws IOException {
    try (Port port = wire(base).open("shm://f/a.b", new SilentListener())) {
      assertEquals("shm://f/a.b", port.address());
      assertNull(wire(base).open("shm://f/a.b", new SilentListener()));
      assertEquals("rwx------", PosixFilePermissions.toString(permissions(user())));
      for (Path file : files()) {
        String mode = Files.isDirectory(file) ? "rwx------" : "rw-------";
        assertEquals(mode, PosixFilePermissions.toString(permissions(file)), file.toString());
      }
    }
    assertEquals(List.of(), files());
    wire(base).open("shm://f/a.b", new SilentListener()).close();
  }

  private static Set<PosixFilePermission> permissions(Path path) throws IOException {
    return Files.getPosixFilePermissions(path);
  }

  @Test
  void shouldReclaimWhatTheDeadLeft() throws IOException {
    Port living = wire(base).open("shm://f/living", new SilentListener());
    for (String name : List.of("dead.lock", "dead.sock", "dead.1.link", "other.port")) {
      Files.createFile(user().resolve("f").resolve(name));
    }
    wire(base).open("shm://f/next", new SilentListener()).close();
    assertTrue(
        files().stream().noneMatch(path -> path.toString().matches(".*(dead|other|next).*")),
        () -> "left behind");
    assertTrue(Files.exists(user().resolve("f").resolve("living.sock")));
    living.close();
    assertEquals(List.of(), files());
  }

  @Test
  void shouldReclaimWhatTheDeadLeftBeforeItCloses() throws IOException {
    ShmFolder folder = new ShmFolder(base, "g");
    folder.prepare();
    Files.createFile(folder.portFile("dead"));
    try (Port _ = wire(base).open("shm://f/first", new SilentListener())) {
      assertTrue(Files.notExists(user().resolve("g")), "it may never close");
    }
  }

  @Test
  void shouldNotCountAPortThatItCouldNotOpen() throws IOException {
    ShmWire wire = wire(base);
    Port port = wire.open("shm://f/port", new SilentListener());
    assertNull(wire.open("shm://f/port", new SilentListener()));
    Files.createFile(user().resolve("f").resolve("dead.port"));
    port.close();
    assertEquals(List.of(), files());
  }

  @Test
  void shouldReclaimWhatOthersLeftMeanwhileWhenItsLastPortCloses() throws IOException {
    ShmWire wire = wire(base);
    Port first = wire.open("shm://f/first", new SilentListener());
    Port last = wire.open("shm://f/last", new SilentListener());
    Path dead = Files.createFile(user().resolve("f").resolve("dead.port"));
    first.close();
    assertTrue(Files.exists(dead), "only the last port reclaims");
    last.close();
    assertEquals(List.of(), files());
  }

  @Test
  void shouldShowACallAndALeaveToTheNextLook() {
    Port a = wire(base).open("shm://f/a", new SilentListener());
    try (Port b = wire(base).open("shm://f/b", new SilentListener())) {
      assertNull(a.connect("shm://f/nobody"));
      Link near = a.connect(b.address());
      assertSame(near, a.connect(b.address()));
      long frame = near.out().claim(0);
      near.out().publish(frame, 0, 1, 0, 0, 77, 0);
      a.close();
      assertTrue(b.hasLinkChanges());
      Link far = b.links()[0];
      assertEquals("shm://f/a", far.peerAddress());
      assertTrue(far.isClosed());
      long header = far.in().peek();
      assertEquals(1, FrameReader.kind(header));
      assertEquals(77, far.in().tag());
      b.forget(far);
      assertEquals(0, b.links().length);
      assertNull(b.connect("shm://f/a"));
      assertNotNull(b.connect("shm://f/b"), "to itself");
    }
  }

  /** Whether the event loop or the port accepts first, it must find what the peer wrote. */
  @Test
  void shouldReadTheFramesOfAPeerThatHasLeft() throws IOException {
    for (int round = 0; round < 100; round++) {
      try (Port b = wire(base).open("shm://f/b", new SilentListener())) {
        Port a = wire(base).open("shm://f/a", new SilentListener());
        Link near = a.connect(b.address());
        near.out().publish(near.out().claim(0), 0, 1, 0, 0, round, 0);
        a.close();
        assertTrue(b.hasLinkChanges() || b.links().length == 1);
        FrameReader in = b.links()[0].in();
        assertEquals(1, FrameReader.kind(in.peek()));
        assertEquals(round, in.tag());
      }
      assertEquals(List.of(), files());
    }
  }

  @Test
  void shouldLeaveNothingOfUnacceptedConnections() throws IOException {
    for (int round = 0; round < 100; round++) {
      Port b = wire(base).open("shm://f/b", new SilentListener());
      Port a = wire(base).open("shm://f/a", new SilentListener());
      a.connect(b.address());
      (round % 2 == 0 ? a : b).close();
      (round % 2 == 0 ? b : a).close();
      assertEquals(List.of(), files());
    }
  }
}
