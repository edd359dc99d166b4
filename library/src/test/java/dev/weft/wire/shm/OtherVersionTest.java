package dev.weft.wire.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.LoggedFailures;
import dev.weft.wire.LayoutVersion;
import dev.weft.wire.Port;
import dev.weft.wire.SilentListener;
import dev.weft.wire.shm.folder.ShmFolder;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes of two versions do not connect, and both say so. */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OtherVersionTest {
  private static final long CAPACITY = 4096;
  private static final String PEER = "shm://f/peer";
  private static final int OTHER = LayoutVersion.OWN + 1;

  @TempDir private Path base;
  private final LoggedFailures log = new LoggedFailures("dev.weft");

  @AfterEach
  void close() {
    log.close();
  }

  private Port open(String address) {
    return new ShmWire(base, "f", CAPACITY).open(address, new SilentListener());
  }

  private List<Path> linkFiles() throws IOException {
    try (Stream<Path> files = Files.walk(base)) {
      return files.filter(file -> file.toString().endsWith(".link")).toList();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, OTHER, Integer.MAX_VALUE, -1})
  void shouldNotConnectToAPeerOfAnotherVersion(int version) throws IOException {
    try (Port peer = open(PEER);
        Port own = open("shm://f/own")) {
      ForgedVersion.write(base, "f", "peer", version);
      assertNull(own.connect(PEER));
      assertEquals(LayoutVersion.error(version), own.connectError());
      assertEquals(List.of(), linkFiles());
      ForgedVersion.write(base, "f", "peer", LayoutVersion.OWN);
      assertNotNull(own.connect(PEER), "the peer started again with this version");
      assertTrue(peer.hasLinkChanges());
      assertEquals(1, peer.links().length);
    }
  }

  @Test
  void shouldReadTheVersionOfAFileOfAnyLength() throws IOException {
    try (Port _ = open(PEER);
        Port own = open("shm://f/own")) {
      ForgedVersion.lengthen(base, "f", "peer");
      assertNull(own.connect(PEER));
      assertEquals(0, own.connectError());
      ForgedVersion.write(base, "f", "peer", OTHER);
      assertNull(own.connect(PEER));
      assertEquals(LayoutVersion.error(OTHER), own.connectError());
    }
  }

  @Test
  void shouldSayWhichPeerAndVersion() throws IOException {
    try (Port _ = open(PEER);
        Port own = open("shm://f/own")) {
      ForgedVersion.write(base, "f", "peer", OTHER);
      assertNull(own.connect(PEER));
      assertLogged(LayoutVersion.mismatch(PEER, OTHER));
    }
  }

  /**
   * A process of another version, whose layout beyond the version is unknown, writes this first.
   */
  @Test
  void shouldLogACallerOfAnotherVersion() throws IOException {
    try (Port peer = open(PEER);
        SocketChannel caller = Connector.connect(new ShmFolder(base, "f").socket("peer"))) {
      ByteBuffer handshake = new Handshake(Handshake.LIVENESS, 1, "x").encode();
      caller.write(handshake.putInt((int) ShmLayout.VERSION_AT, OTHER));
      while (caller.read(ByteBuffer.allocate(1)) >= 0) {
        boolean _ = peer.hasLinkChanges();
      }
      assertLogged(LayoutVersion.mismatch("A process that has connected", OTHER));
    }
  }

  private void assertLogged(String what) {
    assertEquals(1, log.lines().stream().filter(line -> line.contains(what)).count(), what);
  }

  /** So that the other process logs it as well. */
  @Test
  void shouldTellAPeerOfAnotherVersionItsOwn() throws IOException {
    ShmFolder folder = new ShmFolder(base, "f");
    try (Port own = open("shm://f/own");
        ServerSocketChannel peer = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      peer.bind(UnixDomainSocketAddress.of(folder.socket("peer")));
      PortFile.create(folder.portFile("peer"), 0, 0);
      ForgedVersion.write(base, "f", "peer", OTHER);
      assertNull(own.connect(PEER));
      try (SocketChannel caller = peer.accept()) {
        ByteBuffer handshake = ByteBuffer.allocate(ShmLayout.HANDSHAKE_BYTES);
        assertEquals(ShmLayout.HANDSHAKE_BYTES, caller.read(handshake));
        assertEquals(ShmLayout.HANDSHAKE_MAGIC, handshake.getLong((int) ShmLayout.MAGIC));
        assertEquals(LayoutVersion.OWN, handshake.getInt((int) ShmLayout.VERSION_AT));
        assertEquals(-1, caller.read(handshake.clear()));
      }
    }
  }
}
