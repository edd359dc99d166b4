package dev.weft.conformance.verbs.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;
import static dev.weft.conformance.verbs.bench.VerbsCheck.answered;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Rounds;
import dev.weft.conformance.check.ThrownOnPurpose;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.conformance.verbs.bench.EventInbox;
import dev.weft.conformance.verbs.bench.Feeder;
import dev.weft.conformance.verbs.bench.Inbox;
import dev.weft.conformance.verbs.bench.OptionalCalls;
import dev.weft.conformance.verbs.bench.Pair;
import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.conformance.verbs.bench.Work;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.VerbsContext;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** VH: the completion event handler of the InfiniBand architecture. */
public final class HandlerClauses {
  private static final String SET = "InfiniBand architecture, Set Completion Event Handler";
  private static final long CALM_MILLIS = 30;

  private HandlerClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("VH-01", Level.REQUIRED, SET)
            .says("one call registers a handler for a whole device")
            .lookAt("what registering does")
            .check(OptionalCalls.handlers(HandlerClauses::oneForAll)),
        clause("VH-02", Level.REQUIRED, SET)
            .says("it runs for any queue of the device whose notification was requested")
            .lookAt("how queues without a channel find the handler")
            .check(OptionalCalls.handlers(HandlerClauses::oneForAll)),
        clause("VH-03", Level.REQUIRED, SET)
            .says("it is given the device and the queue")
            .lookAt("the arguments of the handler")
            .check(OptionalCalls.handlers(HandlerClauses::isGivenBoth)),
        clause("VH-04", Level.REQUIRED, SET)
            .says("it does not run unarmed, nor for completions of the other type")
            .lookAt("whether handler and channel share the arm word")
            .check(OptionalCalls.handlers(HandlerClauses::onlyIfArmed)),
        clause("VH-05", Level.REQUIRED, SET)
            .says("a poll in the handler gives the oldest completion")
            .lookAt("whether the completion is stored before the handler runs")
            .check(OptionalCalls.handlers(HandlerClauses::pollInside)),
        clause("VH-06", Level.UNSTATED, SET)
            .says("it runs once per request")
            .lookAt("the arm word")
            .check(OptionalCalls.handlers(HandlerClauses::oncePerArm)),
        clause("VH-07", Level.UNSTATED, SET)
            .says("it can be replaced and removed; one that throws does no harm")
            .lookAt("where the exceptions of a handler are caught")
            .check(OptionalCalls.handlers(HandlerClauses::replacedAndThrowing)),
        clause("VH-08", Level.UNSTATED, SET)
            .says("it may poll, arm, post and resize; runs for one queue do not overlap (X-43)")
            .lookAt("which locks are held while the handler runs")
            .check(OptionalCalls.handlers(HandlerClauses::mayDoAnything)),
        clause("VH-09", Level.UNSTATED, SET)
            .says("a queue with a channel makes events there; destroy inside a run does not hang")
            .lookAt("which of both a queue notifies, and what destroy waits for")
            .check(OptionalCalls.handlers(HandlerClauses::besideChannels)));
  }

  /** The calls of a handler. */
  private record Runs(BlockingQueue<CompletionQueue> queues, BlockingQueue<VerbsContext> devices) {

    static Runs on(VerbsBench bench) {
      Runs runs = new Runs(new LinkedBlockingQueue<>(), new LinkedBlockingQueue<>());
      bench.context().completionEventHandler(runs::add);
      bench.keep(() -> bench.context().completionEventHandler(null));
      return runs;
    }

    private void add(VerbsContext device, CompletionQueue queue) {
      devices.add(device);
      queues.add(queue);
    }

    void expect(CompletionQueue queue) {
      CompletionQueue seen = next(queues, "the handler does not run");
      that(queue.equals(seen), "the handler ran for another queue");
    }

    void expectNone(String when) throws InterruptedException {
      CompletionQueue seen = queues.poll(CALM_MILLIS, TimeUnit.MILLISECONDS);
      that(seen == null, "the handler ran after %s", when);
    }
  }

  /** The next call of a handler. */
  private static <T> T next(BlockingQueue<T> added, String otherwise) {
    HangDetector.await(() -> !added.isEmpty(), otherwise);
    return added.remove();
  }

  private static void arm(CompletionQueue queue, boolean solicitedOnly) {
    answered(0, queue.requestNotify(solicitedOnly), "req_notify(%b)", solicitedOnly);
  }

  private static void oneForAll(Trial trial) throws InterruptedException {
    VerbsBench bench = VerbsBench.on(trial);
    Runs runs = Runs.on(bench);
    for (int i = 0; i < 2; i++) {
      CompletionQueue queue = bench.queue(8);
      arm(queue, false);
      bench.feeder(queue).feed(1, 1);
      runs.expect(queue);
    }
    runs.expectNone("one completion in each of two armed queues");
  }

  private static void isGivenBoth(Trial trial) throws InterruptedException {
    VerbsBench bench = VerbsBench.on(trial);
    Runs runs = Runs.on(bench);
    CompletionQueue queue = bench.queue(8);
    arm(queue, false);
    bench.feeder(queue).feed(1, 1);
    runs.expect(queue);
    equal(bench.context(), runs.devices().peek(), "device of the handler");
  }

  private static void onlyIfArmed(Trial trial) throws InterruptedException {
    VerbsBench bench = VerbsBench.on(trial);
    Runs runs = Runs.on(bench);
    CompletionQueue queue = bench.queue(8);
    Feeder feeder = bench.feeder(queue);
    feeder.feed(1, 2);
    runs.expectNone("completions in a queue that is not armed");
    arm(queue, true);
    feeder.feed(3, 1);
    runs.expectNone("an unsolicited completion under a solicited arm");
    feeder.feedSolicited(4, 1);
    runs.expect(queue);
  }

  private static void pollInside(Trial trial) throws InterruptedException {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueue queue = bench.queue(8);
    BlockingQueue<List<Long>> polled = new LinkedBlockingQueue<>();
    Inbox inbox = bench.inbox(queue);
    bench
        .context()
        .completionEventHandler(
            (device, armed) -> {
              inbox.poll(1);
              polled.add(inbox.polled().stream().map(Work::wrId).toList());
            });
    bench.keep(() -> bench.context().completionEventHandler(null));
    Feeder feeder = bench.feeder(queue);
    feeder.feed(7, 1);
    arm(queue, false);
    feeder.feed(8, 1);
    List<Long> seen = next(polled, "the handler does not run");
    equal(List.of(7L), seen, "wr_id of a poll in the handler");
  }

  private static void oncePerArm(Trial trial) throws InterruptedException {
    VerbsBench bench = VerbsBench.on(trial);
    Runs runs = Runs.on(bench);
    CompletionQueue queue = bench.queue(8);
    arm(queue, false);
    bench.feeder(queue).feed(1, 5);
    runs.expect(queue);
    runs.expectNone("the run for one request");
    trial.chose("one run per request");
  }

  private static void replacedAndThrowing(Trial trial) throws InterruptedException {
    trial.closing(ThrownOnPurpose.outOfTheLog());
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueue queue = bench.queue(8);
    Feeder feeder = bench.feeder(queue);
    AtomicInteger thrown = new AtomicInteger();
    bench
        .context()
        .completionEventHandler(
            (device, armed) -> {
              thrown.incrementAndGet();
              throw new ThrownOnPurpose("a completion event handler");
            });
    arm(queue, false);
    feeder.feed(1, 1);
    awaitCount(thrown, 1);
    equal(1, thrown.get(), "runs of a handler that throws");
    Runs runs = Runs.on(bench);
    arm(queue, false);
    feeder.feed(2, 1);
    runs.expect(queue);
    bench.context().completionEventHandler(null);
    arm(queue, false);
    feeder.feed(3, 1);
    runs.expectNone("the removal of the handler");
    equal(1, thrown.get(), "runs of the handler that was replaced");
    equal(Feeder.numbers(1, 3), bench.inbox(queue).numbers(3), "wr_ids");
    trial.chose("the last handler counts, null removes it");
  }

  private static void awaitCount(AtomicInteger counter, int count) {
    HangDetector.await(() -> counter.get() >= count, "the handler does not run %d times", count);
  }

  private static void mayDoAnything(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueue queue = bench.queue(64);
    Pair pair = bench.pairInto(queue);
    Inbox inbox = bench.inbox(queue);
    Rounds rounds = trial.race(400);
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger overlaps = new AtomicInteger();
    AtomicInteger drained = new AtomicInteger();
    List<Throwable> problems = new ArrayList<>();
    bench
        .context()
        .completionEventHandler(
            (device, armed) -> {
              overlaps.addAndGet(inside.incrementAndGet() > 1 ? 1 : 0);
              try {
                arm(armed, false);
                for (int taken = inbox.poll(8); taken > 0; taken = inbox.poll(8)) {
                  pair.receiver().receives(0, taken);
                  drained.addAndGet(taken);
                }
                armed.resize(64 + drained.get() % 2 * 64);
              } catch (RuntimeException | Error problem) {
                problems.add(problem);
              }
              inside.decrementAndGet();
            });
    bench.keep(() -> bench.context().completionEventHandler(null));
    pair.receiver().receives(0, 32);
    arm(queue, false);
    for (int i = 0; rounds.next(); i++) {
      pair.sender().send(i);
      pair.sender().sends().numbers(1);
    }
    awaitCount(drained, rounds.total());
    equal(List.of(), problems, "what the handler threw");
    equal(rounds.total(), drained.get(), "completions that the handler has polled");
    equal(0, overlaps.get(), "runs that overlapped");
    trial.chose("poll, arm, post and resize inside the handler, one run at a time");
  }

  private static void besideChannels(Trial trial) throws InterruptedException {
    VerbsBench bench = VerbsBench.on(trial);
    Runs runs = Runs.on(bench);
    EventInbox events = bench.events(bench.channel());
    CompletionQueue queue = bench.queue(8, null, events.channel());
    arm(queue, false);
    bench.feeder(queue).feed(1, 1);
    events.take(queue);
    runs.expectNone("a completion in a queue with a channel");
    CompletionQueue other = bench.queue(8);
    Feeder feeder = bench.feeder(other);
    BlockingQueue<Boolean> destroyed = new LinkedBlockingQueue<>();
    bench
        .context()
        .completionEventHandler(
            (device, armed) -> {
              feeder.close();
              armed.close();
              destroyed.add(armed.isClosed());
            });
    arm(other, false);
    feeder.push(1);
    equal(true, next(destroyed, "destroy inside a run hangs"), "destroyed inside a run");
    trial.chose("a channel goes before the handler");
  }
}
