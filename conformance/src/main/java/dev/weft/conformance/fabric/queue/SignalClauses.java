package dev.weft.conformance.fabric.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.returned;
import static dev.weft.conformance.check.Check.returnedOneOf;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Check.value;
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
import java.util.BitSet;
import java.util.List;
import java.util.Set;

/** {@code fi_cq_signal}: CQ-047 to CQ-052. */
public final class SignalClauses {

  private static final String SIGNAL = "fi_cq(3), fi_cq_signal";
  private static final int RACES = 10_000;

  private SignalClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("CQ-047", Level.REQUIRED, SIGNAL)
            .says("signal returns 0 and ends a wait, with -FI_EAGAIN where nothing is queued")
            .lookAt("what the woken waiter returns")
            .concurrent()
            .check(SignalClauses::endsWait),
        clause("CQ-048", Level.INFERRED, "fabtests, cq_test")
            .says("a signal without a waiter ends the next wait")
            .lookAt("whether signal sets a flag when there is no waiter")
            .check(SignalClauses::isRemembered),
        clause("CQ-049", Level.UNSTATED, SIGNAL)
            .says("signals that are not consumed coalesce")
            .lookAt("a counter in place of a flag")
            .check(SignalClauses::coalesce),
        clause("CQ-050", Level.UNSTATED, SIGNAL)
            .says("one signal ends at least one of several waits, and as many signals end all")
            .lookAt("a signal consumed by a waiter that is leaving anyway")
            .concurrent()
            .check(SignalClauses::severalWaiters),
        clause("CQ-051", Level.REQUIRED, SIGNAL)
            .says("a signal neither loses nor duplicates completions, and entries come first")
            .lookAt("the order of reading and consuming the signal in sread")
            .concurrent()
            .check(SignalClauses::racesWithCompletions),
        clause("CQ-052", Level.CALLER_ERROR, SIGNAL)
            .says("signal of a queue without a wait object is refused")
            .lookAt("the check of the wait object in signal")
            .check(SignalClauses::refusedWithoutWaitObject));
  }

  private static Bench waiting(Trial trial) {
    return Bench.on(trial).wait(WaitObject.UNSPEC).open();
  }

  private static void endsWait(Trial trial) throws InterruptedException {
    QueueReader queue = waiting(trial).receiver().receive();
    for (int timeout : new int[] {-1, Stopwatch.NEVER_MILLIS}) {
      Task<Integer> waiter = trial.start(() -> queue.sread(1, timeout));
      waiter.awaitBlocked();
      returned(0, queue.queue().signal(), "signal");
      returned(-Errno.EAGAIN, waiter.result(), "sread(%d) that is signalled", timeout);
    }
  }

  private static void isRemembered(Trial trial) {
    QueueReader queue = waiting(trial).receiver().receive();
    returned(0, queue.queue().signal(), "signal without a waiter");
    returned(-Errno.EAGAIN, queue.sread(1, -1), "sread(-1) after a signal");
  }

  private static void coalesce(Trial trial) {
    QueueReader queue = waiting(trial).receiver().receive();
    queue.queue().signal();
    queue.queue().signal();
    returned(-Errno.EAGAIN, queue.sread(1, -1), "first sread(-1) after two signals");
    Stopwatch second = new Stopwatch();
    returned(-Errno.EAGAIN, queue.sread(1, 60), "second sread(60) after two signals");
    boolean waited = second.millis() >= 58;
    trial.chose("two signals end %s", waited ? "one sread" : "two sreads");
    Stopwatch third = new Stopwatch();
    returned(-Errno.EAGAIN, queue.sread(1, 60), "third sread(60) after two signals");
    third.expectTimeout(60, "the third sread(60) after two signals");
  }

  private static void severalWaiters(Trial trial) throws InterruptedException {
    Bench bench = waiting(trial);
    signalsInSuccession(trial, bench);
    List<Task<Integer>> waiters = threeWaiters(trial, bench);
    bench.receiver().receiveQueue().signal();
    HangDetector.await(
        () -> waiters.stream().anyMatch(Task::isDone), "one signal wakes none of 3 waiters");
    Bench.pause(100);
    long woken = waiters.stream().filter(Task::isDone).count();
    HangDetector detector = new HangDetector();
    while (!waiters.stream().allMatch(Task::isDone)) {
      bench.receiver().receiveQueue().signal();
      detector.lapOr("a waiter does not end although the queue is signalled");
    }
    for (Task<Integer> waiter : waiters) {
      returned(-Errno.EAGAIN, waiter.result(), "sread(-1) of one of 3 waiters signalled");
    }
    trial.chose("one signal woke %d of 3 waiters", woken);
  }

  private static void signalsInSuccession(Trial trial, Bench bench) throws InterruptedException {
    for (int round = 0; round < 5; round++) {
      List<Task<Integer>> waiters = threeWaiters(trial, bench);
      for (int i = 0; i < waiters.size(); i++) {
        bench.receiver().receiveQueue().signal();
      }
      HangDetector.await(
          () -> waiters.stream().allMatch(Task::isDone), "3 signals do not end 3 waits");
      for (Task<Integer> waiter : waiters) {
        returned(-Errno.EAGAIN, waiter.result(), "sread(-1) of one of 3 waiters, 3 signals");
      }
    }
  }

  private static List<Task<Integer>> threeWaiters(Trial trial, Bench bench)
      throws InterruptedException {
    List<Task<Integer>> waiters = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      QueueReader queue = new QueueReader(bench.receiver().receiveQueue());
      waiters.add(trial.start(() -> queue.sread(1, -1)));
    }
    for (Task<Integer> waiter : waiters) {
      waiter.awaitBlocked();
    }
    return waiters;
  }

  private static void racesWithCompletions(Trial trial) throws InterruptedException {
    Bench bench = waiting(trial);
    QueueReader queue = new QueueReader(bench.receiver().receiveQueue());
    entriesComeFirst(bench, queue);
    Rounds races = trial.race(RACES);
    Task<BitSet> reader = trial.start(() -> readAll(queue, races));
    for (int i = 0; races.next(); i++) {
      bench.receiver().postReceive(i);
      bench.sender().send(bench.receiver(), i);
      returned(0, queue.queue().signal(), "signal beside a completion");
      bench.sender().transmit().drain(1);
    }
    returned(0, queue.queue().signal(), "signal after the last completion");
    int seen = reader.result().cardinality();
    equal(races.total(), seen, "different completions read beside signals");
    queue.expectEmpty("after all completions beside signals");
  }

  private static void entriesComeFirst(Bench bench, QueueReader queue) {
    bench.fill(1, 1);
    queue.queue().signal();
    returned(1, queue.sread(8, 5_000), "sread with an entry and a signal pending");
    returned(-Errno.EAGAIN, queue.sread(8, 200), "sread(200) after it");
    queue.queue().signal();
    returned(-Errno.EAGAIN, queue.read(1), "read of an empty queue with a signal pending");
    returned(-Errno.EAGAIN, queue.sread(8, -1), "sread(-1) with a signal pending");
  }

  private static BitSet readAll(QueueReader queue, Rounds races) {
    BitSet seen = new BitSet(RACES);
    for (int total = 0; total < races.total(); ) {
      int read = queue.sread(8, -1);
      if (read < 0) {
        returned(-Errno.EAGAIN, read, "sread beside completions and signals");
        continue;
      }
      for (long context : queue.contexts(read)) {
        that(!seen.get((int) context), "completion %d was read twice", context);
        seen.set((int) context);
      }
      total += read;
    }
    return seen;
  }

  private static void refusedWithoutWaitObject(Trial trial) {
    Bench bench = Bench.on(trial).wait(WaitObject.NONE).open();
    int returned = bench.receiver().receiveQueue().signal();
    returnedOneOf(
        Set.of(-Errno.EINVAL, -Errno.ENOSYS), returned, "signal of a queue with FI_WAIT_NONE");
    bench.fill(1, 1);
    bench.receiver().receive().drain(1);
    trial.chose("signal without a wait object returns %s", value(returned));
  }
}
