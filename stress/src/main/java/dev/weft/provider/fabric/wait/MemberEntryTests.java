package dev.weft.provider.fabric.wait;

import dev.weft.wait.Readiness;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/** The races of arming a member and of its events. */
public final class MemberEntryTests {
  private MemberEntryTests() {}

  /** A queue of entries, and its entry. */
  abstract static class Member implements ActiveMember {
    final AtomicInteger entries = new AtomicInteger();
    final ActiveMembers<Member> members = new ActiveMembers<>();
    final MemberEntry<Member> entry = members.add(this);

    void publish() {
      entries.setRelease(1);
      entry.notifier().published();
    }

    void arm() {
      entry.arm();
    }

    @Override
    public Readiness event() {
      return () -> entries.get() > 0;
    }

    void isActive(Z_Result result) {
      result.r1 = entry.equals(members.first());
    }
  }

  /** An event while a poll arms the member. */
  @JCStressTest
  @State
  @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "the next poll looks at the member")
  @Outcome(expect = Expect.FORBIDDEN, desc = "the event is missed")
  public static class EventBesideArming extends Member {
    @Actor
    public void publisher() {
      publish();
    }

    @Actor
    public void poller() {
      arm();
    }

    @Arbiter
    public void look(Z_Result result) {
      isActive(result);
    }
  }

  /** An event while two threads that select arm the member. */
  @JCStressTest
  @State
  @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "the next selection finds the member")
  @Outcome(expect = Expect.FORBIDDEN, desc = "the event is missed")
  public static class EventBesideTwoArming extends Member {
    @Actor
    public void first() {
      publish();
      arm();
    }

    @Actor
    public void second() {
      arm();
      arm();
    }

    @Arbiter
    public void look(Z_Result result) {
      isActive(result);
    }
  }

  /** An event of a member that is armed, while two threads look again. */
  @JCStressTest
  @State
  @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "the next selection finds the member")
  @Outcome(expect = Expect.FORBIDDEN, desc = "the event is missed")
  public static class EventBesideArmingAgain extends Member {
    public EventBesideArmingAgain() {
      arm();
    }

    @Actor
    public void first() {
      publish();
      arm();
    }

    @Actor
    public void second() {
      arm();
      arm();
    }

    @Arbiter
    public void look(Z_Result result) {
      isActive(result);
    }
  }
}
