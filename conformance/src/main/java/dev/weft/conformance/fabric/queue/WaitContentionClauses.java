package dev.weft.conformance.fabric.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.returned;
import static dev.weft.conformance.check.Check.returnedOneOf;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Rounds;
import dev.weft.conformance.check.Task;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.QueueReader;
import dev.weft.conformance.fabric.bench.Stopwatch;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.fabric.Errno;
import dev.weft.fabric.poll.WaitObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Several threads that wait on one queue: CQ-038, CQ-040. */
public final class WaitContentionClauses {

  private static final int TIMEOUT = 100;
  private static final int WAITERS = 4;
  private static final int MESSAGES = 2_000;

  private WaitContentionClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("CQ-038", Level.INFERRED, "prov/util, one deadline per sread")
            .says("wake-ups with nothing to read neither end an sread nor restart its clock")
            .lookAt("the deadline, which is computed once, before the loop")
            .concurrent()
            .check(WaitContentionClauses::oneDeadline),
        clause("CQ-040", Level.REQUIRED, "fi_cq(3), fi_cq_sread; prov/util")
            .says("n completions wake n waiters, one wakes one, and no wake-up is lost")
            .lookAt("clear, re-check, sleep; and which waiter a notification reaches")
            .concurrent()
            .automaticToo()
            .check(WaitContentionClauses::everyCompletionWakesOne));
  }

  private static void oneDeadline(Trial trial) throws InterruptedException {
    Bench bench = Bench.on(trial).wait(WaitObject.UNSPEC).open();
    AtomicBoolean done = new AtomicBoolean();
    AtomicReference<Stopwatch> lastArrival = new AtomicReference<>(new Stopwatch());
    Task<Void> stranger = trial.start(() -> sendUnexpected(bench, done, lastArrival));
    QueueReader queue = new QueueReader(bench.receiver().receiveQueue(), 1);
    HangDetector detector = new HangDetector();
    try {
      for (int soon = 0;
          soon < 3; ) { // soon after an arrival, which therefore did not restart the clock
        Stopwatch watch = new Stopwatch();
        returned(-Errno.EAGAIN, queue.sread(1, TIMEOUT), "sread(100) beside arrivals");
        soon += lastArrival.get().millis() < TIMEOUT ? 1 : 0;
        watch.expectTimeout(TIMEOUT, "sread(100) during unexpected arrivals");
        detector.lapOr("each sread(100) ends 100 ms after an unexpected arrival");
      }
    } finally {
      done.set(true);
    }
    stranger.result();
    besideThief(trial);
  }

  /** Sends a message without a posted receive every 5 ms. */
  private static Void sendUnexpected(
      Bench bench, AtomicBoolean done, AtomicReference<Stopwatch> last) {
    long handle = bench.sender().handleOf(bench.receiver());
    for (int i = 0; !done.get() && !Thread.currentThread().isInterrupted(); i++) {
      Stopwatch arrival = new Stopwatch();
      bench.sender().endpoint().inject(bench.sender().slot(i), Long.BYTES, handle);
      last.set(arrival);
      bench.sender().progress();
      Bench.pause(5);
    }
    return null;
  }

  private static void besideThief(Trial trial) throws InterruptedException {
    Bench bench = Bench.on(trial).wait(WaitObject.UNSPEC).open();
    AtomicBoolean done = new AtomicBoolean();
    Task<Void> sender = trial.start(() -> sendExpected(bench, done));
    Task<Void> thief = trial.start(() -> steal(bench, done));
    QueueReader queue = new QueueReader(bench.receiver().receiveQueue(), 1);
    try {
      for (int timedOut = 0, attempts = 0; timedOut < 3 && attempts < 50; attempts++) {
        Stopwatch watch = new Stopwatch();
        int read = queue.sread(1, TIMEOUT);
        returnedOneOf(Set.of(1, -Errno.EAGAIN), read, "sread(100) beside a competing reader");
        if (read != 1) {
          watch.expectTimeout(TIMEOUT, "sread(100) beside a competing reader");
          timedOut++;
        }
      }
    } finally {
      done.set(true);
    }
    sender.result();
    thief.result();
  }

  private static Void sendExpected(Bench bench, AtomicBoolean done) {
    for (int i = 0; !done.get() && !Thread.currentThread().isInterrupted(); i++) {
      bench.receiver().postReceive(i);
      bench.sender().send(bench.receiver(), i);
      bench.sender().transmit().drain(1);
      Bench.pause(10);
    }
    return null;
  }

  private static Void steal(Bench bench, AtomicBoolean done) {
    QueueReader queue = new QueueReader(bench.receiver().receiveQueue(), 8);
    while (!done.get()) {
      returnedOneOf(Set.of(1, 2, 3, 4, 5, 6, 7, 8, -Errno.EAGAIN), queue.read(8), "read");
      Thread.yield();
    }
    return null;
  }

  private static void everyCompletionWakesOne(Trial trial) throws InterruptedException {
    Bench bench = Bench.on(trial).wait(WaitObject.UNSPEC).open();
    allWake(trial, bench);
    oneWakes(trial, bench);
    noneIsLost(trial, bench);
  }

  private static void allWake(Trial trial, Bench bench) throws InterruptedException {
    List<Task<Integer>> waiters = waiters(trial, bench);
    for (int i = 0; i < WAITERS; i++) {
      bench.receiver().postReceive(i);
      bench.sender().send(bench.receiver(), i);
    }
    for (Task<Integer> waiter : waiters) {
      int read = bench.sender().pushUntilDone(waiter);
      returned(1, read, "sread(-1), one of %d with as many completions", WAITERS);
    }
  }

  private static void oneWakes(Trial trial, Bench bench) throws InterruptedException {
    List<Task<Integer>> waiters = waiters(trial, bench);
    bench.receiver().postReceive(9);
    bench.sender().send(bench.receiver(), 9);
    HangDetector.await(
        () -> {
          bench.sender().push();
          return waiters.stream().anyMatch(Task::isDone);
        },
        "one completion wakes none of %d waiters",
        WAITERS);
    Bench.pause(50);
    equal(1L, waiters.stream().filter(Task::isDone).count(), "waiters that one completion woke");
    signalUntilDone(bench, waiters);
    int woken = 0;
    for (Task<Integer> waiter : waiters) {
      int read = waiter.result();
      returnedOneOf(Set.of(1, -Errno.EAGAIN), read, "sread(-1) of %d waiters", WAITERS);
      woken += read == 1 ? 1 : 0;
    }
    equal(1, woken, "waiters that have read one completion");
  }

  private static void signalUntilDone(Bench bench, List<? extends Task<?>> waiters) {
    HangDetector detector = new HangDetector();
    while (!waiters.stream().allMatch(Task::isDone)) {
      bench.receiver().receiveQueue().signal();
      detector.lapOr("an sread does not end although the queue is signalled");
    }
  }

  private static List<Task<Integer>> waiters(Trial trial, Bench bench) throws InterruptedException {
    List<Task<Integer>> waiters = new ArrayList<>();
    for (int i = 0; i < WAITERS; i++) {
      QueueReader queue = new QueueReader(bench.receiver().receiveQueue(), 1);
      waiters.add(trial.start(() -> queue.sread(1, -1)));
    }
    for (Task<Integer> waiter : waiters) {
      waiter.awaitBlocked();
    }
    return waiters;
  }

  /** Sends one message at a time, so that the waiters are parked before nearly each of them. */
  private static void noneIsLost(Trial trial, Bench bench) throws InterruptedException {
    AtomicInteger seen = new AtomicInteger();
    Rounds rounds = trial.race(MESSAGES);
    List<Task<Set<Long>>> waiters = new ArrayList<>();
    for (int i = 0; i < WAITERS; i++) {
      waiters.add(trial.start(() -> readUntilAllSeen(bench, seen, rounds)));
    }
    for (int i = 0; rounds.next(); i++) {
      bench.receiver().postReceive(i);
      bench.sender().send(bench.receiver(), i);
      bench.sender().transmit().drain(1);
      int message = i;
      HangDetector.await(() -> seen.get() > message, "message %d wakes no waiter", i);
    }
    signalUntilDone(bench, waiters);
    Set<Long> contexts = new TreeSet<>();
    for (Task<Set<Long>> waiter : waiters) {
      contexts.addAll(waiter.result());
    }
    equal(rounds.total(), contexts.size(), "different contexts seen by all waiters");
  }

  private static Set<Long> readUntilAllSeen(Bench bench, AtomicInteger seen, Rounds rounds) {
    Set<Long> contexts = new TreeSet<>();
    QueueReader queue = new QueueReader(bench.receiver().receiveQueue(), 1);
    while (seen.get() < rounds.total() && !Thread.currentThread().isInterrupted()) {
      if (queue.sread(1, -1) == 1) {
        contexts.addAll(queue.contexts(1));
        seen.incrementAndGet();
      }
    }
    return contexts;
  }
}
