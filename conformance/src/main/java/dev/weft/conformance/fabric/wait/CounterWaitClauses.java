package dev.weft.conformance.fabric.wait;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.returned;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Check.value;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Task;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.Messages;
import dev.weft.conformance.fabric.bench.Parts;
import dev.weft.conformance.fabric.bench.Peer;
import dev.weft.conformance.fabric.bench.Stopwatch;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.poll.WaitObject;
import java.util.List;
import java.util.stream.Stream;

/** Waiting for a counter's value: CN-012 to CN-017. */
public final class CounterWaitClauses {

  private static final String WAIT = "fi_cntr(3), fi_cntr_wait";

  private CounterWaitClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("CN-012", Level.REQUIRED, WAIT)
            .says("wait returns 0 only at its threshold, at once where it is reached already")
            .lookAt("a reached threshold that loses to an error or to timeout 0")
            .check(CounterWaitClauses::reachedAlready),
        clause("CN-013", Level.REQUIRED, WAIT)
            .says("a timeout is -FI_ETIMEDOUT, not early; 0 looks once, negative waits for ever")
            .lookAt("the sign of the errno, and the clock")
            .check(CounterWaitClauses::timesOut),
        clause("CN-014", Level.REQUIRED, WAIT)
            .says("a change of the error value ends the wait of every waiter")
            .lookAt("which waiters adderr and failed operations wake: all, not one")
            .concurrent()
            .check(CounterWaitClauses::errorsEndAllWaits),
        clause("CN-015", Level.UNSTATED, WAIT)
            .says("errors from before the call do not end the wait")
            .lookAt("the error value that a wait compares with")
            .check(CounterWaitClauses::oldErrors),
        clause("CN-016", Level.INFERRED, "prov/util")
            .says("add, set and operations wake each waiter whose threshold is met")
            .lookAt("a wake-up given to a waiter whose threshold is higher")
            .concurrent()
            .automaticToo()
            .check(CounterWaitClauses::eachAtItsThreshold),
        clause("CN-017", Level.CALLER_ERROR, WAIT)
            .says("wait on a counter with FI_WAIT_NONE is refused, or looks once")
            .lookAt("the check of the wait object, before the threshold")
            .check(CounterWaitClauses::nothingToWaitOn));
  }

  private static Counter open(Trial trial) {
    return Parts.counter(trial, Bench.on(trial).openDomainOnly(), WaitObject.UNSPEC);
  }

  private static void reachedAlready(Trial trial) {
    Counter counter = open(trial);
    returned(0, counter.await(0, 0), "wait(0) with the value 0");
    counter.add(3);
    counter.addErr(1);
    for (int timeout : new int[] {0, 1_000, -1}) {
      Stopwatch.expectPrompt(
          () -> {
            returned(0, counter.await(3, timeout), "wait(3, %d) at 3, with an error", timeout);
            returned(0, counter.await(2, timeout), "wait(2, %d) at 3, with an error", timeout);
          },
          "wait(3, %d) at 3",
          timeout);
    }
    returned(-Errno.ETIMEDOUT, counter.await(4, 0), "wait(4, 0) at 3");
    equal(3L, counter.read(), "value after the waits");
  }

  private static void timesOut(Trial trial) throws InterruptedException {
    Counter counter = open(trial);
    Stopwatch.expectPrompt(
        () -> returned(-Errno.ETIMEDOUT, counter.await(1, 0), "wait(1, 0) at 0"), "wait(1, 0)");
    Stopwatch watch = new Stopwatch();
    returned(-Errno.ETIMEDOUT, counter.await(1, 80), "wait(1, 80) at 0");
    watch.expectTimeout(80, "wait(1, 80)");
    equal(0L, counter.readErr(), "error value after timeouts");
    Task<Integer> forever = trial.start(() -> counter.await(1, -1));
    Bench.pause(150);
    that(!forever.isDone(), "wait(1, -1) ended before the threshold");
    counter.add(1);
    returned(0, forever.result(), "wait(1, -1) after add(1)");
  }

  private static void errorsEndAllWaits(Trial trial) throws InterruptedException {
    Counter counter = open(trial);
    List<Task<Integer>> waiters = waiters(trial, counter, 5, 5, 9);
    returned(0, counter.addErr(1), "adderr(1)");
    allEnd(waiters, "adderr(1)");
    waiters = waiters(trial, counter, 5, 9);
    returned(0, counter.setErr(0), "seterr(0)");
    allEnd(waiters, "seterr(0)");
    realFailureEndsWaits(trial);
  }

  private static void realFailureEndsWaits(Trial trial) throws InterruptedException {
    Bench bench = Bench.on(trial).open();
    Counter counter = Parts.counter(trial, bench, WaitObject.UNSPEC);
    Peer counted = Parts.peer(bench, endpoint -> endpoint.bind(counter, BindFlags.RECV));
    counted.accepted(
        "recv", () -> counted.endpoint().recv(counted.slot(1), 4, Messages.ANYBODY, 1));
    List<Task<Integer>> waiters = waiters(trial, counter, 1, 1);
    bench.sender().send(counted, 2);
    allEnd(waiters, "a truncated receive");
  }

  /** Threads that wait for these thresholds. */
  private static List<Task<Integer>> waiters(Trial trial, Counter counter, int... thresholds)
      throws InterruptedException {
    List<Task<Integer>> waiters =
        java.util.Arrays.stream(thresholds)
            .mapToObj(threshold -> trial.start(() -> counter.await(threshold, -1)))
            .toList();
    for (Task<Integer> waiter : waiters) {
      waiter.awaitBlocked();
    }
    return waiters;
  }

  private static void allEnd(List<Task<Integer>> waiters, String event)
      throws InterruptedException {
    for (Task<Integer> waiter : waiters) {
      returned(-Errno.EAVAIL, waiter.result(), "wait(-1) at " + event);
    }
  }

  private static void oldErrors(Trial trial) {
    Counter counter = open(trial);
    counter.addErr(1);
    Stopwatch watch = new Stopwatch();
    int returned = counter.await(1, 30);
    if (returned == -Errno.ETIMEDOUT) {
      watch.expectTimeout(30, "wait(1, 30) with an old error");
    } else {
      returned(-Errno.EAVAIL, returned, "wait(1, 30) with an old error");
    }
    trial.chose("wait with an old error gives %s", value(returned));
  }

  private static void eachAtItsThreshold(Trial trial) throws InterruptedException {
    Counter counter = open(trial);
    List<Task<Integer>> waiters = waiters(trial, counter, 3, 1, 2);
    List<Task<Integer>> inOrder = Stream.of(1, 2, 0).map(waiters::get).toList();
    for (int i = 0; i < 3; i++) {
      returned(0, counter.add(1), "add(1)");
      returned(0, inOrder.get(i).result(), "wait(%d) at %d", i + 1, i + 1);
      that(i == 2 || !inOrder.get(i + 1).isDone(), "wait(%d) ended at %d", i + 2, i + 1);
    }
    waiters = waiters(trial, counter, 50, 60, 100);
    returned(0, counter.set(60), "set(60)");
    returned(0, waiters.get(0).result(), "wait(50) at 60");
    returned(0, waiters.get(1).result(), "wait(60) at 60");
    that(!waiters.get(2).isDone(), "wait(100) ended at 60");
    counter.set(100);
    returned(0, waiters.get(2).result(), "wait(100) at 100");
    operationsWake(trial);
  }

  private static void operationsWake(Trial trial) throws InterruptedException {
    Bench bench = Bench.on(trial).open();
    Counter counter = Parts.counter(trial, bench, WaitObject.UNSPEC);
    Peer counted = Parts.peer(bench, endpoint -> endpoint.bind(counter, BindFlags.RECV));
    for (int message = 1; message <= 200; message++) {
      counted.postReceive(message);
    }
    List<Task<Integer>> waiters = waiters(trial, counter, 200, 1, 100);
    for (int message = 1; message <= 200; message++) {
      bench.sender().send(counted, message);
      bench.sender().transmit().drain(1);
    }
    for (Task<Integer> waiter : waiters) {
      returned(0, waiter.result(), "wait for one of 200 messages");
    }
    equal(200L, counter.read(), "value after 200 messages");
  }

  private static void nothingToWaitOn(Trial trial) {
    Bench bench = Bench.on(trial).openDomainOnly();
    Counter counter = Parts.counter(trial, bench);
    int reached = counter.await(0, 0);
    int never = counter.await(1, Stopwatch.NEVER_MILLIS);
    that(never < 0, "wait(1) at 0 with FI_WAIT_NONE returned %s", value(never));
    trial.chose("reached gives %s, else %s", value(reached), value(never));
  }
}
