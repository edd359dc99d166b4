package dev.weft.ffm.fid;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** An object is freed by no thread while another one is inside a call that uses it. */
public final class UseCountTests {
  private static final int REFUSED = -1;

  private UseCountTests() {}

  /** An object that is 1 once it has been freed. */
  static class Freed {
    final UseCount uses;
    private int freed;

    Freed() {
      this(new UseCount());
    }

    /**
     * An object that has not been freed.
     *
     * @param uses with as many flags as threads of the test may own
     */
    Freed(UseCount uses) {
      this.uses = uses;
    }

    /** What a call sees; {@link #REFUSED} once the object is closed. */
    final int call() {
      if (!uses.enter()) {
        return REFUSED;
      }
      int seen = freed;
      uses.leave();
      return seen;
    }

    /** What the second call sees, which has the flag already that the first one took, if any. */
    final int callTwice() {
      call();
      return call();
    }

    final int close() {
      uses.close();
      freed = 1;
      return freed;
    }
  }

  /** The owner's second call, which uses its flag only, and a close. */
  @JCStressTest
  @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "called before the close")
  @Outcome(id = "-1, 1", expect = Expect.ACCEPTABLE, desc = "refused")
  @State
  public static class OwnerCallsWhileClosing extends Freed {
    @Actor
    public void owner(II_Result r) {
      r.r1 = callTwice();
    }

    @Actor
    public void closer(II_Result r) {
      r.r2 = close();
    }
  }

  /** Two threads call, both with a flag, and a third one closes. */
  @JCStressTest
  @Outcome(id = "(0|-1), (0|-1), 1", expect = Expect.ACCEPTABLE, desc = "called or refused")
  @State
  public static class TwoCallWhileClosing extends Freed {
    @Actor
    public void first(III_Result r) {
      r.r1 = callTwice();
    }

    @Actor
    public void second(III_Result r) {
      r.r2 = callTwice();
    }

    @Actor
    public void closer(III_Result r) {
      r.r3 = close();
    }
  }

  /** Two threads call, one of which gets the only flag, and a third one closes. */
  @JCStressTest
  @Outcome(id = "(0|-1), (0|-1), 1", expect = Expect.ACCEPTABLE, desc = "called or refused")
  @State
  public static class TwoCallWithOneFlag extends Freed {
    /** One flag. */
    public TwoCallWithOneFlag() {
      super(new UseCount(1));
    }

    @Actor
    public void first(III_Result r) {
      r.r1 = callTwice();
    }

    @Actor
    public void second(III_Result r) {
      r.r2 = callTwice();
    }

    @Actor
    public void closer(III_Result r) {
      r.r3 = close();
    }
  }

  /** The owner's call is held up, and goes on afterwards. */
  @JCStressTest
  @Outcome(id = "(0|2), 1", expect = Expect.ACCEPTABLE, desc = "before, or after")
  @State
  public static class OwnerIsHeldUp extends Freed {
    private int value;

    @Actor
    public void owner(II_Result r) {
      call();
      uses.enter();
      r.r1 = value;
      uses.leave();
    }

    @Actor
    public void holder(II_Result r) {
      uses.holdUp();
      value = 1;
      value = 2;
      uses.resume();
      r.r2 = 1;
    }
  }

  /** Two holders at a time; both see every call ended. */
  @JCStressTest
  @Outcome(id = "0, 0, 1", expect = Expect.ACCEPTABLE, desc = "no call was inside")
  @State
  public static class TwoHoldUpTheOwner extends Freed {
    private volatile int inside;

    @Actor
    public void owner(III_Result r) {
      pass();
      pass();
      r.r3 = 1;
    }

    private void pass() {
      uses.enter();
      inside = 1;
      inside = 0;
      uses.leave();
    }

    @Actor
    public void first(III_Result r) {
      r.r1 = seen();
    }

    @Actor
    public void second(III_Result r) {
      r.r2 = seen();
    }

    private int seen() {
      uses.holdUp();
      int seen = inside;
      uses.resume();
      return seen;
    }
  }
}
