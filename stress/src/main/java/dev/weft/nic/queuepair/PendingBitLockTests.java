package dev.weft.nic.queuepair;

import java.util.concurrent.atomic.AtomicIntegerArray;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** What is published before a mark is taken by whoever is inside, or by who enters instead. */
public final class PendingBitLockTests {
  private static final int PUBLISHED = 1;
  private static final int TAKEN = 2;

  private PendingBitLockTests() {}

  /** A machine: what is published to it, and how much of that was taken. */
  static final class Machine {
    final PendingBitLock entrance = new PendingBitLock();
    final AtomicIntegerArray frames = new AtomicIntegerArray(2);
    int taken; // without a fence of its own: for who is inside

    void publish(int frame) {
      frames.setRelease(frame, PUBLISHED);
    }

    void ring() {
      if (entrance.enterOrMark()) {
        serve();
      }
    }

    /** Inside. */
    void serve() {
      do {
        take();
      } while (!entrance.leave());
    }

    private void take() {
      for (int i = 0; i < frames.length(); i++) {
        if (frames.getAcquire(i) == PUBLISHED) {
          frames.setPlain(i, TAKEN);
          taken++;
        }
      }
    }
  }

  /** Two that publish and ring. */
  @JCStressTest
  @State
  @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "both taken, each once")
  @Outcome(expect = Expect.FORBIDDEN, desc = "left behind, or taken twice")
  public static class RingBesideRing {
    private final Machine machine = new Machine();

    @Actor
    public void first() {
      machine.publish(0);
      machine.ring();
    }

    @Actor
    public void second() {
      machine.publish(1);
      machine.ring();
    }

    @Arbiter
    public void taken(I_Result result) {
      result.r1 = machine.taken;
    }
  }

  /** One that posts, which has nothing to take unless there is a mark, and one that rings. */
  @JCStressTest
  @State
  @Outcome(id = "1, 7", expect = Expect.ACCEPTABLE, desc = "taken, and what was posted is there")
  @Outcome(expect = Expect.FORBIDDEN, desc = "left behind, or two were inside")
  public static class PostBesideRing {
    private final Machine machine = new Machine();
    private int posted;

    @Actor
    public void poster() {
      machine.entrance.enter();
      posted += 7;
      if (!machine.entrance.leave()) {
        machine.serve();
      }
    }

    @Actor
    public void peer() {
      machine.publish(0);
      machine.ring();
    }

    @Arbiter
    public void taken(II_Result result) {
      result.r1 = machine.taken;
      result.r2 = posted;
    }
  }

  /** Two that are each inside one machine and ring the other: neither waits, nothing is left. */
  @JCStressTest
  @State
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "each took what the other published")
  @Outcome(expect = Expect.FORBIDDEN, desc = "left behind, or taken twice")
  public static class EachInsideRingsTheOther {
    private final Machine left = new Machine();
    private final Machine right = new Machine();

    @Actor
    public void fromLeft() {
      send(left, right);
    }

    @Actor
    public void fromRight() {
      send(right, left);
    }

    private static void send(Machine from, Machine to) {
      from.entrance.enter();
      to.publish(0);
      to.ring();
      if (!from.entrance.leave()) {
        from.serve();
      }
    }

    @Arbiter
    public void taken(II_Result result) {
      result.r1 = left.taken;
      result.r2 = right.taken;
    }
  }

  /** One inside both in person, where that needs no waiting, beside one that posts to the other. */
  @JCStressTest
  @State
  @Outcome(
      id = {"1, 7", "0, 7"},
      expect = Expect.ACCEPTABLE,
      desc = "in person, or not at all")
  @Outcome(expect = Expect.FORBIDDEN, desc = "two were inside")
  public static class InPersonBesidePost {
    private final PendingBitLock entrance = new PendingBitLock();
    private int posted;
    private int asked;

    @Actor
    public void asker() {
      if (entrance.enterIfFree()) {
        posted += 3;
        posted -= 3;
        asked = 1;
        leave();
      }
    }

    @Actor
    public void poster() {
      entrance.enter();
      posted += 7;
      leave();
    }

    private void leave() {
      while (!entrance.leave()) {
        // a mark: nobody makes one here
      }
    }

    @Arbiter
    public void taken(II_Result result) {
      result.r1 = asked;
      result.r2 = posted;
    }
  }
}
