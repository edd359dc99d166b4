package dev.weft.nic.queuepair;

import dev.weft.wait.PendingBitLock;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A request that needs the locks of both sides and finds the peer's one held waits; the holder
 * rings the requesting side before it releases.
 */
public final class TurnTests {
  private TurnTests() {}

  /** A machine that executes its request while it holds both locks. */
  static final class Machine {
    final PendingBitLock lock = new PendingBitLock();
    Machine peer;
    private volatile boolean awaitsTurn;
    private volatile int posted;
    private int done;

    void post() {
      posted = 1;
      ring();
    }

    void ring() {
      if (lock.tryEnterOrSetPending()) {
        leave();
      }
    }

    private void leave() {
      do {
        serve();
      } while (!lock.leave());
    }

    private void serve() {
      if (peer.awaitsTurn) {
        peer.awaitsTurn = false;
        peer.ring();
      }
      if (posted > done && (peer.lock.enterIfFree() || enterAfterTurn())) {
        done++;
        exitPeer();
      }
    }

    private boolean enterAfterTurn() {
      awaitsTurn = true;
      if (peer.lock.tryEnterOrSetPending()) {
        awaitsTurn = false;
        return true;
      }
      return false;
    }

    private void exitPeer() {
      if (peer.lock.isNested()) {
        peer.lock.leaveNested();
      } else {
        peer.leave();
      }
    }
  }

  /** Both sides post to each other. */
  @JCStressTest
  @State
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "both requests executed, each once")
  @Outcome(expect = Expect.FORBIDDEN, desc = "a request was left, or executed twice")
  public static class BothPost {
    private final Machine left = new Machine();
    private final Machine right = new Machine();

    /** Two connected machines. */
    public BothPost() {
      left.peer = right;
      right.peer = left;
    }

    @Actor
    public void fromLeft() {
      left.post();
    }

    @Actor
    public void fromRight() {
      right.post();
    }

    @Arbiter
    public void done(II_Result result) {
      result.r1 = left.done;
      result.r2 = right.done;
    }
  }
}
