package dev.weft.nic.queuepair;

import dev.weft.wait.PendingBitLock;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Work that is published before the pending bit is set is served by the lock holder, or by the
 * thread that enters instead.
 */
public final class PendingBitLockTests {
  private static final int PUBLISHED = 1;
  private static final int TAKEN = 2;

  private PendingBitLockTests() {}

  /** A machine: the work published to it, and how much of it was served. */
  static final class Machine {
    final PendingBitLock entrance = new PendingBitLock();
    final AtomicIntegerArray frames = new AtomicIntegerArray(2);
    int taken; // without a fence of its own: only for the lock holder

    void publish(int frame) {
      frames.setRelease(frame, PUBLISHED);
    }

    void ring() {
      if (entrance.tryEnterOrSetPending()) {
        serve();
      }
    }

    /** Caller holds the lock. */
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

  /** Two threads publish and set the pending bit. */
  @JCStressTest
  @State
  @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "both taken, each once")
  @Outcome(expect = Expect.FORBIDDEN, desc = "left, or served twice")
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

  /**
   * One thread posts, which serves work only if the pending bit is set; another publishes and sets
   * it.
   */
  @JCStressTest
  @State
  @Outcome(id = "1, 7", expect = Expect.ACCEPTABLE, desc = "taken, and what was posted is there")
  @Outcome(expect = Expect.FORBIDDEN, desc = "left, or two threads held the lock")
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

  /**
   * Two threads each hold the lock of one machine and signal the other: neither waits, no work is
   * left.
   */
  @JCStressTest
  @State
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "each served what the other published")
  @Outcome(expect = Expect.FORBIDDEN, desc = "left, or served twice")
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

  /**
   * One thread enters both machines if that needs no waiting, while another posts to the second
   * one.
   */
  @JCStressTest
  @State
  @Outcome(
      id = {"1, 7", "0, 7"},
      expect = Expect.ACCEPTABLE,
      desc = "done in process, or not at all")
  @Outcome(expect = Expect.FORBIDDEN, desc = "two threads held the lock")
  public static class DirectBesidePost {
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
        // a pending bit, which no thread sets here
      }
    }

    @Arbiter
    public void taken(II_Result result) {
      result.r1 = asked;
      result.r2 = posted;
    }
  }
}
