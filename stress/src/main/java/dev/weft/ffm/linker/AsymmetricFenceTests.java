package dev.weft.ffm.linker;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Of two threads that store and then load, one with each fence, at least one sees the other. */
public final class AsymmetricFenceTests {
  private AsymmetricFenceTests() {}

  /** Plain stores and loads, which the processor reorders without a fence. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "both have seen the other")
  @Outcome(id = "(0, 1|1, 0)", expect = Expect.ACCEPTABLE, desc = "one has")
  @Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "none has")
  @State
  public static class LightMeetsHeavy {
    private int frequent;
    private int rare;

    @Actor
    public void frequent(II_Result r) {
      frequent = 1;
      AsymmetricFence.light();
      r.r1 = rare;
    }

    @Actor
    public void rare(II_Result r) {
      rare = 1;
      AsymmetricFence.heavy();
      r.r2 = frequent;
    }
  }
}
