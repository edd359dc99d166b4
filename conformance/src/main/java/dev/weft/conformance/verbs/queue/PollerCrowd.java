package dev.weft.conformance.verbs.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;

import dev.weft.conformance.check.Rounds;
import dev.weft.conformance.check.Task;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.conformance.verbs.bench.Feeder;
import dev.weft.conformance.verbs.bench.Inbox;
import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.completion.WcFields;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Many threads that poll one queue until all completions are taken. */
final class PollerCrowd {
  private static final int AT_ONCE = 16;
  private static final int ROOM = 1_024;

  private final Trial trial;
  private final VerbsBench bench;
  private final CompletionQueue queue;
  private final int pollers;
  private final Rounds count;
  private final AtomicInteger seen = new AtomicInteger();

  PollerCrowd(Trial trial, int pollers, int count) {
    this.trial = trial;
    this.pollers = pollers;
    this.count = trial.race(count);
    bench = VerbsBench.on(trial);
    queue = bench.extended(bench.init(WcFields.STANDARD).cqe(ROOM));
  }

  void check() throws InterruptedException {
    List<Task<List<Long>>> tasks = new ArrayList<>();
    for (int i = 0; i < pollers; i++) {
      Inbox inbox = i % 2 == 0 ? bench.plainInbox(queue) : bench.iteratorInbox(queue);
      tasks.add(trial.start(() -> pollAll(inbox)));
    }
    Feeder feeder = bench.feeder(queue);
    int done = 0;
    for (int now = count.next(AT_ONCE); now > 0; now = count.next(AT_ONCE)) {
      feeder.feed(done, now);
      done += now;
      int fed = done;
      HangDetector.await(
          () -> fed - seen.get() < ROOM / 2 || tasks.stream().anyMatch(Task::isDone),
          "the pollers do not take %d completions",
          fed);
    }
    BitSet all = new BitSet();
    for (Task<List<Long>> task : tasks) {
      collect(task.result(), all);
    }
    equal(count.total(), all.cardinality(), "completions seen");
  }

  private List<Long> pollAll(Inbox inbox) {
    List<Long> own = new ArrayList<>();
    while (seen.get() < count.total() && !Thread.currentThread().isInterrupted()) {
      int taken = inbox.poll(AT_ONCE / 2);
      seen.addAndGet(taken);
      inbox.polled().forEach(work -> own.add(work.wrId()));
      if (taken == 0) {
        Thread.yield();
      }
    }
    return own;
  }

  private static void collect(List<Long> own, BitSet all) {
    long last = -1;
    for (long number : own) {
      that(number > last, "one poller sees %d after %d", number, last);
      that(!all.get((int) number), "two pollers see %d", number);
      all.set((int) number);
      last = number;
    }
  }
}
