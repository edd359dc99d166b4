package dev.weft.provider.fabric;

import dev.weft.fabric.Counter;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.poll.CompletionSelector;
import dev.weft.fabric.poll.SelectorKey;
import dev.weft.fabric.poll.WaitObject;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The races of a selection with publications, registrations, closes and wake-ups. A lost wake-up
 * shows as -110.
 */
public final class SelectorTests {
  private static final FabricInfo INFO = Fabrics.getInfo().getFirst();
  private static final Fabric FABRIC = Fabrics.open(INFO);
  private static final Domain DOMAIN = FABRIC.openDomain(INFO);
  private static final CounterAttributes PARKING =
      CounterAttributes.builder().waitObject(WaitObject.UNSPEC).build();
  private static final int LONG_MILLIS = 10_000;
  private static final int STRANDED = -110;

  private SelectorTests() {}

  /** A selector and a counter that may be registered with it. */
  abstract static class Bench {
    final CompletionSelector<Counter> selector = FABRIC.openSelector();
    final Counter counter = DOMAIN.openCounter(PARKING);

    /** The result of a selection, or {@code -110} if nothing woke it. */
    final int select() {
      long start = System.nanoTime();
      int ready = selector.select(member -> member.attachment().read(), LONG_MILLIS);
      boolean late = System.nanoTime() - start > LONG_MILLIS * 1_000_000L;
      return ready == 0 && late ? STRANDED : ready;
    }

    final void close() {
      selector.close();
      counter.close();
    }
  }

  /** A member becomes ready while a thread begins to wait for it. */
  @JCStressTest
  @State
  @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "seen at once or woken")
  @Outcome(expect = Expect.FORBIDDEN, desc = "the wake-up is lost, or the member stays ready")
  public static class PublishBesideSelect extends Bench {
    private final SelectorKey<Counter> selectorKey = selector.register(counter, counter);

    @Actor
    public void publishes() {
      counter.add(1);
    }

    @Actor
    public void selects(II_Result result) {
      result.r1 = select();
    }

    @Arbiter
    public void left(II_Result result) {
      result.r2 = selector.selectNow(member -> {}) + (selectorKey.isValid() ? 0 : 100);
      close();
    }
  }

  /** A ready member is registered while a thread begins to wait. */
  @JCStressTest
  @State
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "seen at once or woken")
  @Outcome(expect = Expect.FORBIDDEN, desc = "the thread waits on without the new member")
  public static class JoinBesideSelect extends Bench {
    {
      counter.add(1);
    }

    @Actor
    public void joins() {
      selector.register(counter, counter);
    }

    @Actor
    public void selects(II_Result result) {
      result.r1 = select();
    }

    @Arbiter
    public void members(II_Result result) {
      result.r2 = selector.size();
      close();
    }
  }

  /** A member is registered while it becomes ready. */
  @JCStressTest
  @State
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "seen")
  @Outcome(
      expect = Expect.FORBIDDEN,
      desc = "an event between two steps of the registration is lost")
  public static class JoinBesidePublish extends Bench {
    @Actor
    public void joins() {
      selector.register(counter, counter);
    }

    @Actor
    public void publishes() {
      counter.add(1);
    }

    @Arbiter
    public void members(II_Result result) {
      result.r1 = select();
      result.r2 = selector.size();
      close();
    }
  }

  /** A member is closed while it is registered; a wake-up ends the wait. */
  @JCStressTest
  @State
  @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "it was one, and is none any more")
  @Outcome(id = "2, 0", expect = Expect.ACCEPTABLE, desc = "refused, as closed")
  @Outcome(expect = Expect.FORBIDDEN, desc = "a closed object is a member")
  public static class CloseBesideJoin extends Bench {
    @Actor
    public void joins(II_Result result) {
      try {
        selector.register(counter, counter);
        result.r1 = 1;
      } catch (IllegalStateException closed) {
        result.r1 = 2;
      }
    }

    @Actor
    public void closes() {
      counter.close();
    }

    @Arbiter
    public void members(II_Result result) {
      result.r2 = selector.size();
      close();
    }
  }

  /** The selector is closed while a thread begins to wait. */
  @JCStressTest
  @State
  @Outcome(id = "-9, 0", expect = Expect.ACCEPTABLE, desc = "an event reports it")
  @Outcome(expect = Expect.FORBIDDEN, desc = "the thread waits on, or a member is left")
  public static class CloseBesideSelect extends Bench {
    private final SelectorKey<Counter> selectorKey = selector.register(counter, counter);

    @Actor
    public void closes() {
      selector.close();
    }

    @Actor
    public void selects(II_Result result) {
      result.r1 = select();
    }

    @Arbiter
    public void members(II_Result result) {
      result.r2 = selector.size() + (selectorKey.isValid() ? 100 : 0);
      close();
    }
  }

  /** Two wake-ups end at least one wait of a thread that begins to wait. */
  @JCStressTest
  @State
  @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "woken")
  @Outcome(expect = Expect.FORBIDDEN, desc = "the wake-up is lost")
  public static class WakeupBesideSelect extends Bench {
    @Actor
    public void wakes() {
      selector.wakeup();
    }

    @Actor
    public void selects(II_Result result) {
      result.r1 = select();
    }

    @Arbiter
    public void members(II_Result result) {
      result.r2 = selector.size();
      close();
    }
  }

  /**
   * A wake-up ends one wait; the other one sees the member become ready. The publisher is no actor,
   * so that two processors are enough.
   */
  @JCStressTest
  @State
  @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "one got it, one was woken")
  @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "the other way round")
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "both got it")
  @Outcome(expect = Expect.FORBIDDEN, desc = "no thread got it, or one wake-up is lost")
  public static class TwoThreads extends Bench {
    {
      selector.register(counter, counter);
    }

    @Actor
    public void first(II_Result result) {
      CompletableFuture<Void> published = CompletableFuture.runAsync(this::publish);
      result.r1 = select();
      published.join();
    }

    private void publish() {
      counter.add(1);
      selector.wakeup();
    }

    @Actor
    public void second(II_Result result) {
      result.r2 = select();
    }

    @Arbiter
    public void ends() {
      close();
    }
  }
}
