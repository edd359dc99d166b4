package dev.weft.nic.progress;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.weft.wire.DirectPeer;
import dev.weft.wire.FrameReader;
import dev.weft.wire.FrameRing;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.InProcessPeer;
import dev.weft.wire.Link;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PendingDoorbellsTest {
  private final PendingDoorbells doorbells = new PendingDoorbells();

  /** A link whose peer is the test: in another process, or in this one. */
  private static final class TestLink extends Link {
    final FrameRing there;
    final FrameRing back;
    final boolean near;
    int wakeUps;
    int rings;

    TestLink(boolean near) {
      this(FrameRing.inProcess(1024), FrameRing.inProcess(1024), near);
    }

    private TestLink(FrameRing there, FrameRing back, boolean near) {
      super("test://peer", there.writer(), back.reader(), 0, 0);
      this.there = there;
      this.back = back;
      this.near = near;
    }

    TestLink asleep() {
      FrameReader reader = there.reader();
      reader.mayArm();
      reader.arm();
      return this;
    }

    /** Has the peer wait for room, then frees it. */
    TestLink waitingForRoom() {
      FrameWriter peer = back.writer();
      peer.wantRoom();
      peer.publish(peer.claim(0), 0, 1, 0, 0, 0, 0);
      in().advance(in().peek());
      in().giveBack();
      return this;
    }

    @Override
    protected void wakePeer() {
      wakeUps++;
    }

    @Override
    protected boolean hasPeerLeft() {
      return false;
    }

    @Override
    public InProcessPeer inProcessPeer() {
      return near ? () -> rings++ : null;
    }

    @Override
    public DirectPeer direct() {
      return null;
    }
  }

  private void ringLater(TestLink... links) {
    for (TestLink link : links) {
      doorbells.add(link);
      doorbells.add(link);
    }
  }

  private static Set<Link> links(Link... taken) {
    return new HashSet<>(Arrays.stream(taken).filter(Objects::nonNull).toList());
  }

  @Test
  void shouldTakeNothingWhileThePeersPoll() {
    assertNull(doorbells.takeSleeping());
    ringLater(new TestLink(false), new TestLink(false));
    assertNull(doorbells.takeSleeping());
  }

  @Test
  void shouldWakeEachSleepingPeerOnce() {
    TestLink[] asleep = {new TestLink(false).asleep(), new TestLink(false).asleep()};
    TestLink awake = new TestLink(false);
    for (List<TestLink> order :
        List.of(
            List.of(asleep[0], awake, asleep[1]),
            List.of(awake, asleep[0], asleep[1], asleep[0]),
            List.of(asleep[1], asleep[0], awake))) {
      ringLater(order.toArray(TestLink[]::new));
      Link[] taken = doorbells.takeSleeping();
      assertEquals(Set.of(asleep[0], asleep[1]), links(taken));
      doorbells.wake(taken);
      assertArrayEquals(new Link[taken.length], taken, "kept reachable");
      assertNull(doorbells.takeSleeping(), "taken before");
      asleep[0].asleep();
      asleep[1].asleep();
    }
    assertEquals(List.of(3, 3, 0), List.of(asleep[0].wakeUps, asleep[1].wakeUps, awake.wakeUps));
  }

  @Test
  void shouldWakeAPeerThatWaitsForRoom() {
    TestLink link = new TestLink(false).waitingForRoom();
    ringLater(link);
    doorbells.wake(doorbells.takeSleeping());
    ringLater(link);
    assertNull(doorbells.takeSleeping());
    assertEquals(1, link.wakeUps);
  }

  @Test
  void shouldKeepApartWhatTwoThreadsWake() {
    TestLink one = new TestLink(false).asleep();
    TestLink other = new TestLink(false).asleep();
    ringLater(one);
    Link[] first = doorbells.takeSleeping();
    ringLater(other);
    Link[] second = doorbells.takeSleeping();
    doorbells.wake(second);
    doorbells.wake(first);
    assertEquals(List.of(1, 1), List.of(one.wakeUps, other.wakeUps));
  }

  @Test
  void shouldRingPeersInThisProcessAtOnce() {
    TestLink near = new TestLink(true).asleep();
    TestLink far = new TestLink(false).asleep();
    ringLater(near, far, near);
    doorbells.ringNear();
    assertEquals(List.of(1, 0), List.of(near.rings, far.wakeUps));
    doorbells.wake(doorbells.takeSleeping());
    assertEquals(List.of(1, 0, 1), List.of(near.rings, near.wakeUps, far.wakeUps));
  }
}
