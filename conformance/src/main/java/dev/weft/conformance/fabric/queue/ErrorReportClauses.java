package dev.weft.conformance.fabric.queue;

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
import dev.weft.conformance.fabric.bench.ChannelWatch;
import dev.weft.conformance.fabric.bench.Failure;
import dev.weft.conformance.fabric.bench.Messages;
import dev.weft.conformance.fabric.bench.Parts;
import dev.weft.conformance.fabric.bench.Peer;
import dev.weft.conformance.fabric.bench.QueueReader;
import dev.weft.conformance.fabric.bench.Stopwatch;
import dev.weft.conformance.fabric.bench.Talk;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.poll.PollSet;
import dev.weft.fabric.poll.PollSetAttributes;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.fabric.poll.WaitSet;
import dev.weft.fabric.poll.WaitSetAttributes;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Errors are always reported, counted, and wake waiters: ER-020 to ER-022. */
public final class ErrorReportClauses {

  private ErrorReportClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("ER-020", Level.REQUIRED, "fi_endpoint(3), fi_msg(3)")
            .says("failures are reported even where success would write no entry")
            .lookAt("where selective completion and inject suppress entries")
            .check(ErrorReportClauses::errorsAreAlwaysReported),
        clause("ER-021", Level.REQUIRED, "fi_endpoint(3), binding counters")
            .says(
                "a failure adds one to the counter's error value and nothing to its success value")
            .lookAt("which of the counter's two values a truncated receive moves")
            .check(ErrorReportClauses::failureCountsAsError),
        clause("ER-022", Level.REQUIRED, "fi_cq(3), fi_poll(3)")
            .says("an error wakes like an entry: sread, channel, trywait, poll set and wait set")
            .lookAt("whether writing an error record wakes as an entry does")
            .concurrent()
            .check(ErrorReportClauses::errorsWake));
  }

  private static void errorsAreAlwaysReported(Trial trial) {
    Talk talk =
        Talk.on(
            Bench.on(trial)
                .transmitFlags(BindFlags.SELECTIVE_COMPLETION)
                .receiveFlags(BindFlags.SELECTIVE_COMPLETION));
    talk.recv(talk.memory(8), 1);
    talk.send(talk.text(64, 1), 2);
    Failure truncated = talk.failedReceive();
    equal(Errno.ETRUNC, truncated.error(), "err of a truncated receive without FI_COMPLETION");
    equal(1L, truncated.context(), "its context");
    talk.recv(talk.memory(8), 3);
    talk.cancel(3);
    equal(Errno.ECANCELED, talk.failedReceive().error(), "err of a cancelled receive");
    trial.chose("inject to a closed peer: %s", injectToClosedPeer(talk));
  }

  private static String injectToClosedPeer(Talk talk) {
    Peer gone = talk.bench().openPeerBesideReceiver();
    long handle = talk.sender().handleOf(gone);
    gone.endpoint().close();
    MemorySegment text = talk.text(8, 1);
    int returned = talk.near().inject(text, 8, handle);
    if (returned < 0) {
      return "refused with " + value(returned);
    }
    return talk.arrivals().failure(talk.sender().transmit()).toString();
  }

  private static void failureCountsAsError(Trial trial) {
    Bench bench = Bench.on(trial).open();
    Counter counter = Parts.counter(trial, bench);
    Peer counted = Parts.peer(bench, endpoint -> endpoint.bind(counter, BindFlags.RECV));
    MemorySegment small = bench.domain().allocate(8);
    counted.accepted("recv", () -> counted.endpoint().recv(small, 4, Messages.ANYBODY, 1));
    bench.sender().send(counted, 2);
    equal(Errno.ETRUNC, bench.arrivals().failure(counted.receive()).error(), "err");
    equal(1L, counter.readErr(), "error value after one truncated receive");
    equal(0L, counter.read(), "success value after one truncated receive");
  }

  private static void errorsWake(Trial trial) throws Exception {
    sreadWakes(trial);
    channelAndTryWaitWake(trial);
    String sets = pollSetReports(trial) + " and " + waitSetWakes(trial);
    if (sets.contains("not")) {
      trial.chose("%s", sets);
    }
  }

  private static void sreadWakes(Trial trial) throws InterruptedException {
    Bench bench = Bench.on(trial).wait(WaitObject.UNSPEC).open();
    QueueReader queue = bench.receiver().receive();
    Stopwatch.expectPrompt(
        () -> {
          bench.fail(1);
          returned(-Errno.EAVAIL, queue.sread(1, 5_000), "sread with only an error queued");
          returned(1, queue.readErr(), "readerr");
        },
        "sread with only an error queued");
    bench.receiver().postReceive(2);
    Task<Integer> sleeper = trial.start(() -> queue.sread(1, -1));
    sleeper.awaitBlocked();
    bench.receiver().cancel(2);
    returned(-Errno.EAVAIL, sleeper.result(), "sread while the error arrives");
  }

  private static void channelAndTryWaitWake(Trial trial) throws Exception {
    Bench bench = Bench.on(trial).wait(WaitObject.FD).open();
    CompletionQueue queue = bench.receiver().receiveQueue();
    ChannelWatch watch = trial.closing(ChannelWatch.on(queue));
    bench.receiver().postReceive(1);
    returned(0, bench.fabric().tryWait(queue), "trywait of an empty queue");
    bench.receiver().cancel(1);
    that(watch.becomesReady(), "an error did not make the channel readable");
    returned(-Errno.EAGAIN, bench.fabric().tryWait(queue), "trywait with only an error queued");
  }

  private static String pollSetReports(Trial trial) {
    Bench bench = Bench.on(trial).open();
    try (PollSet set = bench.domain().openPollSet(PollSetAttributes.defaults(), null)) {
      CompletionQueue queue = bench.receiver().receiveQueue();
      returned(0, set.add(queue, 0), "poll_add");
      bench.fail(1);
      returned(1, set.poll(new Object[4], 4), "poll with only an error queued");
      returned(0, set.del(queue, 0), "poll_del");
      return "a poll set reports it";
    } catch (FabricException refusal) {
      equal(Errno.ENOSYS, refusal.errno(), "errno where poll sets are not offered");
      return "poll sets are not offered";
    }
  }

  private static String waitSetWakes(Trial trial) {
    Bench plain = Bench.on(trial).openDomainOnly();
    WaitSet set;
    try {
      WaitSetAttributes attributes = WaitSetAttributes.defaults();
      set = plain.keep(plain.fabric().openWaitSet(attributes, null));
    } catch (FabricException refusal) {
      equal(Errno.ENOSYS, refusal.errno(), "errno where wait sets are not offered");
      return "wait sets are not offered";
    }
    Peer member = Parts.memberOf(plain, set);
    member.postReceive(1);
    member.cancel(1);
    returned(0, set.await(-1), "wait with only an error queued");
    returned(-Errno.EAVAIL, member.receive().read(1), "read after the wait");
    return "a wait set wakes";
  }
}
