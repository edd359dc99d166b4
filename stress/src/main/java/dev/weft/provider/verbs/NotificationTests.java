package dev.weft.provider.verbs;

import dev.weft.completion.work.WorkCompletion;
import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.CompletionEvent;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.completion.WorkCompletionBatch;
import java.lang.foreign.Arena;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** The races of arming, polling, getting, acknowledging and destroying. */
public final class NotificationTests {
  private static final VerbsContext CONTEXT =
      new LoopbackVerbsProvider().devices().getFirst().open();

  private NotificationTests() {}

  /** A queue of two with a channel that does not block. */
  abstract static class Bench {
    final CompletionChannel channel = CONTEXT.createCompletionChannel();
    final CompletionQueue queue = CONTEXT.createCq(2, null, channel, 0);

    Bench() {
      channel.blocking(false);
    }

    final void complete(long wrId) {
      WorkCompletion completion = new WorkCompletion();
      completion.wrId = wrId;
      ((SoftwareCompletionQueue) queue).sink().add(completion);
    }

    /** Polls until the queue is empty; returns how many completions it took. */
    final int drain() {
      return queue.poll(WorkCompletionBatch.allocate(Arena.ofAuto(), 4), 4);
    }

    /** Gets and acknowledges all queued events; returns how many. */
    final int getAll() {
      int got = 0;
      while (channel.getEvent(new CompletionEvent()) == 0) {
        queue.ackEvents(1);
        got++;
      }
      return got;
    }

    final void end() {
      queue.close();
      channel.close();
    }
  }

  /** A thread that arms and then drains nothing gets an event. */
  @JCStressTest
  @State
  @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "not there yet: an event follows")
  @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "there before the arming")
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "an event, and drained all the same")
  @Outcome(expect = Expect.FORBIDDEN, desc = "no event, or two")
  public static class CompleteBesideArmAndDrain extends Bench {
    @Actor
    public void completes() {
      complete(1);
    }

    @Actor
    public void armsThenDrains(II_Result result) {
      queue.requestNotify(false);
      result.r1 = drain();
    }

    @Arbiter
    public void gets(II_Result result) {
      result.r2 = getAll();
      end();
    }
  }

  /**
   * Two concurrent completions trigger an armed queue once, and the entry is queued before its
   * event.
   */
  @JCStressTest
  @State
  @Outcome(
      id = {"0, 0, 1", "1, 1, 0", "1, 2, 0"},
      expect = Expect.ACCEPTABLE,
      desc = "one event, and its completion can be read")
  @Outcome(expect = Expect.FORBIDDEN, desc = "two events, none, or one before its completion")
  public static class TwoCompleteBesideGet extends Bench {
    {
      queue.requestNotify(false);
    }

    @Actor
    public void first() {
      complete(1);
    }

    @Actor
    public void second() {
      complete(2);
    }

    @Actor
    public void gets(III_Result result) {
      result.r1 = getAll();
      result.r2 = result.r1 == 0 ? 0 : drain();
    }

    @Arbiter
    public void later(III_Result result) {
      result.r3 = getAll();
      end();
    }
  }

  /** Two pollers, one completion. */
  @JCStressTest
  @State
  @Outcome(
      id = {"0, 1", "1, 0"},
      expect = Expect.ACCEPTABLE,
      desc = "one of them has it")
  @Outcome(expect = Expect.FORBIDDEN, desc = "lost or duplicated")
  public static class PollBesidePoll extends Bench {
    {
      complete(1);
    }

    @Actor
    public void first(II_Result result) {
      result.r1 = drain();
    }

    @Actor
    public void second(II_Result result) {
      result.r2 = drain();
    }

    @Arbiter
    public void ends() {
      end();
    }
  }

  /** An armed queue is destroyed while a completion arrives: no event of it is left. */
  @JCStressTest
  @State
  @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "no event of the destroyed queue")
  @Outcome(expect = Expect.FORBIDDEN, desc = "an event of a destroyed queue")
  public static class CompleteBesideDestroy extends Bench {
    {
      queue.requestNotify(false);
    }

    @Actor
    public void completes() {
      complete(1);
    }

    @Actor
    public void destroys() {
      queue.close();
    }

    @Arbiter
    public void gets(II_Result result) {
      result.r1 = getAll();
      channel.close();
    }
  }

  /**
   * An event is got and acknowledged while its queue is destroyed, which waits for the
   * acknowledgement.
   */
  @JCStressTest
  @State
  @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "destroyed first: the event is gone")
  @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "got: destruction waited")
  @Outcome(
      expect = Expect.FORBIDDEN,
      desc = "destroyed between get and ack, or an event afterwards")
  public static class GetAndAckBesideDestroy extends Bench {
    private volatile boolean destroyed;

    {
      queue.requestNotify(false);
      complete(1);
    }

    @Actor
    public void getsAndAcks(II_Result result) {
      if (channel.getEvent(new CompletionEvent()) == 0) {
        result.r1 = destroyed ? -1 : 1;
        queue.ackEvents(1);
      }
    }

    @Actor
    public void destroys() {
      queue.close();
      destroyed = true;
    }

    @Arbiter
    public void gets(II_Result result) {
      result.r2 = getAll();
      channel.close();
    }
  }
}
