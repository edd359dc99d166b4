package dev.weft.wire.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.ServiceThreads;
import dev.weft.wire.Link;
import dev.weft.wire.Port;
import dev.weft.wire.ProtocolViolation;
import dev.weft.wire.SilentListener;
import dev.weft.wire.WireException;
import dev.weft.wire.shm.folder.ShmFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a port leaves when it fails to open or closes, and how its peers learn of that. */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PortOpeningTest {
  private static final String ADDRESS = "shm://f/called";

  @TempDir private Path base;

  private ShmWire wire() {
    return new ShmWire(base, "f", 4096);
  }

  /** Counts doorbells. */
  private static final class DoorbellCounter extends SilentListener {
    private final Semaphore rings;

    DoorbellCounter(Semaphore rings) {
      this.rings = rings;
    }

    @Override
    public void doorbell() {
      rings.release();
    }

    @Override
    public boolean maySleep() {
      return true;
    }
  }

  @Test
  void shouldStopTheServiceThreadWithTheLastPort() {
    Port first = wire().open(ADDRESS, new SilentListener());
    Port second = wire().open(null, new SilentListener());
    first.close();
    first.close();
    assertTrue(ServiceThreads.isAlive("weft-shm"), "the second port needs it");
    second.close();
    ServiceThreads.awaitEnd("weft-shm");
  }

  @Test
  void shouldLeaveNothingWhereItCouldNotOpen() throws IOException {
    ShmFolder folder = new ShmFolder(base, "f");
    folder.prepare();
    Path obstacle = Files.createDirectories(folder.socket("called").resolve("full"));
    ShmWire wire = wire();
    assertThrows(WireException.class, () -> wire.open(ADDRESS, new SilentListener()));
    ServiceThreads.awaitEnd("weft-shm");
    Files.delete(obstacle);
    Files.delete(obstacle.getParent());
    assertEquals(0, files(), "files are left");
    wire.open(ADDRESS, new SilentListener()).close();
    ServiceThreads.awaitEnd("weft-shm");
  }

  private long files() throws IOException {
    try (Stream<Path> all = Files.walk(base)) {
      return all.filter(path -> !Files.isDirectory(path)).count();
    }
  }

  @Test
  void shouldWakePeersWhenItCloses() throws InterruptedException {
    DoorbellCounter peer = new DoorbellCounter(new Semaphore(0));
    try (Port called = wire().open(ADDRESS, peer)) {
      Port calling = wire().open("shm://f/calling", new SilentListener());
      assertNotNull(calling.connect(ADDRESS));
      while (called.links().length == 0) {
        boolean _ = called.hasLinkChanges();
      }
      peer.rings.drainPermits();
      calling.close();
      peer.rings.acquire();
      assertTrue(called.hasLinkChanges());
      assertTrue(called.links()[0].isClosed());
    }
  }

  /** A polling peer learns of a connection by the shared count, without the event loop. */
  @Test
  void shouldShowPeersThatItConnectedWhileTheEventLoopIsBusy() throws Exception {
    try (Port called = wire().open(ADDRESS, new SilentListener());
        Port calling = wire().open("shm://f/calling", new SilentListener());
        BusyEventLoop _ = BusyEventLoop.begin()) {
      assertFalse(called.hasLinkChanges());
      assertNotNull(calling.connect(ADDRESS));
      assertTrue(called.hasLinkChanges());
      assertEquals(1, called.links().length);
    }
  }

  /** A polling peer learns of a close by the shared count, without the event loop. */
  @Test
  void shouldShowPeersThatItClosedWhileTheEventLoopIsBusy() throws Exception {
    try (Port called = wire().open(ADDRESS, new SilentListener())) {
      Port calling = wire().open("shm://f/calling", new SilentListener());
      assertNotNull(calling.connect(ADDRESS));
      try (BusyEventLoop _ = BusyEventLoop.begin()) {
        boolean _ = called.hasLinkChanges(); // false if the event loop was earlier
        Link link = called.links()[0];
        assertFalse(link.isClosed());
        assertFalse(called.hasLinkChanges());
        calling.close();
        assertTrue(called.hasLinkChanges());
        assertTrue(link.isClosed());
        assertTrue(called.hasLinkChanges(), "until it is forgotten");
        called.forget(link);
        assertFalse(called.hasLinkChanges());
        assertEquals(0, called.links().length);
        link.breakOff(ProtocolViolation.FAILED_FRAME);
        assertFalse(called.hasLinkChanges(), "it is forgotten already");
      }
    }
  }

  @Test
  void shouldForgetOneLinkOnly() {
    try (Port called = wire().open(ADDRESS, new SilentListener());
        Port other = wire().open("shm://f/other", new SilentListener());
        Port calling = wire().open("shm://f/calling", new SilentListener())) {
      Link first = calling.connect(ADDRESS);
      Link second = calling.connect(other.address());
      calling.forget(first);
      assertEquals(1, calling.links().length);
      assertSame(second, calling.links()[0]);
      assertSame(second, calling.connect(other.address()));
      assertEquals(ADDRESS, called.address());
    }
  }

  @Test
  void shouldConnectToNothingElse() {
    Port port = wire().open(ADDRESS, new SilentListener());
    ShmWire other = new ShmWire(base, "g", 4096);
    try (Port _ = other.open("shm://g/there", new SilentListener());
        Port _ = wire().open("shm://f/there", new SilentListener())) {
      assertNull(port.connect("shm://g/there"), "another fabric");
      assertNull(port.connect("nonsense"));
      assertNull(port.connect("shm://f/missing"));
      assertEquals(0, port.connectError());
      port.close();
      assertNull(port.connect(ADDRESS), "it is closed");
    }
  }
}
