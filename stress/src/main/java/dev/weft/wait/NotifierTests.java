package dev.weft.wait;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.LI_Result;
import org.openjdk.jcstress.infra.results.LL_Result;

/** The races of waiting and waking. A lost wake-up shows as TIMED_OUT. */
public final class NotifierTests {
  private NotifierTests() {}

  private static long soon() {
    return Deadline.after(2, TimeUnit.SECONDS);
  }

  /** A count of entries and the notifier of threads that wait for one. */
  abstract static class Queue {
    final Notifier notifier = new Notifier();
    final AtomicInteger entries = new AtomicInteger();

    void publish() {
      entries.incrementAndGet();
      notifier.published();
    }

    WaitResult take() {
      while (true) {
        int n = entries.get();
        if (n > 0 && entries.compareAndSet(n, n - 1)) {
          notifier.passOn();
          return WaitResult.READY;
        }
        if (n == 0) {
          WaitResult result = notifier.await(() -> entries.get() > 0, soon());
          if (result != WaitResult.READY) {
            return result;
          }
        }
      }
    }
  }

  /** Publishing while a thread begins to wait. */
  @JCStressTest
  @State
  @Outcome(id = "READY, 0", expect = Expect.ACCEPTABLE, desc = "seen at once or woken")
  @Outcome(
      expect = Expect.FORBIDDEN,
      desc = "the wake-up is lost, or the waiter queue is not empty")
  public static class PublishBesideSleep extends Queue {
    @Actor
    public void publisher() {
      publish();
    }

    @Actor
    public void sleeper(LI_Result result) {
      result.r1 = take();
    }

    @Arbiter
    public void line(LI_Result result) {
      result.r2 = notifier.waiters() + (notifier.isArmed() ? 1 : 0);
    }
  }

  /** Two entries, two waiters: both waits end. */
  @JCStressTest
  @State
  @Outcome(id = "READY, READY", expect = Expect.ACCEPTABLE, desc = "each took one")
  @Outcome(expect = Expect.FORBIDDEN, desc = "a waiter sleeps although there is an entry")
  public static class TwoSleepers extends Queue {
    @Actor
    public void first(LL_Result result) {
      publish();
      publish();
      result.r1 = take();
    }

    @Actor
    public void second(LL_Result result) {
      result.r2 = take();
    }
  }

  /** A waiter times out while an entry is published for it: the other waiter is woken. */
  @JCStressTest
  @State
  @Outcome(id = "READY, 0", expect = Expect.ACCEPTABLE, desc = "the other waiter took it")
  @Outcome(expect = Expect.FORBIDDEN, desc = "the wake-up was lost with the waiter that left")
  public static class LeavingBesidePublish extends Queue {
    private final CompletableFuture<WaitResult> patient = new CompletableFuture<>();

    /** Starts another waiter. */
    public LeavingBesidePublish() {
      Thread.startVirtualThread(() -> patient.complete(take()));
    }

    @Actor
    public void publisher() {
      publish();
    }

    @Actor
    public void hasty() {
      notifier.await(() -> entries.get() > 0, System.nanoTime() + 1);
    }

    @Arbiter
    public void rest(LI_Result result) {
      result.r1 = patient.join();
      result.r2 = entries.get();
    }
  }

  /** A signal ends one wait, whether it comes before or during it. */
  @JCStressTest
  @State
  @Outcome(id = "SIGNALLED, 0", expect = Expect.ACCEPTABLE, desc = "remembered or woken")
  @Outcome(expect = Expect.FORBIDDEN, desc = "the signal is lost")
  public static class SignalBesideSleep extends Queue {
    @Actor
    public void signaller() {
      notifier.signal();
    }

    @Actor
    public void sleeper(LI_Result result) {
      result.r1 = take();
    }

    @Arbiter
    public void line(LI_Result result) {
      result.r2 = notifier.waiters();
    }
  }

  /** Close against await. */
  @JCStressTest
  @State
  @Outcome(id = "CLOSED, 0", expect = Expect.ACCEPTABLE, desc = "the wait ends")
  @Outcome(expect = Expect.FORBIDDEN, desc = "a thread sleeps on a closed queue")
  public static class CloseBesideSleep extends Queue {
    @Actor
    public void closer() {
      notifier.close();
    }

    @Actor
    public void sleeper(LI_Result result) {
      result.r1 = take();
    }

    @Arbiter
    public void line(LI_Result result) {
      result.r2 = notifier.waiters();
    }
  }

  /** Two threads arm one wait object during a publication: it ends raised. */
  @JCStressTest
  @State
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "seen by the one that published")
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "seen by both threads that armed")
  @Outcome(
      expect = Expect.FORBIDDEN,
      desc = "an entry, and the object is not raised: native waiters hang")
  public static class TwoArm {
    private final Flag flag = new Flag();
    private final Notifier notifier = new Notifier(IdleStrategy.PARK, 0, flag);
    private final AtomicInteger entries = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();

    @Actor
    public void first() {
      entries.incrementAndGet();
      notifier.published();
      arm();
    }

    @Actor
    public void second() {
      arm();
    }

    private void arm() {
      if (!notifier.tryArm(() -> entries.get() > 0)) {
        refused.incrementAndGet();
      }
    }

    @Arbiter
    public void result(II_Result result) {
      result.r1 = flag.raised.get();
      result.r2 = refused.get();
    }
  }

  /** A wait object that only stores a flag. */
  private static final class Flag implements ExternalWait {
    private final AtomicInteger raised = new AtomicInteger();

    @Override
    public boolean raise() {
      return raised.compareAndSet(0, 1);
    }

    @Override
    public boolean lower() {
      return raised.compareAndSet(1, 0);
    }

    @Override
    public void close() {
      raise();
    }
  }
}
