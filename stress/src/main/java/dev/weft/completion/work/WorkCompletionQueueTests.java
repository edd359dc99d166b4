package dev.weft.completion.work;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** The races of a queue of work completions: resizing, discarding, overrunning, replacing. */
public final class WorkCompletionQueueTests {
  private WorkCompletionQueueTests() {}

  /** A queue and the calls of its listener. */
  abstract static class Bench implements WorkCompletionListener {
    final AtomicInteger overruns = new AtomicInteger();
    final WorkCompletionQueue queue;

    Bench(int size, boolean lossy) {
      queue =
          new WorkCompletionQueue(
              size, new WorkCompletionOptions(false, lossy, false, false), this);
    }

    final boolean add(int wrId, int queuePair) {
      WorkCompletion completion = new WorkCompletion();
      completion.wrId = wrId;
      completion.byteLength = wrId;
      completion.queuePair = queuePair;
      return queue.add(completion);
    }

    /** Decimal digits: the entries in order; 9 for a torn one. */
    final int drain() {
      int digits = 0;
      WorkCompletionReader reader = queue.reader();
      if (reader.start() == WorkCompletionReader.READY) {
        do {
          boolean whole = reader.wrId() == reader.byteLength();
          digits = digits * 10 + (whole ? (int) reader.wrId() : 9);
        } while (reader.next() == WorkCompletionReader.READY);
        reader.end();
      }
      return digits;
    }

    @Override
    public void completionEvent() {}

    @Override
    public void overrun() {
      overruns.incrementAndGet();
    }

    @Override
    public void eventHeldBack(long nanos) {}
  }

  /** Growing during a write and a read: nothing is lost, duplicated or reordered. */
  @JCStressTest
  @State
  @Outcome(
      id = {"0, 12", "1, 2", "12, 0"},
      expect = Expect.ACCEPTABLE,
      desc = "each once, in order")
  @Outcome(expect = Expect.FORBIDDEN, desc = "lost, duplicated, torn or out of order")
  public static class GrowBesideAddAndPoll extends Bench {
    /** One waits. */
    public GrowBesideAddAndPoll() {
      super(2, false);
      add(1, 1);
    }

    @Actor
    public void adds() {
      add(2, 1);
    }

    @Actor
    public void grows() {
      queue.resize(8);
    }

    @Actor
    public void drains(II_Result result) {
      result.r1 = drain();
    }

    @Arbiter
    public void rest(II_Result result) {
      result.r2 = drain();
    }
  }

  /** The entries of a queue pair are discarded during a read: those of others stay, in order. */
  @JCStressTest
  @State
  @Outcome(id = "132, 0", expect = Expect.ACCEPTABLE, desc = "read before")
  @Outcome(id = "3, 0", expect = Expect.ACCEPTABLE, desc = "discarded before")
  @Outcome(
      id = {"13, 0", "32, 0"},
      expect = Expect.ACCEPTABLE,
      desc = "discarded in part")
  @Outcome(expect = Expect.FORBIDDEN, desc = "lost, duplicated or out of order")
  public static class ForgetBesidePoll extends Bench {
    /** Of queue pairs 1, 2, 1. */
    public ForgetBesidePoll() {
      super(4, false);
      add(1, 1);
      add(3, 2);
      add(2, 1);
    }

    @Actor
    public void forgets() {
      queue.discard(1);
    }

    @Actor
    public void drains(II_Result result) {
      result.r1 = drain();
    }

    @Arbiter
    public void rest(II_Result result) {
      result.r2 = drain();
    }
  }

  /** Two writers find a full queue: it reports one overrun, and the queued entries stay. */
  @JCStressTest
  @State
  @Outcome(id = "1, 1, 2", expect = Expect.ACCEPTABLE, desc = "one overrun, both lost")
  @Outcome(expect = Expect.FORBIDDEN, desc = "two events or none, or something else lost")
  public static class OverrunBesideOverrun extends Bench {
    /** Full. */
    public OverrunBesideOverrun() {
      super(1, false);
      add(1, 1);
    }

    @Actor
    public void first() {
      add(2, 1);
    }

    @Actor
    public void second() {
      add(3, 1);
    }

    @Arbiter
    public void count(III_Result result) {
      result.r1 = overruns.get();
      result.r2 = drain();
      result.r3 = (int) queue.lost();
    }
  }

  /**
   * With overruns ignored, the oldest entry is replaced while it is read: entries are intact, read
   * once, in order.
   */
  @JCStressTest
  @State
  @Outcome(id = "23, 0, 1", expect = Expect.ACCEPTABLE, desc = "replaced and counted")
  @Outcome(
      id = {"123, 0, 0", "12, 3, 0"},
      expect = Expect.ACCEPTABLE,
      desc = "read before: there is room")
  @Outcome(expect = Expect.FORBIDDEN, desc = "torn, duplicated, out of order or not counted")
  public static class ReplaceBesidePoll extends Bench {
    /** Full. */
    public ReplaceBesidePoll() {
      super(2, true);
      add(1, 1);
      add(2, 1);
    }

    @Actor
    public void replaces() {
      add(3, 1);
    }

    @Actor
    public void drains(III_Result result) {
      result.r1 = drain();
    }

    @Arbiter
    public void rest(III_Result result) {
      result.r2 = drain();
      result.r3 = (int) queue.lost();
    }
  }
}
