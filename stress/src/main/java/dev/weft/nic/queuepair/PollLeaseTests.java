package dev.weft.nic.queuepair;

import dev.weft.nic.progress.PollLease;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/** A publisher that leaves a frame to the poller, while the poller's lease ends. */
public final class PollLeaseTests {
  private static final int POLLS = 100;

  private PollLeaseTests() {}

  /** The timer ends the lease while a frame is published. */
  @JCStressTest
  @State
  @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "the publisher or the timer took it")
  @Outcome(expect = Expect.FORBIDDEN, desc = "each left the frame to the other")
  public static class PublishBesideEnd {
    private final PollLease lease = new PollLease(this::serve);
    private boolean published;
    private boolean taken;

    /** The constructing thread holds the lease. */
    public PublishBesideEnd() {
      for (int i = 0; i < POLLS; i++) {
        lease.polled();
      }
    }

    private void serve() {
      if (published) {
        taken = true;
      }
    }

    @Actor
    public void publisher() {
      published = true;
      if (!lease.willBeFound()) {
        taken = true;
      }
    }

    /** The first call finds that the lease was used; the second one ends it. */
    @Actor
    public void timer() {
      lease.endOfTerm();
      lease.endOfTerm();
    }

    @Arbiter
    public void taken(Z_Result result) {
      lease.close();
      result.r1 = taken;
    }
  }
}
