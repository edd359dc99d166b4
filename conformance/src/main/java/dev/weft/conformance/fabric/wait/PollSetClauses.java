package dev.weft.conformance.fabric.wait;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.refused;
import static dev.weft.conformance.check.Check.returned;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Check.value;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.Parts;
import dev.weft.conformance.fabric.bench.Peer;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.poll.PollSetAttributes;
import java.util.Arrays;
import java.util.List;

/** Poll sets, their members and queues in them: PS-001 to PS-003, PS-005 to PS-007, PS-011 ff. */
public final class PollSetClauses {

  private static final String POLL = "fi_poll(3)";

  private PollSetClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("PS-001", Level.REQUIRED, POLL)
            .says("a poll set is opened on a domain; flags other than 0 are refused")
            .lookAt("the check of fi_poll_attr.flags")
            .check(PollSetClauses::open),
        clause("PS-002", Level.REQUIRED, POLL)
            .says("queues and counters may be added; any other object is refused without a trace")
            .lookAt("the order of the check and the insertion")
            .check(PollSetClauses::members),
        clause("PS-003", Level.UNSTATED, POLL)
            .says("adding twice and removing what is no member do no harm")
            .lookAt("a list that has one member twice")
            .check(PollSetClauses::addedTwice),
        clause("PS-005", Level.REQUIRED, POLL)
            .says("poll returns how many contexts it stored, those of members with entries")
            .lookAt("the context that is stored: the member's, not the operation's")
            .check(PollSetClauses::reportsTheReady),
        clause("PS-006", Level.REQUIRED, POLL)
            .says("a queue is reported by every poll until it is drained")
            .lookAt("a report of new entries only")
            .check(PollSetClauses::untilDrained),
        clause("PS-007", Level.REQUIRED, POLL)
            .says("a queue with an error only is not empty")
            .lookAt("whether the look at the queue sees its errors")
            .check(PollSetClauses::errorIsAnEvent),
        clause("PS-011", Level.REQUIRED, POLL)
            .says("at most count contexts are stored, the rest of the array is untouched")
            .lookAt("the bound of the loop over members")
            .check(PollSetClauses::noMoreThanCount),
        clause("PS-013", Level.PERMITTED, POLL)
            .says("a report may be false; what counts is the read, which then says -FI_EAGAIN")
            .lookAt("reads of members that were reported")
            .check(PollSetClauses::readDecides),
        clause("PS-014", Level.UNSTATED, POLL)
            .says("with nothing ready, no member or count 0 poll returns 0 and uses nothing up")
            .lookAt("what count 0 does to the events of counters")
            .check(PollSetClauses::nothing),
        clause("PS-015", Level.REQUIRED, POLL)
            .says("a member without a context is reported with null")
            .lookAt("null taken for no event")
            .check(PollSetClauses::nullContext),
        clause("PS-016", Level.REQUIRED, POLL)
            .says("a set with members cannot be closed; without them it can")
            .lookAt("the count of members when the set is closed")
            .check(PollSetClauses::busyWithMembers));
  }

  private static void open(Trial trial) {
    Bench bench = PollBench.on(trial).bench();
    PollSetAttributes attributes = PollSetAttributes.builder().flags(1).build();
    refused(
        Errno.EINVAL, "poll_open with flags 1", () -> bench.domain().openPollSet(attributes, null));
  }

  private static void members(Trial trial) {
    PollBench polls = PollBench.on(trial);
    returned(-Errno.EINVAL, polls.set().add(polls.bench().domain(), 0), "poll_add of a domain");
    returned(
        -Errno.EINVAL,
        polls.set().add(polls.bench().receiver().endpoint(), 0),
        "poll_add of an endpoint");
    polls.expect("after refused members");
    Peer peer = polls.queue("queue");
    Counter counter = polls.counter("counter");
    polls.bench().message(Parts.countedBy(polls.bench(), counter), 1);
    polls.bench().message(peer, 2);
    polls.expect("with an event in both members", "queue", "counter");
    polls.remove(counter);
    polls.expect("after the counter was removed", "queue");
    polls.remove(peer.receiveQueue());
    polls.expect("after both were removed");
  }

  private static void addedTwice(Trial trial) {
    PollBench polls = PollBench.on(trial);
    Peer peer = polls.queue("queue");
    int again = polls.set().add(peer.receiveQueue(), 0);
    polls.bench().message(peer, 1);
    List<Object> reported = polls.poll(8);
    that(reported.contains("queue"), "a queue added twice is not reported");
    returned(0, polls.set().del(peer.receiveQueue(), 0), "poll_del of a member");
    returned(0, polls.set().del(peer.receiveQueue(), 0), "poll_del of what is no member");
    polls.expect("after the member was removed");
    returned(0, polls.set().add(peer.receiveQueue(), 0), "poll_add of a former member");
    polls.expect("after it was added again", "queue");
    trial.chose("adding again gives %s and %d reports", value(again), reported.size());
  }

  private static void reportsTheReady(Trial trial) {
    PollBench polls = PollBench.on(trial);
    polls.queue("A");
    Peer second = polls.queue("B");
    Peer third = polls.queue("C");
    polls.bench().message(second, 1);
    polls.expect("with an entry in B", "B");
    polls.bench().message(third, 1);
    polls.expect("with an entry in B and C", "B", "C");
    second.receive().drain(1);
    polls.expect("with an entry in C", "C");
  }

  private static void untilDrained(Trial trial) {
    PollBench polls = PollBench.on(trial);
    Peer peer = polls.queue("A");
    polls.bench().message(peer, 1);
    polls.bench().message(peer, 2);
    for (int left = 2; left > 0; left--) {
      polls.expect("with " + left + " entries", "A");
      polls.expect("with " + left + " entries, again", "A");
      peer.receive().drain(1);
    }
    polls.expect("after the queue was drained");
  }

  private static void errorIsAnEvent(Trial trial) {
    PollBench polls = PollBench.on(trial);
    Peer peer = polls.queue("A");
    peer.postReceive(1);
    peer.cancel(1);
    polls.expect("with an error only", "A");
    polls.expect("with an error only, again", "A");
    equal(1L, peer.receive().expectError().context(), "context of the error");
    polls.expect("after readerr");
  }

  private static void noMoreThanCount(Trial trial) {
    PollBench polls = PollBench.on(trial);
    for (String name : List.of("A", "B", "C")) {
      polls.bench().message(polls.queue(name), 1);
    }
    for (int count = 0; count <= 4; count++) {
      List<Object> reported = polls.poll(count);
      equal(Math.min(count, 3), reported.size(), "contexts of poll(%d), three ready", count);
      equal(reported.size(), (int) reported.stream().distinct().count(), "different contexts");
    }
  }

  private static void readDecides(Trial trial) {
    PollBench polls = PollBench.on(trial);
    Peer peer = polls.queue("A");
    int falseReports = 0;
    for (int i = 1; i <= 100; i++) {
      polls.bench().message(peer, i);
      that(polls.poll(4).contains("A"), "message %d is not reported", i);
      equal((long) i, peer.receive().drain(1).getFirst().context(), "context");
      if (!polls.poll(4).isEmpty()) {
        falseReports++;
        returned(-Errno.EAGAIN, peer.receive().read(1), "read after a false report");
      }
    }
    trial.chose("%d of 100 reports of a drained queue", falseReports);
  }

  private static void nothing(Trial trial) {
    PollBench polls = PollBench.on(trial);
    polls.expect("of an empty set");
    Counter counter = polls.counter("counter");
    Peer peer = polls.queue("queue");
    polls.expect("with nothing ready");
    polls.bench().message(Parts.countedBy(polls.bench(), counter), 1);
    polls.bench().message(peer, 1);
    equal(List.of(), polls.poll(0), "contexts of poll(0)");
    equal(List.of(), polls.poll(0), "contexts of poll(0), again");
    polls.expect("after poll(0) of two ready members", "counter", "queue");
    trial.chose("nothing ready, no member and count 0 give 0; count 0 leaves all events");
  }

  private static void nullContext(Trial trial) {
    PollBench polls = PollBench.on(trial);
    polls.bench().message(polls.queue(null), 1);
    equal(Arrays.asList((Object) null), polls.poll(4), "contexts");
    polls.bench().message(Parts.countedBy(polls.bench(), polls.counter(null)), 1);
    equal(Arrays.asList(null, null), polls.poll(4), "contexts");
  }

  private static void busyWithMembers(Trial trial) {
    PollBench polls = PollBench.on(trial);
    Peer peer = polls.queue("A");
    Counter counter = polls.counter("B");
    refused(Errno.EBUSY, "close of a set with two members", polls.set()::close);
    polls.bench().message(peer, 1);
    polls.expect("after a refused close", "A");
    polls.remove(peer.receiveQueue());
    refused(Errno.EBUSY, "close of a set with one member", polls.set()::close);
    polls.remove(counter);
    polls.set().close();
    counter.close();
    equal(1L, peer.receive().drain(1).getFirst().context(), "context after the set's end");
  }
}
