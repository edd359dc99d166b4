package dev.weft.conformance.fabric.wait;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.returned;
import static dev.weft.conformance.check.Check.returnedOneOf;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Check.value;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.ChannelWatch;
import dev.weft.conformance.fabric.bench.Peer;
import dev.weft.conformance.fabric.bench.Stopwatch;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.attributes.EventQueueAttributes;
import dev.weft.fabric.info.ProgressModel;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.fabric.poll.WaitSet;
import dev.weft.fabric.poll.WaitSetAttributes;
import dev.weft.fabric.poll.Waitable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Return values of {@code fi_trywait}: TW-002, TW-003, TW-006, TW-007 to TW-012, TW-014. */
public final class TryWaitClauses {

  private static final String TRYWAIT = "fi_poll(3), fi_trywait";

  private TryWaitClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("TW-002", Level.REQUIRED, TRYWAIT)
            .says("0 means that it is safe to block, -FI_EAGAIN that events are queued")
            .lookAt("the look at the queue in trywait")
            .check(TryWaitClauses::tellsWhetherSafe),
        clause("TW-003", Level.REQUIRED, TRYWAIT)
            .says("a queue that holds only an error is not safe to block on")
            .lookAt("a look at good entries only")
            .check(TryWaitClauses::errorIsNotSafe),
        clause("TW-006", Level.REQUIRED, TRYWAIT)
            .says("of several objects one with events makes blocking unsafe")
            .lookAt("the loop over the objects")
            .check(TryWaitClauses::severalObjects),
        clause("TW-007", Level.REQUIRED, TRYWAIT)
            .says(
                "queues, counters and wait sets are accepted (other classes: the parameter's"
                    + " type refuses them)")
            .lookAt("the classes that trywait knows")
            .check(TryWaitClauses::acceptedClasses),
        clause("TW-008", Level.REQUIRED, TRYWAIT)
            .says("a wait set stands for its members: an event in one makes it unsafe")
            .lookAt("the look at the members of a wait set")
            .check(TryWaitClauses::setStandsForMembers),
        clause("TW-009", Level.REQUIRED, TRYWAIT)
            .says("once all that was queued is read, the next trywait returns 0")
            .lookAt("state that outlives the drain")
            .check(TryWaitClauses::safeAfterDrain),
        clause("TW-010", Level.INFERRED, "fi_domain(3), FI_PROGRESS_MANUAL; prov/util")
            .says("trywait drives progress, which a native wait cannot")
            .lookAt("the call of progress in trywait")
            .check(TryWaitClauses::drivesProgress),
        clause("TW-011", Level.UNSTATED, TRYWAIT)
            .says("an object without a wait object is refused; an empty array is safe")
            .lookAt("the check of the wait object in trywait")
            .check(TryWaitClauses::nothingToWaitFor),
        clause("TW-012", Level.UNSTATED, TRYWAIT + "; fi_cq_signal")
            .says("a pending signal is reported by trywait or stays for sread; no thread hangs")
            .lookAt("what clearing the wait object does to a pending signal")
            .check(TryWaitClauses::pendingSignal),
        clause("TW-014", Level.UNSTATED, "fi_poll(3), fi_trywait, the page's example")
            .says("the page calls trywait without a fabric and counts by size_t, the header by int")
            .lookAt("the form of the call: one of the fabric, with as many objects as are given")
            .check(TryWaitClauses::formOfTheCall));
  }

  private static Bench sleeping(Trial trial) {
    return Bench.on(trial).wait(WaitObject.FD).open();
  }

  private static void tellsWhetherSafe(Trial trial) {
    Bench bench = sleeping(trial);
    Fabric fabric = bench.fabric();
    CompletionQueue queue = bench.receiver().receiveQueue();
    returned(0, fabric.tryWait(queue), "trywait of an empty queue");
    bench.fill(1, 2);
    for (int left = 2; left > 0; left--) {
      returned(-Errno.EAGAIN, fabric.tryWait(queue), "trywait with %d entries", left);
      returned(-Errno.EAGAIN, fabric.tryWait(queue), "trywait with %d entries, again", left);
      bench.receiver().receive().drain(1);
    }
    returned(0, fabric.tryWait(queue), "trywait of a drained queue");
  }

  private static void errorIsNotSafe(Trial trial) {
    Bench bench = sleeping(trial);
    CompletionQueue queue = bench.receiver().receiveQueue();
    bench.fail(1);
    for (int i = 0; i < 3; i++) {
      returned(-Errno.EAGAIN, bench.fabric().tryWait(queue), "trywait with only an error");
    }
    bench.receiver().receive().expectError();
    returned(0, bench.fabric().tryWait(queue), "trywait after readerr");
  }

  private static void severalObjects(Trial trial) {
    Bench bench = sleeping(trial);
    Fabric fabric = bench.fabric();
    CompletionQueue full = bench.receiver().receiveQueue();
    CompletionQueue empty = bench.receiver().transmitQueue();
    returned(0, fabric.tryWait(full, empty), "trywait of two empty queues");
    bench.fill(1, 1);
    returned(-Errno.EAGAIN, fabric.tryWait(full, empty), "trywait, the first has an entry");
    returned(-Errno.EAGAIN, fabric.tryWait(empty, full), "trywait, the second has an entry");
    bench.receiver().receive().drain(1);
    returned(0, fabric.tryWait(empty, full), "trywait of two drained queues");
  }

  private static void acceptedClasses(Trial trial) {
    Bench bench = sleeping(trial);
    Fabric fabric = bench.fabric();
    returned(0, fabric.tryWait(bench.receiver().receiveQueue()), "trywait of a queue");
    try {
      Counter counter =
          bench.keep(
              bench
                  .domain()
                  .openCounter(
                      CounterAttributes.builder().waitObject(WaitObject.FD).build(), null));
      returned(0, fabric.tryWait(counter), "trywait of a counter");
      WaitSet set =
          bench.keep(
              fabric.openWaitSet(
                  WaitSetAttributes.builder().waitObject(WaitObject.FD).build(), null));
      returned(0, fabric.tryWait(set), "trywait of a wait set");
      EventQueue events =
          bench.keep(
              fabric.openEventQueue(
                  EventQueueAttributes.builder().waitObject(WaitObject.FD).build(), null));
      returned(0, fabric.tryWait(events), "trywait of an event queue");
    } catch (FabricException notOffered) {
      trial.chose("queues are accepted; not offered: %s", notOffered.getMessage());
    }
  }

  private static void setStandsForMembers(Trial trial) {
    Bench bench = Bench.on(trial).openDomainOnly();
    WaitSet set =
        bench.keep(
            bench
                .fabric()
                .openWaitSet(WaitSetAttributes.builder().waitObject(WaitObject.FD).build(), null));
    CompletionQueueAttributes.Builder member =
        CompletionQueueAttributes.builder().waitObject(WaitObject.SET).waitSet(set);
    Peer sender = bench.openPeer();
    Peer receiver =
        bench.openPeer(bench.openQueue(member.build()), bench.openQueue(member.build()));
    returned(0, bench.fabric().tryWait(set), "trywait of a set of empty queues");
    receiver.postReceive(1);
    sender.send(receiver, 1);
    HangDetector.await(
        () -> {
          sender.push();
          return bench.fabric().tryWait(set) == -Errno.EAGAIN;
        },
        "trywait of a set with an entry in a member is 0");
    receiver.receive().drain(1);
    returned(0, bench.fabric().tryWait(set), "trywait of a set whose members were drained");
  }

  private static void safeAfterDrain(Trial trial) {
    Bench bench = sleeping(trial);
    CompletionQueue queue = bench.receiver().receiveQueue();
    for (int count : new int[] {1, 7, 60}) {
      bench.fill(1, count);
      bench.fail(99);
      returned(-Errno.EAGAIN, bench.fabric().tryWait(queue), "trywait with %d entries", count);
      bench.receiver().receive().drain(count);
      bench.receiver().receive().expectError();
      returned(0, bench.fabric().tryWait(queue), "trywait after one drain of %d", count);
    }
  }

  private static void drivesProgress(Trial trial) {
    Bench bench = Bench.on(trial).progress(ProgressModel.MANUAL).wait(WaitObject.FD).open();
    CompletionQueue queue = bench.receiver().receiveQueue();
    ChannelWatch watch = trial.closing(ChannelWatch.on(queue));
    ProgressClauses.transferWhile(
        bench,
        "trywait",
        () -> {
          if (bench.fabric().tryWait(queue) == 0) {
            watch.ready(10);
          }
        });
    equal(1, bench.receiver().receive().drain(1).size(), "entries of the transfer");
  }

  private static void nothingToWaitFor(Trial trial) {
    Bench bench = Bench.on(trial).wait(WaitObject.NONE).open();
    CompletionQueue queue = bench.receiver().receiveQueue();
    int none = bench.fabric().tryWait(queue);
    that(none < 0, "trywait of a queue with FI_WAIT_NONE returned %d", none);
    returned(0, bench.fabric().tryWait(), "trywait of no object");
    bench.fill(1, 1);
    bench.receiver().receive().drain(1);
    trial.chose("FI_WAIT_NONE gives %s, no object gives 0", value(none));
  }

  private static void pendingSignal(Trial trial) {
    Bench bench = sleeping(trial);
    CompletionQueue queue = bench.receiver().receiveQueue();
    ChannelWatch watch = trial.closing(ChannelWatch.on(queue));
    returned(0, bench.fabric().tryWait(queue), "trywait of an empty queue");
    returned(0, queue.signal(), "signal");
    int first = bench.fabric().tryWait(queue);
    returnedOneOf(Set.of(0, -Errno.EAGAIN), first, "trywait with a signal pending");
    boolean ready = watch.ready(50);
    Stopwatch stopwatch = new Stopwatch();
    int read = bench.receiver().receive().sread(1, 200);
    returned(-Errno.EAGAIN, read, "sread(200) after signal and trywait");
    boolean ended = stopwatch.millis() < 150;
    that(first == -Errno.EAGAIN || ready || ended, "a signal was lost to trywait and to sread");
    pendingSignalOfMember(trial);
    trial.chose(
        "with a signal pending trywait gives %s, the channel is %s, sread then %s",
        value(first), ready ? "ready" : "not ready", ended ? "ends at once" : "waits");
  }

  private static void pendingSignalOfMember(Trial trial) {
    WaitBench waits = WaitBench.on(trial, WaitObject.FD, 1);
    Fabric fabric = waits.bench().fabric();
    ChannelWatch watch = trial.closing(ChannelWatch.on(waits.set()));
    returned(0, fabric.tryWait(waits.set()), "trywait of an empty set");
    returned(0, waits.members().getFirst().receiveQueue().signal(), "signal of a member");
    int first = fabric.tryWait(waits.set());
    that(
        first == -Errno.EAGAIN || watch.ready(50) || waits.set().await(0) == 0,
        "a signal of a member was lost to trywait and to wait");
  }

  private static void formOfTheCall(Trial trial) {
    List<Method> forms =
        Arrays.stream(Fabric.class.getMethods())
            .filter(method -> method.getName().equals("tryWait"))
            .toList();
    equal(1, forms.size(), "methods tryWait of a fabric");
    Method form = forms.getFirst();
    that(!Modifier.isStatic(form.getModifiers()), "tryWait is called without a fabric");
    equal(int.class, form.getReturnType(), "type that tryWait returns");
    equal(List.of(Waitable[].class), List.of(form.getParameterTypes()), "parameters of tryWait");
    Bench bench = Bench.on(trial).wait(WaitObject.FD).openDomainOnly();
    CompletionQueue first = bench.openQueue();
    CompletionQueue second = bench.openQueue();
    returned(0, bench.fabric().tryWait(), "trywait of no object");
    returned(0, bench.fabric().tryWait(first), "trywait of one object");
    returned(0, bench.fabric().tryWait(first, second), "trywait of two objects");
    trial.chose("trywait is the fabric's, and counts the objects of its array itself");
  }
}
