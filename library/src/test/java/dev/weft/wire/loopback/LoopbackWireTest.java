package dev.weft.wire.loopback;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.memory.GrantedMemory;
import dev.weft.wire.DirectPeer;
import dev.weft.wire.FrameReader;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.InProcessPeer;
import dev.weft.wire.Link;
import dev.weft.wire.Port;
import dev.weft.wire.PortListener;
import dev.weft.wire.ProtocolViolation;
import dev.weft.wire.SilentListener;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 600, unit = TimeUnit.SECONDS)
class LoopbackWireTest {
  private final LoopbackWire wire = new LoopbackWire(1024);

  private static final class Owner extends SilentListener {
    final AtomicInteger rings = new AtomicInteger();
    final boolean sleeps;

    Owner(boolean sleeps) {
      this.sleeps = sleeps;
    }

    @Override
    public void doorbell() {
      rings.incrementAndGet();
    }

    @Override
    public boolean maySleep() {
      return sleeps;
    }
  }

  private static void write(Link link, long number) {
    FrameWriter out = link.out();
    long frame = out.claim(0);
    assertNotEquals(FrameWriter.FULL, frame);
    out.publish(frame, 0, 1, 0, 0, number, 0);
    link.ring();
  }

  private static void read(Link link, long number) {
    FrameReader in = link.in();
    long header = in.peek();
    assertNotEquals(0, header);
    assertEquals(number, in.tag());
    in.advance(header);
    in.giveBack();
  }

  @Test
  void shouldChooseAddressesThatAreFree() {
    Port named = wire.open("loopback://1", new Owner(false));
    Port chosen = wire.open(null, new Owner(false));
    assertEquals("loopback://1", named.address());
    assertNotEquals(named.address(), chosen.address());
    assertTrue(wire.isAddress(chosen.address()));
    assertNull(wire.open(chosen.address(), new Owner(false)), "taken");
    chosen.close();
    assertNotNull(wire.open(chosen.address(), new Owner(false)), "free again");
  }

  @Test
  void shouldTellAddressesFromOtherText() {
    assertTrue(wire.isAddress("loopback://a-B_c.9"));
    assertFalse(wire.isAddress("loopback://"));
    assertFalse(wire.isAddress("loopback://a b"));
    assertFalse(wire.isAddress("loopback://" + "a".repeat(201)));
    assertFalse(wire.isAddress("shm://a"));
  }

  @Test
  void shouldConnectBothEnds() {
    Port a = wire.open(null, new Owner(false));
    Port b = wire.open(null, new Owner(false));
    assertNull(a.connect("loopback://nobody"));
    Link near = a.connect(b.address());
    assertSame(near, a.connect(b.address()));
    assertEquals(1, b.links().length);
    Link far = b.links()[0];
    assertSame(far, b.connect(a.address()));
    assertEquals(a.address(), far.peerAddress());
    write(near, 1);
    write(far, 2);
    read(far, 1);
    read(near, 2);
  }

  @Test
  void shouldConnectPortToItself() {
    Owner owner = new Owner(true);
    Port port = wire.open(null, owner);
    Link link = port.connect(port.address());
    assertEquals(1, port.links().length);
    write(link, 5);
    assertEquals(1, owner.rings.get());
    read(link, 5);
  }

  @Test
  void shouldRingOnlyWhereAThreadMaySleep() {
    Owner deaf = new Owner(false);
    Owner sleeper = new Owner(true);
    Port a = wire.open(null, deaf);
    Port b = wire.open(null, sleeper);
    Link near = a.connect(b.address());
    write(near, 1);
    write(near, 2);
    assertEquals(1, sleeper.rings.get(), "armed from the start, and once");
    write(b.links()[0], 3);
    assertEquals(0, deaf.rings.get());
  }

  @Test
  @Tag("long")
  void shouldMakeOneLinkWhenBothConnectAtOnce() throws Exception {
    CyclicBarrier together = new CyclicBarrier(2);
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      for (int round = 0; round < 2000; round++) {
        Port a = wire.open(null, new Owner(false));
        Port b = wire.open(null, new Owner(false));
        Future<Link> other =
            threads.submit(
                () -> {
                  together.await();
                  return b.connect(a.address());
                });
        together.await();
        Link near = a.connect(b.address());
        Link far = other.get();
        assertEquals(1, a.links().length);
        assertEquals(1, b.links().length);
        write(near, round);
        read(far, round);
        a.close();
        b.close();
      }
    }
  }

  @Test
  void shouldShowWhatAPeerWroteBeforeItLeft() {
    Owner owner = new Owner(true);
    Port a = wire.open(null, new Owner(false));
    Port b = wire.open(null, owner);
    write(a.connect(b.address()), 7);
    int rings = owner.rings.get();
    a.close();
    assertEquals(rings + 1, owner.rings.get(), "woken to see it");
    Link far = b.links()[0];
    assertTrue(far.isClosed());
    read(far, 7);
    b.forget(far);
    assertEquals(0, b.links().length);
    assertNull(b.connect(a.address()), "nobody is there any more");
  }

  @Test
  void shouldKeepTheLinksOfTwoPortsOfTheSameNameApart() {
    Port b = wire.open(null, new Owner(false));
    Port first = wire.open("loopback://again", new Owner(false));
    Link toFirst = b.connect(first.address());
    write(first.links()[0], 1);
    first.close();
    Port second = wire.open("loopback://again", new Owner(false));
    Link toSecond = b.connect(second.address());
    assertFalse(toSecond.isClosed());
    assertTrue(toFirst.isClosed());
    write(second.links()[0], 2);
    read(toFirst, 1);
    read(toSecond, 2);
    b.forget(toFirst);
    assertEquals(1, b.links().length);
    assertSame(toSecond, b.links()[0]);
  }

  @Test
  void shouldAnswerNoAddressToAPortThatLeft() {
    Port a = wire.open(null, new Owner(false));
    Port b = wire.open(null, new Owner(false));
    a.close();
    assertNull(a.connect(b.address()));
    assertEquals(0, b.links().length);
  }

  @Test
  void shouldOfferEachAddressOnce() {
    String first = wire.freeAddress();
    assertTrue(wire.isAddress(first));
    assertNotEquals(first, wire.freeAddress());
    assertTrue(wire.addressForm().startsWith("loopback://"));
  }

  /** The disconnect of a peer is reported until its link is removed. */
  @Test
  void shouldHaveChangesOfAPeerThatLeftUntilItIsForgotten() {
    Port a = wire.open(null, new Owner(false));
    Port b = wire.open(null, new Owner(false));
    Port c = wire.open(null, new Owner(false));
    Link toA = b.connect(a.address());
    b.connect(c.address());
    assertFalse(b.hasLinkChanges());
    a.close();
    assertTrue(b.hasLinkChanges());
    assertFalse(c.hasLinkChanges(), "which has never met it");
    b.forget(toA);
    assertFalse(b.hasLinkChanges());
    assertEquals(1, b.links().length);
  }

  @Test
  void shouldTellThePeerOfALinkThatWasBrokenOff() {
    Owner peer = new Owner(false);
    Port a = wire.open(null, new Owner(false));
    Port b = wire.open(null, peer);
    Link near = a.connect(b.address());
    Link far = b.links()[0];
    near.breakOff(ProtocolViolation.UNKNOWN_FRAME);
    near.breakOff(ProtocolViolation.UNKNOWN_FRAME);
    assertEquals(1, peer.rings.get(), "once");
    assertTrue(far.isClosed());
    assertNull(far.violation(), "this side has done nothing wrong");
    assertTrue(b.hasLinkChanges());
    assertTrue(a.hasLinkChanges(), "its own port looks at the link, too");
    assertNotSame(near, a.connect(b.address()), "a new link, as the old one is closed");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldReachThePeerDirectlyOnlyOnADirectWire(boolean direct) {
    LoopbackWire chosen = new LoopbackWire(1024, direct);
    Reachable peer = new Reachable();
    Port b = chosen.open(null, peer);
    Link near = chosen.open(null, new Owner(false)).connect(b.address());
    assertSame(direct ? peer : null, near.direct());
    assertSame(direct ? peer : null, near.memory());
    assertSame(direct ? peer : null, near.inProcessPeer());
    assertEquals(5, near.refusals());
  }

  /** An owner that offers direct access in place of frames. */
  private static final class Reachable implements PortListener, DirectPeer, InProcessPeer {
    @Override
    public void doorbell() {}

    @Override
    public boolean maySleep() {
      return false;
    }

    @Override
    public int refuses() {
      return 5;
    }

    @Override
    public InProcessPeer inProcessPeer() {
      return this;
    }

    @Override
    public DirectPeer direct() {
      return this;
    }

    @Override
    public void ringUnlessPolled() {}

    @Override
    public boolean beginPull(int handle) {
      return false;
    }

    @Override
    public void pull(int handle, long offset, MemorySegment destination, long at, long length) {}

    @Override
    public void endPull(int handle) {}

    @Override
    public void cancelPull(int handle) {}

    @Override
    public GrantedMemory find(long key) {
      return null;
    }

    @Override
    public void touched(boolean written, long bytes) {}
  }
}
