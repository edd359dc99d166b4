package dev.weft.nic.progress;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.wire.DirectPeer;
import dev.weft.wire.FrameReader;
import dev.weft.wire.FrameRing;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.InProcessPeer;
import dev.weft.wire.Link;
import java.util.List;
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

  private void wakeTaken() {
    Link far = doorbells.takeFar();
    Link[] more = doorbells.takeMoreFar();
    doorbells.wake(far, more);
    if (more != null) {
      assertArrayEquals(new Link[more.length], more, "kept reachable");
    }
  }

  @Test
  void shouldWakeNoPeerThatPolls() {
    TestLink[] awake = {new TestLink(false), new TestLink(false)};
    wakeTaken();
    ringLater(awake);
    wakeTaken();
    assertEquals(List.of(0, 0), List.of(awake[0].wakeUps, awake[1].wakeUps));
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
      wakeTaken();
      asleep[0].asleep();
      asleep[1].asleep();
      wakeTaken(); // takes nothing: these were taken before
    }
    assertEquals(List.of(3, 3, 0), List.of(asleep[0].wakeUps, asleep[1].wakeUps, awake.wakeUps));
  }

  @Test
  void shouldWakeAPeerThatWaitsForRoom() {
    TestLink link = new TestLink(false).waitingForRoom();
    ringLater(link);
    wakeTaken();
    ringLater(link);
    wakeTaken();
    assertEquals(1, link.wakeUps);
  }

  @Test
  void shouldKeepApartWhatTwoThreadsWake() {
    TestLink[] ones = {new TestLink(false).asleep(), new TestLink(false).asleep()};
    TestLink[] others = {new TestLink(false).asleep(), new TestLink(false).asleep()};
    ringLater(ones);
    Link far = doorbells.takeFar();
    Link[] more = doorbells.takeMoreFar();
    ringLater(others);
    wakeTaken();
    doorbells.wake(far, more);
    for (TestLink link : List.of(ones[0], ones[1], others[0], others[1])) {
      assertEquals(1, link.wakeUps);
    }
  }

  @Test
  void shouldRingPeersInThisProcessAtOnce() {
    TestLink near = new TestLink(true).asleep();
    TestLink far = new TestLink(false).asleep();
    ringLater(near, far, near);
    doorbells.ringNear();
    assertEquals(List.of(1, 0), List.of(near.rings, far.wakeUps));
    wakeTaken();
    assertEquals(List.of(1, 0, 1), List.of(near.rings, near.wakeUps, far.wakeUps));
  }
}
