package dev.weft.conformance.fabric;

import static dev.weft.conformance.Check.equal;
import static dev.weft.conformance.Check.lasted;
import static dev.weft.conformance.Check.returned;
import static dev.weft.conformance.Check.returnedOneOf;
import static dev.weft.conformance.Check.that;
import static dev.weft.conformance.Clause.clause;

import dev.weft.conformance.Clause;
import dev.weft.conformance.Level;
import dev.weft.conformance.Task;
import dev.weft.conformance.Trial;
import dev.weft.fabric.Errno;
import dev.weft.fabric.WaitObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Several threads and one queue to sleep on: CQ-038, CQ-040. */
final class WaitContentionClauses {

  private static final int TIMEOUT = 100;
  private static final int WAITERS = 4;
  private static final int MESSAGES = 2_000;

  private WaitContentionClauses() {}

  static List<Clause> clauses() {
    return List.of(
        clause("CQ-038", Level.INFERRED, "prov/util, one deadline per sread")
            .says("wake-ups with nothing to read neither end an sread nor restart its clock")
            .lookAt("the deadline, which is computed once, before the loop")
            .concurrent()
            .check(WaitContentionClauses::oneDeadline),
        clause("CQ-040", Level.REQUIRED, "fi_cq(3), fi_cq_sread; prov/util")
            .says("n completions wake n waiters, one wakes one, and no wake-up is lost")
            .lookAt("clear, re-check, sleep; and whom a notification reaches")
            .concurrent()
            .automaticToo()
            .check(WaitContentionClauses::everyCompletionWakesOne));
  }

  private static void oneDeadline(Trial trial) throws InterruptedException {
    Bench bench = Bench.on(trial).wait(WaitObject.UNSPEC).open();
    AtomicBoolean done = new AtomicBoolean();
    Task<Void> stranger = trial.start(() -> sendUnexpected(bench, done));
    QueueReader queue = new QueueReader(bench.receiver().receiveQueue(), 1);
    try {
      Stopwatch watch = new Stopwatch();
      returned(-Errno.EAGAIN, queue.sread(1, TIMEOUT), "sread(100) beside arrivals");
      watch.expectTimeout(TIMEOUT, "sread(100) beside arrivals that nobody has asked for");
    } finally {
      done.set(true);
    }
    stranger.result();
    besideThief(trial);
  }

  /** For 3 s a message every 5 ms that no receive is posted for. */
  private static Void sendUnexpected(Bench bench, AtomicBoolean done) {
    long handle = bench.sender().handleOf(bench.receiver());
    for (int i = 0; i < 600 && !done.get(); i++) {
      bench.sender().endpoint().inject(bench.sender().slot(i), Long.BYTES, handle);
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
        long least = read == 1 ? 0 : TIMEOUT - 2;
        lasted(least, TIMEOUT + 1_000, watch.millis(), "sread(100) beside a competing reader");
        timedOut += read == 1 ? 0 : 1;
      }
    } finally {
      done.set(true);
    }
    sender.result();
    thief.result();
  }

  private static Void sendExpected(Bench bench, AtomicBoolean done) {
    for (int i = 0; i < 1_000 && !done.get(); i++) {
      bench.receiver().postReceive(i);
      bench.sender().send(bench.receiver(), i);
      bench.sender().transmit().read(8);
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
    List<Task<Integer>> waiters = waiters(trial, bench, -1);
    for (int i = 0; i < WAITERS; i++) {
      bench.receiver().postReceive(i);
      bench.sender().send(bench.receiver(), i);
    }
    for (Task<Integer> waiter : waiters) {
      returned(1, waiter.result(), "sread(-1), one of %d with as many completions", WAITERS);
    }
  }

  private static void oneWakes(Trial trial, Bench bench) throws InterruptedException {
    List<Task<Integer>> waiters = waiters(trial, bench, 1_500);
    bench.receiver().postReceive(9);
    bench.sender().send(bench.receiver(), 9);
    int woken = 0;
    for (Task<Integer> waiter : waiters) {
      int read = waiter.result();
      returnedOneOf(Set.of(1, -Errno.EAGAIN), read, "sread(1500) of %d waiters", WAITERS);
      woken += read == 1 ? 1 : 0;
    }
    equal(1, woken, "waiters that one completion woke");
  }

  private static List<Task<Integer>> waiters(Trial trial, Bench bench, int timeout)
      throws InterruptedException {
    List<Task<Integer>> waiters = new ArrayList<>();
    for (int i = 0; i < WAITERS; i++) {
      QueueReader queue = new QueueReader(bench.receiver().receiveQueue(), 1);
      waiters.add(
          trial.start(
              () -> {
                Stopwatch watch = new Stopwatch();
                int read = queue.sread(1, timeout);
                that(
                    read == 1 || watch.millis() >= timeout - 2,
                    "sread(%d) ended with nothing after %d ms",
                    timeout,
                    watch.millis());
                return read;
              }));
    }
    for (Task<Integer> waiter : waiters) {
      waiter.awaitBlocked();
    }
    return waiters;
  }

  /** Sends one message at a time, so that the waiters fall asleep before nearly each of them. */
  private static void noneIsLost(Trial trial, Bench bench) throws InterruptedException {
    AtomicInteger seen = new AtomicInteger();
    List<Task<Set<Long>>> waiters = new ArrayList<>();
    for (int i = 0; i < WAITERS; i++) {
      waiters.add(trial.start(() -> readUntilAllSeen(bench, seen)));
    }
    for (int i = 0; i < MESSAGES; i++) {
      bench.receiver().postReceive(i);
      bench.sender().send(bench.receiver(), i);
      Stopwatch watch = new Stopwatch();
      while (seen.get() <= i) {
        that(watch.millis() < 3_000, "message %d woke nobody for 3 s", i);
        bench.sender().transmit().read(8);
        Thread.onSpinWait();
      }
    }
    Set<Long> contexts = new TreeSet<>();
    for (Task<Set<Long>> waiter : waiters) {
      contexts.addAll(waiter.result());
    }
    equal(MESSAGES, contexts.size(), "different contexts seen by all waiters");
  }

  private static Set<Long> readUntilAllSeen(Bench bench, AtomicInteger seen) {
    Set<Long> contexts = new TreeSet<>();
    QueueReader queue = new QueueReader(bench.receiver().receiveQueue(), 1);
    while (seen.get() < MESSAGES) {
      int read = queue.sread(1, 10_000);
      if (read == 1) {
        contexts.addAll(queue.contexts(1));
        if (seen.incrementAndGet() == MESSAGES) {
          wakeOthers(bench);
        }
      }
    }
    return contexts;
  }

  private static void wakeOthers(Bench bench) {
    for (int i = 0; i < 2 * WAITERS; i++) {
      bench.receiver().receiveQueue().signal();
      Bench.pause(10);
    }
  }
}
