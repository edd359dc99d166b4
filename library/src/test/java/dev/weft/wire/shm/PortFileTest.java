package dev.weft.wire.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.wire.shm.folder.Mapping;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The memory that a port shares with its peers, also once a peer has cut it. */
class PortFileTest {
  private static final int REFUSALS = 0x15;
  private static final long INCARNATION = 4711;
  private static final int ANNOUNCEMENTS = 200_000;

  @TempDir private Path base;
  private Path path;
  private PortFile own;
  private PortFile seen;

  @BeforeEach
  void make() throws IOException {
    path = base.resolve("port.port");
    own = PortFile.create(path, REFUSALS, INCARNATION);
    seen = PortFile.open(path, "The peer");
  }

  @Test
  void shouldShowPeersWhatThePortWrites() {
    assertEquals(REFUSALS, seen.refusals());
    assertEquals(INCARNATION, seen.incarnation());
    assertEquals(0, seen.grants());
    assertEquals(0, seen.admitted());
    own.showGrants(8);
    own.admit(9);
    assertEquals(8, seen.grants());
    assertEquals(9, seen.admitted());
    assertFalse(own.isLost());
  }

  @Test
  void shouldCountWhatPeersAnnounce() {
    assertEquals(0, own.count());
    seen.announce();
    assertEquals(1, own.count());
    seen.announce();
    assertEquals(2, own.countSurely());
  }

  @Test
  void shouldCountAllThatPeersAnnounceAtOnce() throws InterruptedException {
    Thread[] peers = new Thread[2];
    for (int i = 0; i < peers.length; i++) {
      peers[i] = Thread.ofPlatform().start(this::announceOften);
    }
    for (Thread peer : peers) {
      peer.join();
    }
    assertEquals(peers.length * (long) ANNOUNCEMENTS, own.count());
  }

  private void announceOften() {
    for (int i = 0; i < ANNOUNCEMENTS; i++) {
      seen.announce();
    }
  }

  @Test
  void shouldRefuseAnotherFile() throws IOException {
    Mapping.open(path).set(ValueLayout.JAVA_LONG, ShmLayout.MAGIC, ShmLayout.PORT_MAGIC - 1);
    assertThrows(IOException.class, () -> PortFile.open(path, "The peer"));
    assertThrows(IOException.class, () -> PortFile.open(base.resolve("missing"), "The peer"));
  }

  @Test
  void shouldReadZerosOnceItWasCut() throws IOException {
    own.announce();
    own.showGrants(8);
    own.admit(9);
    CutFile.to(path, 0);
    assertEquals(0, own.countSurely());
    assertTrue(own.isLost());
    assertEquals(0, seen.refusals());
    assertEquals(0, seen.incarnation());
    assertTrue(seen.isLost());
    assertEquals(0, own.grants());
    assertEquals(0, own.admitted());
    assertEquals(0, own.count());
    own.showGrants(3);
    assertEquals(3, own.grants(), "its own memory, from now on");
  }

  @Test
  void shouldFindTheCutByEachCall() throws IOException {
    PortFile[] headers = new PortFile[6];
    for (int i = 0; i < headers.length; i++) {
      headers[i] = PortFile.open(path, "The peer");
    }
    CutFile.to(path, 0);
    headers[0].announce();
    headers[1].showGrants(1);
    headers[2].admit(1);
    assertEquals(0, headers[3].grants());
    assertEquals(0, headers[4].admitted());
    assertTrue(headers[5].isLost());
    for (PortFile header : headers) {
      assertTrue(header.isLost());
    }
  }

  @Test
  void shouldStandForAPeerThatHasLeft() {
    PortFile unowned = PortFile.unowned();
    assertEquals(0, unowned.refusals());
    assertEquals(0, unowned.grants());
    unowned.announce();
    assertEquals(1, unowned.count());
    assertFalse(unowned.isLost());
  }
}
