package dev.weft.wire.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.memory.GrantedMemory;
import dev.weft.wire.Link;
import dev.weft.wire.Port;
import dev.weft.wire.SharedMemory;
import dev.weft.wire.SilentListener;
import dev.weft.wire.shm.folder.CloseQuietly;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A port waits for peers that access its owner's memory, before it says that none does. */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PortAccessTest {
  private static final String OWNER = "owner";
  private static final String ADDRESS = "shm://fabric/" + OWNER;
  private static final long KEY = 7;

  private final List<SocketChannel> silent = new ArrayList<>();
  private final ShmWire wire;
  private final ShmMemory memory;
  private final Port port;
  private final Port peer;
  private final SharedMemory.Grant grant;

  PortAccessTest(@TempDir Path base) {
    wire = new ShmWire(base, "fabric", 1 << 16);
    memory = (ShmMemory) wire.openMemory();
    port = wire.open(ADDRESS, new SilentListener(memory));
    peer = wire.open("shm://fabric/peer", new SilentListener());
    grant = memory.grant(KEY, memory.allocate(4096), 0, 3L << 12);
  }

  @AfterEach
  void close() {
    peer.close();
    silent.forEach(CloseQuietly::close);
    port.close();
    memory.close();
  }

  private GrantedMemory found() {
    Link link = peer.connect(ADDRESS);
    assertNotNull(link);
    return link.memory().find(KEY);
  }

  /** Starts the work while the peer accesses the memory; it must end after the access alone. */
  private static void expectToWait(GrantedMemory accessed, Runnable work)
      throws InterruptedException {
    assertTrue(accessed.enter());
    Thread waiting = Thread.ofPlatform().start(work);
    waiting.join(50);
    assertTrue(waiting.isAlive(), "it has not waited");
    assertTrue(accessed.exit(), "the memory was taken away during the access");
    waiting.join();
  }

  @Test
  void shouldShowPeersWhatItAdmits() {
    Link link = peer.connect(ADDRESS);
    assertEquals(0, link.admittedByPeer());
    port.admit(5);
    assertEquals(5, link.admittedByPeer());
  }

  @Test
  void shouldWaitForAnAccessByAnyGrant() throws InterruptedException {
    expectToWait(found(), port::awaitNoAccess);
  }

  @Test
  void shouldNotWaitForAnAccessByAnotherGrant() {
    SharedMemory.Grant other = memory.grant(KEY + 1, memory.allocate(64), 0, 3L << 12);
    GrantedMemory accessed = found();
    assertTrue(accessed.enter());
    other.revoke();
    assertTrue(accessed.exit());
    assertTrue(accessed.enter(), "its grant stands");
    assertTrue(accessed.exit());
  }

  @Test
  void shouldWaitForAnAccessBeforeItCloses() throws InterruptedException {
    expectToWait(found(), port::close);
  }

  @Test
  void shouldNotWaitWhereNothingIsShared() {
    peer.awaitNoAccess();
    port.awaitNoAccess();
  }

  /** The peer connects and accesses the memory before the port can accept it. */
  @Test
  void shouldWaitForAPeerThatCouldNotBeAccepted() throws Exception {
    fillWithSilentConnections();
    GrantedMemory accessed = found();
    expectToWait(accessed, grant::revoke);
    assertFalse(accessed.enter());
  }

  @Test
  void shouldWaitForPeersThatCouldNotBeAcceptedBeforeItCloses() throws Exception {
    fillWithSilentConnections();
    expectToWait(found(), port::close);
  }

  /** No peer can access anything: the port needs no descriptors to look at the files of peers. */
  @Test
  void shouldNotLookAtPeersWhereNothingWasGranted() throws Exception {
    String address = "shm://fabric/bare";
    var header = new LinkFile.Header(1 << 16, 1, "shm://fabric/peer", address, 0);
    try (ShmMemory empty = (ShmMemory) wire.openMemory()) {
      Port bare = wire.open(address, new SilentListener(empty));
      fillWithSilentConnections(bare, "bare");
      LinkFile file = LinkFile.create(wire.folder().file("bare", "1.link"), header);
      file.setAccess(true, KEY);
      bare.close();
      assertEquals(KEY, file.accessedGrant(true), "an access was waited for, and revoked");
    }
  }

  private void fillWithSilentConnections() throws IOException {
    fillWithSilentConnections(port, OWNER);
  }

  private void fillWithSilentConnections(Port filled, String name) throws IOException {
    while (silent.size() < Acceptor.MAX_PENDING) {
      try {
        silent.add(Connector.connect(wire.folder().socket(name)));
      } catch (Connector.BacklogFullException tooManyAtOnce) {
        boolean _ = ((ShmPort) filled).readLinkChanges();
      }
    }
  }
}
