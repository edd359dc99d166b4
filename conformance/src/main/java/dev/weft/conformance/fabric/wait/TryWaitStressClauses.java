package dev.weft.conformance.fabric.wait;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Rounds;
import dev.weft.conformance.check.Task;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.Peer;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.fabric.poll.WaitObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** The protocol of trywait under load: TW-001, TW-004, TW-005, TW-013. */
public final class TryWaitStressClauses {

  private static final String TRYWAIT = "fi_poll(3), fi_trywait";

  private TryWaitStressClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("TW-001", Level.REQUIRED, TRYWAIT)
            .says("a thread that blocks natively only after trywait returned 0 misses nothing")
            .lookAt("TW-002 and TW-004 first")
            .concurrent()
            .check(trial -> new Stress(trial, 1, 1_000, 1).run()),
        clause("TW-004", Level.REQUIRED, TRYWAIT)
            .says("after 0 any insertion makes the object ready, even before the select starts")
            .lookAt("arming, a full fence, and then the last look at the queues")
            .concurrent()
            .within(Duration.ofSeconds(40))
            .automaticToo()
            .check(trial -> new Stress(trial, 1, 100_000, 1).run()),
        clause("TW-005", Level.INFERRED, "prov/util")
            .says("trywait clears the signal first and looks at the queues then")
            .lookAt("the order of the two in trywait")
            .concurrent()
            .automaticToo()
            .check(trial -> new Stress(trial, 1, 50_000, 4).run()),
        clause("TW-013", Level.UNSTATED, TRYWAIT)
            .says("two threads that arm one queue both keep their wake-ups")
            .lookAt("one thread's clear that takes the other's wake-up")
            .concurrent()
            .within(Duration.ofSeconds(40))
            .automaticToo()
            .check(
                trial -> {
                  new Stress(trial, 2, 100_000, 4).run();
                  trial.chose("no wake-up of two waiters on one queue was lost");
                }));
  }

  /** One sender, which sends bursts of random length and waits for each, and native waiters. */
  private static final class Stress {
    private final Trial trial;
    private final Bench bench;
    private final int waiters;
    private final Rounds messages;
    private final int burst;
    private final AtomicIntegerArray seen;
    private final AtomicInteger taken = new AtomicInteger();
    private final SplittableRandom random = new SplittableRandom(42);

    Stress(Trial trial, int waiters, int messages, int burst) {
      this.trial = trial;
      this.bench = Bench.on(trial).wait(WaitObject.FD).size(1024).open();
      this.waiters = waiters;
      this.messages = trial.race(messages);
      this.burst = burst;
      this.seen = new AtomicIntegerArray(this.messages.most());
    }

    void run() throws InterruptedException {
      List<Task<Integer>> tasks = new ArrayList<>();
      for (int i = 0; i < waiters; i++) {
        tasks.add(trial.start(this::consume));
      }
      sendAll(tasks);
      int slept = 0;
      for (Task<Integer> task : tasks) {
        slept += task.result();
      }
      equal(messages.total(), taken.get(), "messages taken");
      that(slept > 0, "no waiter ever slept, so nothing was checked");
    }

    private int consume() {
      NativeWaiter waiter =
          new NativeWaiter(bench.fabric(), bench.receiver().receiveQueue(), this::take);
      waiter.consume(taken, messages);
      return waiter.slept();
    }

    private void take(long context) {
      equal(1, seen.incrementAndGet((int) context), "how often message %d was seen", context);
      taken.incrementAndGet();
    }

    private void sendAll(List<Task<Integer>> tasks) {
      int sent = 0;
      for (int now = nextBurst(); now > 0; now = nextBurst()) {
        for (int end = sent + now; sent < end; sent++) {
          bench.receiver().postReceive(sent);
          inject();
        }
        awaitTaken(sent, tasks);
        spin(random.nextInt(200));
      }
    }

    private int nextBurst() {
      return messages.next(1 + random.nextInt(burst));
    }

    private void inject() {
      Peer sender = bench.sender();
      long handle = sender.handleOf(bench.receiver());
      sender.accepted("inject", () -> sender.endpoint().inject(sender.slot(0), 8, handle));
    }

    private void awaitTaken(int sent, List<Task<Integer>> tasks) {
      HangDetector detector = new HangDetector();
      while (taken.get() < sent && tasks.stream().noneMatch(Task::isDone)) {
        detector.lapOr("%d of %d messages are taken", taken.get(), sent);
      }
      that(
          taken.get() >= sent || sent == messages.most(),
          "a waiter gave up at message %d of %d",
          taken.get(),
          sent);
    }

    private static void spin(int turns) {
      for (int i = 0; i < turns; i++) {
        Thread.onSpinWait();
      }
    }
  }
}
