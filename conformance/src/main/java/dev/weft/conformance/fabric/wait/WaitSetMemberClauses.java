package dev.weft.conformance.fabric.wait;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.returned;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Task;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.Parts;
import dev.weft.conformance.fabric.bench.Peer;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.poll.WaitObject;
import java.util.List;

/** Events of a wait set's members that must not be lost: WS-012, WS-013. */
public final class WaitSetMemberClauses {

  private WaitSetMemberClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("WS-012", Level.INFERRED, "prov/util")
            .says("an event from before the wait is not lost, in queues and in counters")
            .lookAt("which count of entries a member of the set compares with")
            .check(WaitSetMemberClauses::eventsBeforeTheWait),
        clause("WS-013", Level.UNSTATED, "fi_poll(3), fi_wait")
            .says("with two threads in fi_wait each event wakes one that can read it")
            .lookAt("two events that wake the same waiter")
            .concurrent()
            .automaticToo()
            .check(WaitSetMemberClauses::twoWaiters));
  }

  private static void eventsBeforeTheWait(Trial trial) {
    WaitBench waits = WaitBench.on(trial, WaitObject.UNSPEC, 1);
    Peer member = waits.members().getFirst();
    waits.bench().message(member, 1);
    returned(0, waits.set().await(-1), "wait with an entry in a queue");
    member.receive().drain(1);
    member.postReceive(2);
    member.cancel(2);
    returned(0, waits.set().await(-1), "wait with an error in a queue");
    member.receive().expectError();
    returned(-Errno.ETIMEDOUT, waits.set().await(0), "wait(0) after everything was read");
    Counter counter = waits.counter();
    countersBeforeTheWait(waits, counter, Parts.countedBy(waits.bench(), counter));
  }

  private static void countersBeforeTheWait(WaitBench waits, Counter counter, Peer counted) {
    for (int i = 1; i <= 3; i++) {
      waits.bench().message(counted, i);
      returned(0, waits.set().await(-1), "wait after a counted message");
      equal((long) i, counter.read(), "value of the counter");
    }
    waits.bench().truncated(counted, 4);
    returned(0, waits.set().await(-1), "wait after a counted failure");
    equal(1L, counter.readErr(), "error value of the counter");
    counter.read();
    returned(-Errno.ETIMEDOUT, waits.set().await(0), "wait(0) after both values were read");
    waits.bench().truncated(Parts.countedBy(waits.bench(), counter), 5);
    counter.read();
    returned(0, waits.set().await(-1), "wait after a failure and a read of the other value");
    equal(2L, counter.readErr(), "error value of the counter");
  }

  private static void twoWaiters(Trial trial) throws InterruptedException {
    WaitBench waits = WaitBench.on(trial, WaitObject.UNSPEC, 2);
    for (int round = 0; round < 20; round++) {
      int taken = 0;
      List<Task<Integer>> waiters =
          List.of(
              trial.start(() -> waits.set().await(-1)), trial.start(() -> waits.set().await(-1)));
      for (Task<Integer> waiter : waiters) {
        waiter.awaitBlocked();
      }
      for (Peer member : waits.members()) {
        waits.bench().message(member, 1);
      }
      for (Task<Integer> waiter : waiters) {
        returned(0, waiter.result(), "wait of one of two threads, two events");
      }
      for (Peer member : waits.members()) {
        taken += member.receive().drain(1).size();
      }
      equal(2, taken, "entries read");
    }
    trial.chose("one unread event ends the wait of %d of 2 threads", woken(trial, waits));
  }

  /**
   * Sends a second event after the first is read, which ends the other wait if the first did not.
   */
  private static int woken(Trial trial, WaitBench waits) throws InterruptedException {
    Peer member = waits.members().getFirst();
    List<Task<Integer>> waiters =
        List.of(trial.start(() -> waits.set().await(-1)), trial.start(() -> waits.set().await(-1)));
    for (Task<Integer> waiter : waiters) {
      waiter.awaitBlocked();
    }
    waits.bench().message(member, 1);
    HangDetector.await(() -> waiters.stream().anyMatch(Task::isDone), "an event ends no wait");
    Bench.pause(50);
    int woken = (int) waiters.stream().filter(Task::isDone).count();
    member.receive().drain(1);
    waits.bench().message(member, 2);
    for (Task<Integer> waiter : waiters) {
      returned(0, waiter.result(), "wait of one of two threads, two events one after the other");
    }
    return woken;
  }
}
