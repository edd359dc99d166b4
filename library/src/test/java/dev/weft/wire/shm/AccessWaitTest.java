package dev.weft.wire.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.memory.GrantedMemory;
import dev.weft.wire.Link;
import dev.weft.wire.Port;
import dev.weft.wire.ProtocolViolation;
import dev.weft.wire.SilentListener;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The wait for several peers that access memory, of which some do not stop. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class AccessWaitTest {
  private static final long KEY = 7;
  private static final long SHORT_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final ShmWire wire;
  private final ShmMemory memory;
  private final ShmPort port;
  private final List<Port> peers = new ArrayList<>();
  private final List<GrantedMemory> found = new ArrayList<>();

  AccessWaitTest(@TempDir Path base) {
    wire = new ShmWire(base, "fabric", 1 << 16);
    memory = (ShmMemory) wire.openMemory();
    port = (ShmPort) wire.open("shm://fabric/owner", new SilentListener(memory));
    assertNotNull(memory.grant(KEY, memory.allocate(4096), 0, 3L << 12));
  }

  @BeforeEach
  void connect() {
    for (int i = 0; i < 3; i++) {
      Port peer = wire.open("shm://fabric/peer-" + i, new SilentListener());
      peers.add(peer);
      found.add(peer.connect(port.address()).memory().find(KEY));
    }
  }

  @AfterEach
  void close() {
    peers.forEach(Port::close);
    port.close();
    memory.close();
  }

  private Link linkFrom(Port peer) {
    for (Link link : port.links()) {
      if (link.peerAddress().equals(peer.address())) {
        return link;
      }
    }
    throw new AssertionError("no link from " + peer.address());
  }

  @Test
  void shouldEndTheAccessOfAllThatAreLate() {
    assertTrue(found.get(0).enter());
    assertTrue(found.get(2).enter());
    try (AccessWait wait = new AccessWait(AccessWait.ANY_GRANT, SHORT_NANOS)) {
      port.awaitAccessEnd(wait);
    }
    assertEquals(ProtocolViolation.ENDLESS_ACCESS, linkFrom(peers.get(0)).violation());
    assertNull(linkFrom(peers.get(1)).violation());
    assertEquals(ProtocolViolation.ENDLESS_ACCESS, linkFrom(peers.get(2)).violation());
    assertTrue(found.get(1).enter());
    assertTrue(found.get(1).exit());
  }

  /** An interrupted thread that did not defer the interrupt would not pause. */
  @Test
  void shouldDeferAnInterrupt() {
    assertTrue(found.get(0).enter());
    Thread.currentThread().interrupt();
    try (AccessWait wait = new AccessWait(AccessWait.ANY_GRANT, SHORT_NANOS)) {
      port.awaitAccessEnd(wait);
      assertFalse(Thread.currentThread().isInterrupted());
    }
    assertTrue(Thread.interrupted());
  }
}
