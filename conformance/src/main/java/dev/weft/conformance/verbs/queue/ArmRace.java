package dev.weft.conformance.verbs.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.verbs.bench.VerbsCheck.answered;

import dev.weft.conformance.check.Rounds;
import dev.weft.conformance.check.Task;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.failure.ClauseFailure;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.conformance.verbs.bench.EventInbox;
import dev.weft.conformance.verbs.bench.Feeder;
import dev.weft.conformance.verbs.bench.Inbox;
import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.verbs.CompletionQueue;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The race of VN-04 between completions and a waiter: arm, drain, wait must never sleep while a
 * completion is queued, and drain, arm, wait must be able to.
 */
final class ArmRace {
  private static final int AT_ONCE = 8;
  private static final int ROOM = 256;

  private final Trial trial;
  private final Rounds count;
  private final VerbsBench bench;
  private final EventInbox events;
  private final CompletionQueue queue;

  ArmRace(Trial trial) {
    this.trial = trial;
    count = trial.race(40_000);
    bench = VerbsBench.on(trial);
    events = bench.events(bench.channel());
    queue = bench.queue(ROOM, null, events.channel());
  }

  void check() throws InterruptedException {
    wrongOrderStrands();
    AtomicLong drained = new AtomicLong();
    Task<Boolean> sleeper = trial.start(() -> armDrainWait(drained));
    Feeder feeder = bench.feeder(queue);
    int done = 0;
    for (int now = count.next(AT_ONCE); now > 0 && !sleeper.isDone(); now = count.next(AT_ONCE)) {
      feeder.feed(done, now);
      done += now;
      int fed = done;
      HangDetector.await(
          () -> fed - drained.get() < ROOM / 2 || sleeper.isDone(),
          "the sleeper does not drain %d completions",
          fed);
    }
    feeder.feed(done, 1); // which wakes the waiter after the last round
    that(sleeper.result(), "the sleeper gave up");
    equal(count.total() + 1L, drained.get(), "completions that the sleeper has drained");
  }

  private boolean armDrainWait(AtomicLong drained) {
    Inbox inbox = bench.inbox(queue);
    while (true) {
      answered(0, queue.requestNotify(false), "req_notify");
      long seen = drained.get();
      for (int taken = inbox.poll(16); taken > 0; taken = inbox.poll(16)) {
        seen += taken;
      }
      drained.set(seen);
      if (seen > count.total()) {
        return true;
      }
      if (events.next(HangDetector.ALLOWANCE) == null) {
        throw new ClauseFailure("asleep after %d completions".formatted(seen));
      }
      queue.ackEvents(1);
    }
  }

  /** Drain, arm, wait: a completion between drain and arm makes no event. */
  private void wrongOrderStrands() {
    EventInbox apart = bench.events(bench.channel());
    CompletionQueue other = bench.queue(8, null, apart.channel());
    Inbox inbox = bench.inbox(other);
    equal(0, inbox.poll(8), "drain");
    bench.feeder(other).feed(1, 1);
    answered(0, other.requestNotify(false), "req_notify");
    CompletionQueue event = apart.next(Duration.ofMillis(50));
    if (event == null) {
      equal(1, inbox.poll(8), "the stranded completion");
    } else {
      event.ackEvents(1);
      trial.chose("the device also reports completions that wait when it is armed");
    }
  }
}
