package dev.weft.conformance.fabric.wait;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.refused;
import static dev.weft.conformance.check.Check.rejected;
import static dev.weft.conformance.check.Check.returned;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Check.value;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Task;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.ChannelWatch;
import dev.weft.conformance.fabric.bench.QueueReader;
import dev.weft.conformance.fabric.bench.Stopwatch;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.poll.MutexConditionHandle;
import dev.weft.fabric.poll.PollDescriptorsHandle;
import dev.weft.fabric.poll.PollHandle;
import dev.weft.fabric.poll.PollSet;
import dev.weft.fabric.poll.PollSetAttributes;
import dev.weft.fabric.poll.WaitCondition;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.fabric.poll.WaitSet;
import dev.weft.fabric.poll.WaitSetAttributes;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Kinds of wait objects: WO-001 to WO-004, WO-007 to WO-010, WO-013 to WO-016. */
public final class WaitObjectClauses {

  private static final String KINDS = "fi_cq(3), fi_cq_attr.wait_obj";
  private static final String CONTROL = "fi_poll(3), fi_control";

  private static final WaitSetAttributes SET_ATTRIBUTES = WaitSetAttributes.defaults();

  private WaitObjectClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("WO-001", Level.REQUIRED, KINDS)
            .says("with FI_WAIT_NONE no call blocks; reads and poll sets still work")
            .lookAt("what reads need from a wait object")
            .check(WaitObjectClauses::none),
        clause("WO-002", Level.REQUIRED, KINDS)
            .says("with FI_WAIT_UNSPEC library calls wait; FI_GETWAIT need not work")
            .lookAt("how UNSPEC is resolved")
            .check(WaitObjectClauses::unspecified),
        clause("WO-003", Level.REQUIRED, KINDS)
            .says("FI_WAIT_SET needs an existing wait set")
            .lookAt("the check of wait_set when a queue is opened")
            .check(WaitObjectClauses::setNeedsOne),
        clause("WO-004", Level.REQUIRED, "fi_cq(3), fi_cq_attr.wait_set")
            .says("wait_set is ignored unless wait_obj is FI_WAIT_SET")
            .lookAt("a look at wait_set that does not look at wait_obj first")
            .check(WaitObjectClauses::foreignSetIgnored),
        clause("WO-007", Level.PERMITTED, KINDS)
            .says("FI_WAIT_MUTEX_COND is a Lock and a Condition that work, or it is refused")
            .lookAt("the signal of the condition, which must hold the lock")
            .check(WaitObjectClauses::mutexCondition),
        clause("WO-008", Level.REQUIRED, "fi_poll(3), FI_WAIT_YIELD")
            .says("with FI_WAIT_YIELD deadlines hold and completions end the wait")
            .lookAt("the deadline of the yielding loop")
            .check(WaitObjectClauses::yielding),
        clause("WO-009", Level.REQUIRED, "fi_poll(3), FI_WAIT_POLLFD")
            .says("FI_WAIT_POLLFD opens and shows its descriptors")
            .lookAt("what FI_GETWAIT gives for POLLFD")
            .check(WaitObjectClauses::pollDescriptors),
        clause("WO-010", Level.UNSTATED, KINDS)
            .says("an unknown wait_obj is refused (the enum), a known one opens or is refused")
            .lookAt("the errno of kinds that are not supported")
            .check(WaitObjectClauses::everyKindIsAnswered),
        clause("WO-013", Level.UNSTATED, CONTROL + ", FI_GETWAIT")
            .says("FI_GETWAIT of a queue without a wait object is refused")
            .lookAt("the errno, -FI_ENODATA")
            .check(WaitObjectClauses::noneHasNoHandle),
        clause("WO-014", Level.REQUIRED, CONTROL + ", FI_GETWAITOBJ")
            .says("FI_GETWAITOBJ returns the kind of wait object")
            .lookAt("kinds that are resolved in one place only")
            .check(WaitObjectClauses::tellsItsKind),
        clause("WO-015", Level.UNSTATED, CONTROL)
            .says("commands that a queue does not know are refused, also without a wait object")
            .lookAt("FI_ENABLE of a queue")
            .check(WaitObjectClauses::unknownCommands),
        clause("WO-016", Level.CALLER_ERROR, CONTROL)
            .says("callers serialise fi_control; done so, it leaves queue and traffic alone")
            .lookAt("state that FI_GETWAIT creates anew on each call")
            .check(WaitObjectClauses::controlIsHarmless));
  }

  private static void none(Trial trial) {
    Bench bench = Bench.on(trial).wait(WaitObject.NONE).open();
    CompletionQueue queue = bench.receiver().receiveQueue();
    that(bench.receiver().receive().sread(1, 50) < 0, "sread with FI_WAIT_NONE succeeded");
    PollSet set = openPollSet(bench);
    if (set != null) {
      returned(0, set.add(queue, 0), "add of a queue without a wait object to a poll set");
    }
    bench.fill(1, 1);
    if (set != null) {
      returned(1, set.poll(new Object[2], 2), "poll of a set whose member has an entry");
      set.del(queue, 0);
    }
    equal(1L, bench.receiver().receive().drain(1).getFirst().context(), "context");
  }

  private static PollSet openPollSet(Bench bench) {
    try {
      return bench.keep(bench.domain().openPollSet(PollSetAttributes.defaults(), null));
    } catch (FabricException | UnsupportedOperationException notOffered) {
      return null;
    }
  }

  private static void unspecified(Trial trial) {
    Bench bench = Bench.on(trial).wait(WaitObject.UNSPEC).open();
    QueueReader queue = bench.receiver().receive();
    bench.fill(1, 1);
    returned(1, queue.sread(1, 1_000), "sread with FI_WAIT_UNSPEC");
    trial.chose("FI_GETWAIT %s", answer(() -> queue.queue().control(ControlCommand.GETWAIT)));
  }

  private static void setNeedsOne(Trial trial) {
    Bench bench = Bench.on(trial).openDomainOnly();
    CompletionQueueAttributes.Builder attributes =
        CompletionQueueAttributes.builder().waitObject(WaitObject.SET);
    refused(Errno.EINVAL, "FI_WAIT_SET without a set", () -> bench.openQueue(attributes.build()));
    WaitSet set;
    try {
      set = bench.keep(bench.fabric().openWaitSet(SET_ATTRIBUTES, null));
    } catch (FabricException notOffered) {
      trial.chose("FI_WAIT_SET without a set is -FI_EINVAL; sets: %s", notOffered.getMessage());
      return;
    }
    QueueReader member = new QueueReader(bench.openQueue(attributes.waitSet(set).build()));
    returned(-Errno.EAGAIN, member.read(1), "read of an empty member of a wait set");
    int waited = member.sread(1, 50);
    that(waited < 0 && waited != -Errno.EAGAIN, "sread of a member returned %s", value(waited));
  }

  private static void foreignSetIgnored(Trial trial) {
    Bench bench = Bench.on(trial).openDomainOnly();
    WaitSet garbage =
        (WaitSet)
            Proxy.newProxyInstance(
                WaitSet.class.getClassLoader(),
                new Class<?>[] {WaitSet.class},
                (proxy, method, arguments) -> {
                  throw new IllegalStateException("wait_set was used: " + method.getName());
                });
    for (WaitObject kind : List.of(WaitObject.FD, WaitObject.UNSPEC, WaitObject.NONE)) {
      bench.openQueue(
          new CompletionQueueAttributes(
              0, 0, CompletionFormat.CONTEXT, kind, 0, WaitCondition.NONE, garbage));
    }
  }

  private static void mutexCondition(Trial trial) throws InterruptedException {
    Bench probe = Bench.on(trial).openDomainOnly();
    String answer = answer(() -> probe.openQueue(kind(WaitObject.MUTEX_COND)));
    trial.chose("opening a queue with FI_WAIT_MUTEX_COND %s", answer);
    if (!answer.equals("succeeds") || trial.threading() != Threading.SAFE) {
      return;
    }
    Bench bench = Bench.on(trial).wait(WaitObject.MUTEX_COND).open();
    QueueReader queue = new QueueReader(bench.receiver().receiveQueue());
    bench.receiver().postReceive(1);
    Task<Boolean> waiter = trial.start(() -> awaitCondition(bench, queue.queue()));
    waiter.awaitBlocked();
    bench.sender().send(bench.receiver(), 1);
    that(waiter.result(), "the condition was not signalled after an insertion");
    equal(1L, queue.drain(1).getFirst().context(), "context after the condition");
  }

  private static boolean awaitCondition(Bench bench, CompletionQueue queue)
      throws InterruptedException {
    MutexConditionHandle handle = (MutexConditionHandle) queue.control(ControlCommand.GETWAIT);
    handle.mutex().lock();
    try {
      boolean signalled = true;
      while (signalled && bench.fabric().tryWait(queue) == 0) {
        signalled = handle.condition().await(1, TimeUnit.HOURS);
      }
      return signalled;
    } finally {
      handle.mutex().unlock();
    }
  }

  private static void yielding(Trial trial) throws InterruptedException {
    Bench bench = Bench.on(trial).wait(WaitObject.YIELD).open();
    QueueReader queue = new QueueReader(bench.receiver().receiveQueue());
    Stopwatch watch = new Stopwatch();
    returned(-Errno.EAGAIN, queue.sread(1, 50), "sread(50) with FI_WAIT_YIELD");
    watch.expectTimeout(50, "sread(50) with FI_WAIT_YIELD");
    bench.fill(1, 1);
    returned(1, queue.sread(1, 5_000), "sread with FI_WAIT_YIELD and an entry");
    if (trial.threading() == Threading.SAFE) {
      bench.receiver().postReceive(2);
      Task<Integer> waiter = trial.start(() -> queue.sread(1, -1));
      waiter.awaitBlocked();
      bench.sender().send(bench.receiver(), 2);
      returned(1, waiter.result(), "sread(-1) with FI_WAIT_YIELD and an insertion");
    }
  }

  private static void pollDescriptors(Trial trial) {
    Bench bench = Bench.on(trial).wait(WaitObject.POLLFD).open();
    Object handle = bench.receiver().receiveQueue().control(ControlCommand.GETWAIT);
    that(
        handle instanceof PollHandle || handle instanceof PollDescriptorsHandle,
        "FI_GETWAIT of a POLLFD queue gave %s",
        handle);
    bench.fill(1, 1);
    returned(1, bench.receiver().receive().sread(1, 1_000), "sread with FI_WAIT_POLLFD");
  }

  private static void everyKindIsAnswered(Trial trial) {
    rejected(IllegalArgumentException.class, "wait_obj=99", () -> WaitObject.of(99));
    Bench bench = Bench.on(trial).openDomainOnly();
    for (WaitObject kind : WaitObject.values()) {
      String answer = answer(() -> bench.openQueue(kind(kind)));
      if (!answer.equals("succeeds")) {
        trial.chose("%s %s", kind, answer);
      }
    }
    trial.chose("wait_obj=99 is an IllegalArgumentException");
  }

  private static CompletionQueueAttributes kind(WaitObject kind) {
    return CompletionQueueAttributes.builder().waitObject(kind).build();
  }

  private static void noneHasNoHandle(Trial trial) {
    Bench bench = Bench.on(trial).openDomainOnly();
    CompletionQueue queue = bench.openQueue(kind(WaitObject.NONE));
    int errno =
        refused("FI_GETWAIT with FI_WAIT_NONE", () -> queue.control(ControlCommand.GETWAIT))
            .errno();
    refused(
        errno,
        "FI_GETWAIT with FI_WAIT_NONE as a descriptor",
        () -> queue.control(ControlCommand.GETWAIT_DESCRIPTOR));
    trial.chose("-%s", Errno.name(errno));
  }

  private static void tellsItsKind(Trial trial) {
    Bench bench = Bench.on(trial).openDomainOnly();
    for (WaitObject kind : List.of(WaitObject.FD, WaitObject.POLLFD)) {
      CompletionQueue queue = bench.openQueue(kind(kind));
      equal(kind, queue.control(ControlCommand.GETWAITOBJ), "FI_GETWAITOBJ");
    }
    for (WaitObject kind : List.of(WaitObject.NONE, WaitObject.UNSPEC, WaitObject.YIELD)) {
      CompletionQueue queue = bench.openQueue(kind(kind));
      String first = answer(() -> queue.control(ControlCommand.GETWAITOBJ));
      equal(first, answer(() -> queue.control(ControlCommand.GETWAITOBJ)), "a second answer");
    }
  }

  private static void unknownCommands(Trial trial) {
    Bench bench = Bench.on(trial).openDomainOnly();
    for (WaitObject kind : List.of(WaitObject.NONE, WaitObject.FD)) {
      CompletionQueue queue = bench.openQueue(kind(kind));
      int errno = refused("FI_ENABLE", () -> queue.control(ControlCommand.ENABLE)).errno();
      trial.chose("FI_ENABLE of a queue with %s is -%s", kind, Errno.name(errno));
    }
  }

  private static void controlIsHarmless(Trial trial) {
    Bench bench = Bench.on(trial).wait(WaitObject.FD).open();
    CompletionQueue queue = bench.receiver().receiveQueue();
    Object first = ChannelWatch.parts(queue);
    for (int i = 0; i < 100; i++) {
      bench.deliver(i);
      equal(first, ChannelWatch.parts(queue), "channel that FI_GETWAIT gives");
      equal((long) i, bench.receiver().receive().drain(1).getFirst().context(), "context");
    }
  }

  private static String answer(Runnable call) {
    try {
      call.run();
      return "succeeds";
    } catch (FabricException refusal) {
      return "is -" + Errno.name(refusal.errno());
    }
  }
}
