package dev.weft.wire.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.wire.Link;
import dev.weft.wire.Port;
import dev.weft.wire.ProtocolViolation;
import dev.weft.wire.SilentListener;
import dev.weft.wire.shm.folder.ShmFolder;
import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ports that open and connect under concurrent load and failures. */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ShmPortTest {
  private static final long CAPACITY = 4096;
  private static final long LARGE = 1 << 18;
  private static final int ROUNDS = Integer.getInteger("weft.start.rounds", 500);
  private static final String NAME = "starting";
  private static final String ADDRESS = "shm://f/" + NAME;

  @TempDir private Path base;

  /** Counts wake-ups. */
  private static class Owner extends SilentListener {
    final AtomicInteger rings = new AtomicInteger();

    @Override
    public void doorbell() {
      rings.incrementAndGet();
    }
  }

  private ShmWire wire() {
    return new ShmWire(base, "f", CAPACITY);
  }

  /** Connects to an address repeatedly until it is interrupted. */
  private static void call(Path socket) {
    while (!Thread.currentThread().isInterrupted()) {
      try (SocketChannel _ = Connector.connect(socket)) {
        Thread.yield();
      } catch (IOException notOpenNow) {
        Thread.yield();
      }
    }
  }

  /**
   * A port that is not polled is woken for each connection, also for those made while it opened.
   */
  @Test
  void shouldSeeConnectionsMadeWhileItOpens() throws Exception {
    Path socket = new ShmFolder(base, "f").socket(NAME);
    Thread caller = Thread.ofPlatform().daemon().start(() -> call(socket));
    try (Port _ = wire().open("shm://f/another", new Owner())) { // keeps the event loop running
      for (int round = 0; round < ROUNDS; round++) {
        Owner owner = new Owner();
        try (Port port = wire().open(ADDRESS, owner)) {
          assertNotNull(port);
          int before = owner.rings.get();
          while (owner.rings.get() < before + 2) {
            Thread.yield();
          }
        }
      }
    } finally {
      caller.interrupt();
      caller.join();
    }
  }

  /** A connection whose link the owner refuses leaves neither a socket nor a file. */
  @Test
  void shouldLeaveNothingOfALinkThatCouldNotBeAdded() throws Exception {
    Owner refusing =
        new Owner() {
          @Override
          public boolean offerWakeChannel(
              SelectableChannel wake, Runnable drainWakeChannel, Runnable giveBack) {
            throw new IllegalStateException("as where the owner is closed");
          }
        };
    ShmWire wire = wire();
    try (Port called = wire.open(ADDRESS, new Owner());
        Port calling = wire.open("shm://f/calling", refusing);
        Port next = wire.open("shm://f/next", new Owner())) {
      assertThrows(IllegalStateException.class, () -> calling.connect(ADDRESS));
      assertEquals(0, calling.links().length);
      assertNotNull(next.connect(ADDRESS));
      while (!isOpen(called, next.address())) {
        boolean _ = called.hasLinkChanges(); // connections are accepted in order
      }
      while (isOpen(called, calling.address())) {
        boolean _ = called.hasLinkChanges(); // it may have been a link for a moment
      }
      try (Stream<Path> files = Files.list(new ShmFolder(base, "f").socket(NAME).getParent())) {
        assertEquals(0, files.filter(file -> file.toString().endsWith(".link")).count());
      }
    }
  }

  /** An owner may take a lock there, and holds it when it forgets a link. */
  private static final class Watchful extends Owner {
    final AtomicInteger inside = new AtomicInteger();
    volatile Port port;

    @Override
    public void doorbell() {
      super.doorbell();
      Port own = port;
      inside.addAndGet(own != null && Thread.holdsLock(own) ? 1 : 0);
    }
  }

  @Test
  void shouldRingItsOwnerOutsideItsMonitor() {
    Watchful owner = new Watchful();
    ShmWire wire = wire();
    try (Port port = wire.open(ADDRESS, owner)) {
      owner.port = port;
      Port peer = wire.open("shm://f/peer", new Owner());
      assertNotNull(peer.connect(ADDRESS));
      boolean _ = ((ShmPort) port).readLinkChanges();
      int before = owner.rings.get();
      peer.close();
      boolean _ = ((ShmPort) port).readLinkChanges();
      assertTrue(owner.rings.get() > before);
      assertEquals(0, owner.inside.get());
    }
  }

  @Test
  void shouldRingItsOwnerOutsideItsMonitorForACutLink() throws IOException {
    Watchful owner = new Watchful();
    try (Port port = wire().open(ADDRESS, owner);
        TruncatingPeer peer = new TruncatingPeer(base, "f", "peer")) {
      owner.port = port;
      Link link = port.connect("shm://f/peer");
      assertNotNull(link);
      assertEquals(1, peer.truncateCalls(0));
      int before = owner.rings.get();
      boolean _ = ((ShmPort) port).readLinkChanges();
      assertSame(ProtocolViolation.MISSING_MEMORY, link.violation());
      assertTrue(owner.rings.get() > before);
      port.forget(link);
      assertEquals(0, owner.inside.get());
    }
  }

  /** A process that exits deletes its files before its links end. */
  @Test
  void shouldKnowThatAPeerExitsWhoseMemoryIsDeleted() throws IOException {
    ShmWire wire = wire();
    try (Port port = wire.open("shm://f/port", new Owner());
        Port _ = wire.open(ADDRESS, new Owner())) {
      Link link = port.connect(ADDRESS);
      assertNull(link.peerMemory(1, 1));
      assertFalse(link.isLeaving(), "the memory alone is closed");
      Files.delete(new ShmFolder(base, "f").portFile(NAME));
      assertNull(link.peerMemory(1, 1));
      assertTrue(link.isLeaving());
    }
  }

  /** Programs with different settings talk to each other: the initiator chooses the size. */
  @Test
  void shouldConnectPortsWithRingsOfDifferentSizes() {
    ShmWire generous = new ShmWire(base, "f", new RingSize(CAPACITY, LARGE));
    try (Port small = wire().open("shm://f/small", new Owner());
        Port large = generous.open("shm://f/large", new Owner());
        Port next = generous.open("shm://f/next", new Owner())) {
      requireRings(CAPACITY, small, large);
      requireRings(LARGE, next, small);
    }
  }

  private static void requireRings(long bytes, Port initiator, Port acceptor) {
    Link calling = initiator.connect(acceptor.address());
    while (!isOpen(acceptor, initiator.address())) {
      boolean _ = acceptor.hasLinkChanges();
    }
    Link called = acceptor.connect(initiator.address());
    assertEquals(bytes / 4, calling.out().maximumPayload() + 24);
    assertEquals(bytes / 4, called.out().maximumPayload() + 24);
    calling.out().publish(calling.out().claim(0), 0, 1, 0, 0, 7, 0);
    assertNotEquals(0, called.in().peek());
    assertEquals(7, called.in().tag());
  }

  private static boolean isOpen(Port port, String peer) {
    return Stream.of(port.links())
        .anyMatch(link -> link.peerAddress().equals(peer) && !link.isClosed());
  }
}
