package dev.weft.nic.endpoint;

import dev.weft.nic.message.SendWork;
import dev.weft.nic.transfer.PendingSend;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** The race between a receiver that pulls a payload and a sender that withdraws it. */
public final class PendingSendTests {
  private PendingSendTests() {}

  /** The sender overwrites its buffer once withdraw has returned, whatever it returned. */
  @JCStressTest
  @State
  @Outcome(id = "true, false, 7", expect = Expect.ACCEPTABLE, desc = "pulled, with the payload")
  @Outcome(id = "false, true, 0", expect = Expect.ACCEPTABLE, desc = "withdrawn, not pulled")
  @Outcome(expect = Expect.FORBIDDEN, desc = "both, none, or a payload that was overwritten")
  public static class PullBesideWithdraw {
    private final PendingSend send = new PendingSend(0, 1);
    private int buffer = 7;
    private int pulled;

    public PullBesideWithdraw() {
      send.describeAs(new SendWork(1), null, true);
    }

    @Actor
    public void receiver(ZZI_Result result) {
      if (send.beginPull()) {
        pulled = buffer;
        send.endPull();
        result.r1 = true;
      }
    }

    @Actor
    public void sender(ZZI_Result result) {
      result.r2 = send.withdraw();
      buffer = 9;
    }

    @Arbiter
    public void payload(ZZI_Result result) {
      result.r3 = pulled;
    }
  }
}
