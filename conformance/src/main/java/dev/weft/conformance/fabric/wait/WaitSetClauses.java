package dev.weft.conformance.fabric.wait;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.refused;
import static dev.weft.conformance.check.Check.rejected;
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
import dev.weft.conformance.fabric.bench.ChannelWatch;
import dev.weft.conformance.fabric.bench.Peer;
import dev.weft.conformance.fabric.bench.QueueReader;
import dev.weft.conformance.fabric.bench.Stopwatch;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.fabric.poll.WaitSet;
import dev.weft.fabric.poll.WaitSetAttributes;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** Wait sets: WS-001 to WS-011. */
public final class WaitSetClauses {

  private static final String WAIT = "fi_poll(3), fi_wait";
  private static final String OPEN = "fi_poll(3), fi_wait_open";

  private WaitSetClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("WS-001", Level.REQUIRED, OPEN)
            .says("a wait set is opened on a fabric; flags other than 0 are refused")
            .lookAt("the check of fi_wait_attr.flags")
            .check(WaitSetClauses::open),
        clause("WS-002", Level.REQUIRED, OPEN)
            .says("all kinds but FI_WAIT_NONE and FI_WAIT_SET may be asked for")
            .lookAt("the check of fi_wait_attr.wait_obj")
            .check(WaitSetClauses::kinds),
        clause("WS-003", Level.REQUIRED, OPEN + ", FI_WAIT_FD")
            .says("the set shows one channel, which is ready for an event in any member")
            .lookAt("the path from a member's publication to the set's wait object")
            .check(WaitSetClauses::oneChannel),
        clause("WS-004", Level.REQUIRED, "fi_cq(3), FI_WAIT_SET")
            .says("an insertion in any member ends the wait, asleep or not yet")
            .lookAt("a member that joined after the first and is not forwarded")
            .concurrent()
            .automaticToo()
            .check(WaitSetClauses::anyMemberWakes),
        clause("WS-005", Level.REQUIRED, WAIT)
            .says("wait returns 0, and at once where a member is ready already")
            .lookAt("the look at members before the sleep")
            .check(WaitSetClauses::readyAlready),
        clause("WS-006", Level.UNSTATED, WAIT)
            .says("a timeout is an error, not early; 0 looks once; negative waits for ever")
            .lookAt("the clock of fi_wait")
            .check(WaitSetClauses::timeouts),
        clause("WS-007", Level.PERMITTED, WAIT)
            .says("0 guarantees no data; a thread that waits and reads in turn gets everything")
            .lookAt("wake-ups that are used up without an entry being read")
            .concurrent()
            .automaticToo()
            .check(WaitSetClauses::waitAndRead),
        clause("WS-008", Level.REQUIRED, "fi_cq(3), fi_cq_sread")
            .says("members cannot be slept on themselves; they can be read")
            .lookAt("the check of the wait object in sread")
            .check(WaitSetClauses::noBlockingReads),
        clause("WS-009", Level.REQUIRED, "fi_poll(3), fi_close")
            .says("a set with members cannot be closed, and they work on")
            .lookAt("the count of members when the set is closed")
            .check(WaitSetClauses::busyWithMembers),
        clause("WS-010", Level.INFERRED, "prov/util")
            .says("members, set, fabric close in this order; a fabric with a set is busy")
            .lookAt("what the set keeps open")
            .check(WaitSetClauses::orderOfClosing),
        clause("WS-011", Level.REQUIRED, "fi_poll(3), fi_control")
            .says("FI_GETWAIT and FI_GETWAITOBJ work on the set; members give the set's object")
            .lookAt("what a member answers")
            .check(WaitSetClauses::controls));
  }

  private static WaitSet set(Bench bench, WaitObject kind) {
    return bench.keep(bench.fabric().openWaitSet(attributes(kind, 0), null));
  }

  private static WaitSetAttributes attributes(WaitObject kind, long flags) {
    return WaitSetAttributes.builder().waitObject(kind).flags(flags).build();
  }

  private static void open(Trial trial) {
    Bench bench = Bench.on(trial).openDomainOnly();
    refused(
        Errno.EINVAL,
        "wait_open with flags 1",
        () -> bench.fabric().openWaitSet(attributes(WaitObject.UNSPEC, 1), null));
    set(bench, WaitObject.UNSPEC).close();
  }

  private static void kinds(Trial trial) {
    Bench bench = Bench.on(trial).openDomainOnly();
    for (WaitObject kind : WaitObject.values()) {
      boolean allowed = kind != WaitObject.NONE && kind != WaitObject.SET;
      if (!allowed) {
        int errno = refused("wait_open with " + kind, () -> set(bench, kind)).errno();
        returnedOneOf(Set.of(Errno.EINVAL, Errno.ENOSYS), errno, "errno of wait_open with " + kind);
        continue;
      }
      try {
        returned(-Errno.ETIMEDOUT, set(bench, kind).await(0), "wait(0) of a set with " + kind);
      } catch (FabricException notOffered) {
        trial.chose("%s is refused with %s", kind, value(-notOffered.errno()));
      }
    }
    rejected(IllegalArgumentException.class, "wait_obj=99", () -> WaitObject.of(99));
  }

  private static void oneChannel(Trial trial) {
    WaitBench waits = WaitBench.on(trial, WaitObject.FD, 5);
    equal(1, ChannelWatch.parts(waits.set()).size(), "channels of a set with 5 members");
    ChannelWatch watch = trial.closing(ChannelWatch.on(waits.set()));
    for (Peer member : waits.members()) {
      returned(0, waits.bench().fabric().tryWait(waits.set()), "trywait of a drained set");
      waits.bench().message(member, 1);
      that(watch.becomesReady(), "the set's channel is not ready after an insertion");
      member.receive().drain(1);
    }
  }

  private static void anyMemberWakes(Trial trial) throws InterruptedException {
    WaitBench waits = WaitBench.on(trial, WaitObject.UNSPEC, 4);
    for (Peer member : waits.members()) {
      Task<Integer> waiter = trial.start(() -> waits.set().await(-1));
      waiter.awaitBlocked();
      waits.bench().message(member, 1);
      returned(0, waiter.result(), "wait(-1) and an insertion");
      member.receive().drain(1);
      waits.bench().message(member, 2);
      returned(0, waits.set().await(-1), "wait(-1) after an insertion");
      member.receive().drain(1);
    }
  }

  private static void readyAlready(Trial trial) throws InterruptedException {
    WaitBench waits = WaitBench.on(trial, WaitObject.UNSPEC, 2);
    for (Peer member : waits.members()) {
      waits.bench().message(member, 1);
      for (int timeout : new int[] {5_000, -1, 5_000}) {
        Stopwatch.expectPrompt(
            () ->
                returned(0, waits.set().await(timeout), "wait(%d) of a set with an entry", timeout),
            "wait(%d) of a set with an entry",
            timeout);
      }
      equal(1L, member.receive().drain(1).getFirst().context(), "context");
    }
    signalledMember(trial, waits);
  }

  /** {@code fi_cq_signal} of a member ends a wait for the set, which is the only one there is. */
  private static void signalledMember(Trial trial, WaitBench waits) throws InterruptedException {
    for (Peer member : waits.members()) {
      returned(0, member.receiveQueue().signal(), "signal of a member");
      returned(0, waits.set().await(-1), "wait(-1) after a signal of a member");
      Task<Integer> waiter = trial.start(() -> waits.set().await(-1));
      waiter.awaitBlocked();
      returned(0, member.receiveQueue().signal(), "signal of a member");
      returned(0, waiter.result(), "wait(-1) and a signal of a member");
    }
  }

  private static void timeouts(Trial trial) {
    Bench bench = Bench.on(trial).openDomainOnly();
    WaitSet set = set(bench, WaitObject.UNSPEC);
    int returned = set.await(0);
    that(returned < 0, "wait(0) of an empty set returned %d", returned);
    Stopwatch.expectPrompt(
        () -> returned(returned, set.await(0), "wait(0) of an empty set"),
        "wait(0) of an empty set");
    Stopwatch watch = new Stopwatch();
    returned(returned, set.await(50), "wait(50) of an empty set");
    watch.expectTimeout(50, "wait(50) of an empty set");
    trial.chose("a timeout is %s", value(returned));
  }

  private static void waitAndRead(Trial trial) throws InterruptedException {
    WaitBench waits = WaitBench.on(trial, WaitObject.UNSPEC, 3);
    AtomicInteger taken = new AtomicInteger();
    Rounds rounds = trial.race(3_000);
    Task<Integer> consumer = trial.start(() -> waits.consume(taken, rounds));
    for (int i = 0; rounds.next(); i++) {
      waits.bench().message(waits.members().get(i % 3), i);
      if (i % 2 == 0) { // the next message would hide a lost wake-up
        int sent = i;
        HangDetector.await(
            () -> taken.get() > sent || consumer.isDone(), "message %d wakes no waiter", i);
      }
    }
    waits.bench().message(waits.members().getFirst(), rounds.most());
    int spurious = consumer.result();
    equal(rounds.total() + 1, taken.get(), "entries read");
    trial.chose("waits that gave 0 without an entry: %s", spurious == 0 ? "none" : "some");
  }

  private static void noBlockingReads(Trial trial) {
    WaitBench waits = WaitBench.on(trial, WaitObject.UNSPEC, 1);
    QueueReader queue = waits.members().getFirst().receive();
    int returned = queue.sread(1, 1_000);
    that(returned < 0 && returned != -Errno.EAGAIN, "sread of a member: %s", value(returned));
    waits.bench().message(waits.members().getFirst(), 1);
    that(queue.sread(1, 1_000) < 0, "sread of a member with an entry succeeded");
    equal(1L, queue.drain(1).getFirst().context(), "context");
  }

  private static void busyWithMembers(Trial trial) {
    WaitBench waits = WaitBench.on(trial, WaitObject.UNSPEC, 2);
    refused(Errno.EBUSY, "close of a set with two members", waits.set()::close);
    for (Peer member : waits.members()) {
      waits.bench().message(member, 1);
      returned(0, waits.set().await(-1), "wait after a refused close");
      member.receive().drain(1);
    }
    waits.closeMembers();
    waits.set().close();
  }

  private static void orderOfClosing(Trial trial) {
    WaitBench waits = WaitBench.on(trial, WaitObject.UNSPEC, 1);
    refused(Errno.EBUSY, "close of a fabric with a wait set", waits.bench().fabric()::close);
    waits.closeMembers();
    waits.set().close();
    that(waits.set().isClosed(), "the set should be closed");
  }

  private static void controls(Trial trial) {
    WaitBench waits = WaitBench.on(trial, WaitObject.FD, 2);
    equal(WaitObject.FD, waits.set().control(ControlCommand.GETWAITOBJ), "FI_GETWAITOBJ");
    List<?> channels = ChannelWatch.parts(waits.set());
    equal(1, channels.size(), "channels of the set");
    for (Peer member : waits.members()) {
      equal(channels, ChannelWatch.parts(member.receiveQueue()), "channels of a member");
      equal(
          WaitObject.FD,
          member.receiveQueue().control(ControlCommand.GETWAITOBJ),
          "FI_GETWAITOBJ of a member");
    }
  }
}
