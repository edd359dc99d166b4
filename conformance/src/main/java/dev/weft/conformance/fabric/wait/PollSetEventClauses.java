package dev.weft.conformance.fabric.wait;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.returned;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Rounds;
import dev.weft.conformance.check.Task;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Parts;
import dev.weft.conformance.fabric.bench.Peer;
import dev.weft.conformance.fabric.bench.QueueReader;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Errno;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.message.DeferredWork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

/** Progress by poll sets, and reports of counters: PS-004, PS-008 to PS-010, PS-012, PS-017 ff. */
public final class PollSetEventClauses {

  private static final String POLL = "fi_poll(3)";
  private static final int CHURNED = 2_000;

  /** So many members that a provider may cease to look at idle ones. */
  private static final int MANY = 40;

  private static final int IDLE_POLLS = 3_000;

  private PollSetEventClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("PS-004", Level.REQUIRED, POLL)
            .says("poll progresses every member, also those that count leaves no room for")
            .lookAt("a loop over members that ends when count is reached")
            .check(PollSetEventClauses::progressesAll),
        clause("PS-008", Level.REQUIRED, POLL)
            .says("a counter is reported once for the changes since the last poll")
            .lookAt("the values that the last poll saw")
            .check(PollSetEventClauses::countersOnce),
        clause("PS-009", Level.REQUIRED, POLL)
            .says("set and add by the application alone are not reported, traffic after them is")
            .lookAt("what set and add do to the remembered value")
            .check(PollSetEventClauses::ownChanges),
        clause("PS-009B", Level.REQUIRED, "fi_poll(3) and fi_trigger(3)")
            .says("add and set by deferred work are reported: the application has not called them")
            .lookAt("whether deferred work changes a counter as the application does")
            .needs(Capabilities.TRIGGER)
            .check(PollSetEventClauses::changesByWork),
        clause("PS-010", Level.REQUIRED, POLL)
            .says("changes of the error value are reported, the application's own ones too")
            .lookAt("whether the error value is remembered and compared")
            .check(PollSetEventClauses::errorChanges),
        clause("PS-012", Level.REQUIRED, POLL)
            .says("no event is missed: what did not fit is in a later poll")
            .lookAt("events of counters that are used up without being stored")
            .within(Duration.ofSeconds(60))
            .check(PollSetEventClauses::nothingIsLost),
        clause("PS-017", Level.UNSTATED, POLL)
            .says("two sets with the same counter both report its change")
            .lookAt("where the remembered value is kept: in the set, not in the counter")
            .check(PollSetEventClauses::twoSets),
        clause("PS-018", Level.UNSTATED, POLL)
            .says("with more ready members than count none is left out for ever")
            .lookAt("the member that a poll starts with")
            .check(PollSetEventClauses::everyMemberIsReported),
        clause("PS-019", Level.REQUIRED, "fi_domain(3), FI_THREAD_SAFE")
            .says("add, del and poll by several threads at once lose no event")
            .lookAt("what protects the list of members")
            .concurrent()
            .automaticToo()
            .check(PollSetEventClauses::churn));
  }

  private static void progressesAll(Trial trial) {
    PollBench polls = PollBench.on(trial);
    Peer first = polls.queue("A");
    Peer second = polls.queue("B");
    Peer third = Parts.countedBy(polls.bench(), polls.counter("C"));
    polls.bench().message(first, 1);
    for (Peer peer : List.of(second, third)) {
      peer.postReceive(1);
      polls.bench().sender().send(peer, 1);
      HangDetector.await(
          () -> arrivedInPoll(polls, peer), "poll(1) does not progress a member beyond the first");
    }
    largeMessage(trial);
  }

  private static boolean arrivedInPoll(PollBench polls, Peer peer) {
    polls.poll(1);
    polls.bench().sender().push();
    return peer.payload(1) == 1 && polls.bench().sender().transmit().read(1) == 1;
  }

  private static void largeMessage(Trial trial) {
    PollBench polls = PollBench.on(trial);
    polls.add(polls.bench().receiver().transmitQueue());
    polls.add(polls.bench().receiver().receiveQueue());
    Peer ready = polls.queue("A");
    polls.bench().message(ready, 1);
    ProgressClauses.transferWhile(polls.bench(), "poll(1)", () -> polls.poll(1));
  }

  private static void countersOnce(Trial trial) {
    PollBench polls = PollBench.on(trial);
    Counter counter = polls.counter("C");
    Peer counted = Parts.countedBy(polls.bench(), counter);
    polls.expect("before any traffic");
    for (int round = 1; round <= 3; round++) {
      for (int i = 0; i < round; i++) {
        polls.bench().message(counted, 1 + i);
      }
      polls.expect("after " + round + " messages", "C");
      polls.expect("with no change since the last one");
    }
    equal(6L, counter.read(), "value after 6 messages");
    polls.expect("after cntr_read");
  }

  private static void ownChanges(Trial trial) {
    PollBench polls = PollBench.on(trial);
    Counter counter = polls.counter("C");
    Peer counted = Parts.countedBy(polls.bench(), counter);
    int falseReports = 0;
    counter.add(5);
    falseReports += polls.poll(4).size();
    counter.set(100);
    falseReports += polls.poll(4).size();
    polls.expect("with no change at all");
    polls.bench().message(counted, 1);
    polls.expect("after traffic that followed add and set", "C");
    counter.set(0);
    polls.bench().message(counted, 1);
    polls.expect("after traffic that followed set(0)", "C");
    polls.expect("with no change since then");
    if (falseReports > 0) {
      trial.chose("%d of 2 own changes are reported, a false positive", falseReports);
    }
  }

  private static void changesByWork(Trial trial) {
    PollBench polls = PollBench.on(trial);
    Counter counter = polls.counter("C");
    Counter triggering = Parts.counter(trial, polls.bench());
    Domain domain = polls.bench().domain();
    domain.control(ControlCommand.queueWork(DeferredWork.add(counter, 5).after(triggering, 1)));
    domain.control(ControlCommand.queueWork(DeferredWork.set(counter, 100).after(triggering, 2)));
    polls.expect("while deferred work waits");
    triggering.add(1);
    polls.expect("after an add by deferred work", "C");
    triggering.add(1);
    polls.expect("after a set by deferred work", "C");
    polls.expect("with no change since then");
    equal(100L, counter.read(), "the counter that deferred work has set");
  }

  private static void errorChanges(Trial trial) {
    PollBench polls = PollBench.on(trial);
    Counter counter = polls.counter("C");
    returned(0, counter.addErr(1), "adderr");
    polls.expect("after adderr", "C");
    polls.expect("with no change since adderr");
    returned(0, counter.setErr(7), "seterr");
    polls.expect("after seterr", "C");
    polls.expect("with no change since seterr");
    Peer counted = Parts.countedBy(polls.bench(), counter);
    polls.bench().truncated(counted, 1);
    polls.expect("after a truncated receive", "C");
    polls.expect("with no change since then");
  }

  private static void nothingIsLost(Trial trial) {
    PollBench polls = PollBench.on(trial);
    List<Peer> counted = new ArrayList<>();
    for (String name : List.of("A", "B", "C")) {
      counted.add(Parts.countedBy(polls.bench(), polls.counter(name)));
    }
    for (int round = 0; round < 10; round++) {
      counted.forEach(peer -> polls.bench().message(peer, 1));
      List<Object> seen = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        seen.addAll(polls.poll(1));
      }
      equal(Set.of("A", "B", "C"), Set.copyOf(seen), "contexts of three poll(1)");
      polls.expect("after each counter was reported");
    }
    nothingOfManyIsLost(trial);
  }

  private static void nothingOfManyIsLost(Trial trial) {
    PollBench polls = PollBench.on(trial);
    List<Peer> peers = IntStream.range(0, MANY).mapToObj(polls::queue).toList();
    for (int number : new int[] {MANY - 1, 0, MANY - 1}) {
      for (int i = 0; i < IDLE_POLLS; i++) {
        equal(List.of(), polls.poll(1), "contexts of a poll of idle queues");
      }
      polls.bench().message(peers.get(number), number);
      HangDetector.await(
          () -> polls.poll(2).equals(List.of(number)),
          "an entry of one of many idle queues is not reported");
      equal(1, peers.get(number).receive().read(1), "entries of the reported queue");
    }
  }

  private static void twoSets(Trial trial) {
    PollBench polls = PollBench.on(trial);
    PollBench others = polls.another(trial);
    Counter counter = polls.counter("C");
    others.add(counter);
    Peer counted = Parts.countedBy(polls.bench(), counter);
    polls.bench().message(counted, 1);
    List<Object> first = polls.poll(4);
    List<Object> second = others.poll(4);
    that(first.size() + second.size() > 0, "neither set reports the change");
    trial.chose("the sets report %d and %d times", first.size(), second.size());
  }

  private static void everyMemberIsReported(Trial trial) {
    PollBench polls = PollBench.on(trial);
    for (String name : List.of("A", "B", "C")) {
      polls.bench().message(polls.queue(name), 1);
    }
    Set<Object> seen = new TreeSet<>();
    for (int i = 0; i < 30; i++) {
      List<Object> reported = polls.poll(1);
      equal(1, reported.size(), "contexts of poll(1), three ready");
      seen.addAll(reported);
    }
    trial.chose("30 poll(1) of three ready queues report %s", seen);
  }

  private static void churn(Trial trial) throws Exception {
    PollBench polls = PollBench.on(trial);
    Peer steady = polls.queue("steady");
    Peer moving = polls.peer("moving");
    Counter counter = polls.counter("counter");
    AtomicBoolean done = new AtomicBoolean();
    Task<Void> churner =
        trial.start(
            () -> {
              while (!done.get()) {
                polls.add(moving.receiveQueue());
                polls.add(counter);
                polls.remove(moving.receiveQueue());
                polls.remove(counter);
                Thread.yield();
              }
              polls.add(moving.receiveQueue());
              return null;
            });
    Rounds rounds = trial.race(CHURNED);
    Task<Integer> reader = trial.start(() -> readReported(polls, steady, rounds));
    for (int i = 0; rounds.next(); i++) {
      polls.bench().message(steady, i);
    }
    equal(rounds.total(), reader.result(), "entries read from the steady member");
    polls.bench().message(moving, 1);
    done.set(true);
    churner.result();
    HangDetector.await(
        () -> polls.poll(4).contains("moving"), "the queue that came and went is not reported");
  }

  /** Reads a member only when a poll reports it. */
  private static int readReported(PollBench polls, Peer member, Rounds rounds) {
    QueueReader reader = new QueueReader(member.receiveQueue());
    HangDetector detector = new HangDetector();
    int read = 0;
    while (read < rounds.total() && detector.lap()) {
      if (!polls.poll(4).contains("steady")) {
        continue;
      }
      int taken = reader.read(64);
      that(taken > 0 || taken == -Errno.EAGAIN, "read of a reported member gave %d", taken);
      if (taken > 0) {
        read += taken;
        detector.progressed();
      }
    }
    return read;
  }
}
