package dev.weft.wire.loopback;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.wire.DirectPeer;
import dev.weft.wire.FrameReader;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.Link;
import dev.weft.wire.Port;
import dev.weft.wire.PortOwner;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 600, unit = TimeUnit.SECONDS)
class LoopbackWireTest {
  private final LoopbackWire wire = new LoopbackWire(1024);

  private static final class Owner implements PortOwner {
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

    @Override
    public DirectPeer direct() {
      return null;
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
  void shouldRingOnlyWhereSomebodyMaySleep() {
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
}
