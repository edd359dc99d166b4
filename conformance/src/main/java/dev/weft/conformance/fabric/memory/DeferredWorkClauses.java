package dev.weft.conformance.fabric.memory;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.refused;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.AtomicBench;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.Messages;
import dev.weft.conformance.fabric.bench.Parts;
import dev.weft.conformance.fabric.bench.Pattern;
import dev.weft.conformance.fabric.bench.Talk;
import dev.weft.conformance.fabric.bench.Tally;
import dev.weft.conformance.fabric.bench.Window;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.message.AtomicMessage;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.DataType;
import dev.weft.fabric.message.DeferredWork;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.RmaIoVector;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** Deferred work: EP-060. */
public final class DeferredWorkClauses {

  private static final String DEFERRED = "fi_trigger(3), deferred work queues";
  private static final long VISIBLE = OperationFlags.COMPLETION;

  private DeferredWorkClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("EP-060", Level.REQUIRED, DEFERRED)
            .says("work waits for success + error, then updates its completion counter alone")
            .lookAt("where the end of deferred work is reported, and what is forgotten")
            .needs(Capabilities.TRIGGER | Capabilities.TAGGED | Capabilities.RMA)
            .automaticToo()
            .check(DeferredWorkClauses::deferred));
  }

  /** The objects that all parts of the check use. */
  private record Desk(Talk talk, Tally tally, Counter triggering, Counter completion) {

    void queue(DeferredWork work, long threshold) {
      work.after(triggering, threshold);
      if (!work.type().isCounting()) {
        work.completing(completion);
      }
      talk.bench().domain().control(ControlCommand.queueWork(work));
    }

    /** Sets the triggering counter and waits for the completion counter. */
    void completes(long value, long errors, String what) {
      triggering.add(1);
      HangDetector detector = new HangDetector();
      boolean early = true;
      while (early && detector.lap()) {
        talk.bench().progress();
        early = completion.read() < value || completion.readErr() < errors;
      }
      talk.bench().settle();
      equal(value, completion.read(), "the completion counter after %s", what);
      equal(errors, completion.readErr(), "the completion counter's errors after %s", what);
    }
  }

  private static void deferred(Trial trial) {
    Tally tally = new Tally(trial, Bench.on(trial).oneProcess(), Tally.MESSAGES | Tally.ACCESS);
    Talk talk = tally.talk();
    Counter triggering = Parts.counter(trial, talk.bench());
    Desk desk = new Desk(talk, tally, triggering, Parts.counter(trial, talk.bench()));
    try {
      desk.queue(DeferredWork.add(triggering, 0), 1_000_000);
    } catch (FabricException refusal) {
      equal(Errno.ENOSYS, refusal.errno(), "errno of FI_QUEUE_WORK that is not supported");
      trial.chose("FI_QUEUE_WORK is refused with -FI_ENOSYS");
      return;
    }
    messages(desk);
    visible(desk);
    remoteMemory(desk);
    failing(desk);
    errorsCountToo(desk);
    counters(desk, Parts.counter(trial, talk.bench()));
    forgotten(desk);
    if (AtomicBench.isOffered(trial)) {
      atomics(trial);
    }
  }

  private static void messages(Desk desk) {
    Talk talk = desk.talk;
    MemorySegment buffer = talk.memory(16);
    MemorySegment tagged = talk.memory(16);
    long to = talk.toReceiver();
    var receive = Messages.message(buffer, Messages.ANYBODY, 1);
    var taggedReceive = Messages.tagged(tagged, Messages.ANYBODY, 7, 2);
    desk.queue(DeferredWork.recv(talk.far(), receive, 0), 1);
    desk.queue(DeferredWork.trecv(talk.far(), taggedReceive, 0), 1);
    desk.queue(DeferredWork.send(talk.near(), Messages.message(talk.text(16, 1), to, 3), 0), 1);
    var taggedSend = Messages.tagged(talk.text(16, 2), to, 7, 4);
    desk.queue(DeferredWork.tsend(talk.near(), taggedSend, 0), 1);
    talk.bench().settle();
    equal(0L, desk.completion.read(), "the completion counter before the threshold");
    desk.completes(4, 0, "two deferred sends and receives");
    Pattern.expect(buffer, 1, "a message between deferred operations");
    Pattern.expect(tagged, 2, "a tagged message between deferred operations");
    nothingElseIsReported(desk);
  }

  private static void nothingElseIsReported(Desk desk) {
    desk.talk.nothingSent("deferred work without FI_COMPLETION");
    desk.talk.nothingReceived("deferred work without FI_COMPLETION");
    equal("", desk.tally.shown(), "the endpoints' counters after deferred work");
  }

  private static void visible(Desk desk) {
    Talk talk = desk.talk;
    talk.recv(talk.memory(16), 1);
    var send = Messages.message(talk.text(16, 1), talk.toReceiver(), 5);
    desk.queue(DeferredWork.send(talk.near(), send, VISIBLE), 2);
    desk.completes(5, 0, "a deferred send with FI_COMPLETION");
    equal(5L, talk.sent().context(), "context of a deferred send with FI_COMPLETION");
    talk.received();
    equal(1L, desk.tally.near(BindFlags.SEND).read(), "the endpoint's counter of sends");
    desk.tally.clear();
  }

  private static void remoteMemory(Desk desk) {
    Talk talk = desk.talk;
    Window window = Window.open(talk, 32);
    MemorySegment copy = talk.memory(32);
    long to = talk.toReceiver();
    var write = Messages.remote(talk.text(32, 6), to, window.address(0), window.key(), 6);
    var read = Messages.remote(copy, to, window.address(0), window.key(), 7);
    desk.queue(DeferredWork.read(talk.near(), read, 0), 4);
    desk.queue(DeferredWork.write(talk.near(), write, 0), 3);
    desk.completes(6, 0, "a deferred write");
    desk.completes(7, 0, "a deferred read");
    Pattern.expect(copy, 6, "what a deferred read has read");
    nothingElseIsReported(desk);
  }

  private static void failing(Desk desk) {
    Talk talk = desk.talk;
    var write = Messages.remote(talk.text(8, 1), talk.toReceiver(), 0, 0x5555, 8);
    desk.queue(DeferredWork.write(talk.near(), write, 0), 5);
    desk.completes(7, 1, "a deferred write with an unknown key");
    nothingElseIsReported(desk);
  }

  private static void errorsCountToo(Desk desk) {
    desk.triggering.set(2);
    desk.triggering.setErr(0);
    Talk talk = desk.talk;
    talk.recv(talk.memory(16), 1);
    var send = Messages.message(talk.text(16, 1), talk.toReceiver(), 9);
    desk.queue(DeferredWork.send(talk.near(), send, 0), 4);
    desk.triggering.addErr(1);
    talk.nothingReceived("deferred work whose counter is one below its threshold");
    desk.completes(8, 1, "2 + 1 successes and 1 error");
    talk.received();
    desk.tally.clear();
  }

  private static void counters(Desk desk, Counter counted) {
    desk.triggering.set(0);
    desk.triggering.setErr(0);
    desk.queue(DeferredWork.set(counted, 40), 1);
    desk.queue(DeferredWork.add(counted, 2), 1);
    desk.completes(8, 1, "two operations on a counter");
    equal(42L, counted.read(), "a counter after a deferred set and a deferred add");
    DeferredWork wrong = DeferredWork.add(counted, 1).completing(desk.completion);
    wrong.after(desk.triggering, 1);
    refused(
        Errno.EINVAL,
        "an operation on a counter with a completion counter",
        () -> desk.talk.bench().domain().control(ControlCommand.queueWork(wrong)));
  }

  private static void forgotten(Desk desk) {
    Talk talk = desk.talk;
    var domain = talk.bench().domain();
    var message = Messages.message(talk.text(16, 1), talk.toReceiver(), 9);
    DeferredWork cancelled = DeferredWork.send(talk.near(), message, 0);
    desk.queue(cancelled, 2);
    desk.queue(DeferredWork.send(talk.near(), message, 0), 2);
    domain.control(ControlCommand.cancelWork(cancelled));
    refused(
        "cancel of work that was cancelled",
        () -> domain.control(ControlCommand.cancelWork(cancelled)));
    domain.control(ControlCommand.flushWork(desk.completion));
    talk.recv(talk.memory(16), 1);
    desk.completes(9, 1, "one of two sends, the other cancelled");
    talk.received();
    desk.queue(DeferredWork.send(talk.near(), message, 0), 3);
    domain.control(ControlCommand.flushWork(desk.triggering));
    desk.queue(DeferredWork.send(talk.near(), message, 0), 3);
    domain.control(ControlCommand.flushWork(null));
    desk.completes(9, 1, "two sends that were flushed");
    talk.nothingReceived("after two sends that were flushed");
  }

  private static void atomics(Trial trial) {
    Tally tally =
        new Tally(
            trial, Bench.on(trial).oneProcess().capabilities(Capabilities.ATOMIC), Tally.ACCESS);
    Talk talk = tally.talk();
    Counter triggering = Parts.counter(trial, talk.bench());
    Desk desk = new Desk(talk, tally, triggering, Parts.counter(trial, talk.bench()));
    AtomicBench bench = new AtomicBench(talk);
    bench.operands().set(ValueLayout.JAVA_LONG, 0, 5);
    bench.compares().set(ValueLayout.JAVA_LONG, 0, 10);
    bench.window().memory().set(ValueLayout.JAVA_LONG, 0, 0);
    IoVector results = new IoVector().add(bench.results(), 0, 8);
    IoVector compares = new IoVector().add(bench.compares(), 0, 8);
    desk.queue(DeferredWork.atomic(talk.near(), sum(bench), 0), 1);
    desk.queue(DeferredWork.fetchAtomic(talk.near(), sum(bench), results, 0), 2);
    AtomicMessage swap = sum(bench).operation(AtomicOperation.CSWAP);
    desk.queue(DeferredWork.compareAtomic(talk.near(), swap, compares, results, 0), 3);
    desk.completes(1, 0, "a deferred atomic sum");
    desk.completes(2, 0, "a deferred fetch");
    equal(5L, bench.results().get(ValueLayout.JAVA_LONG, 0), "the result of a deferred fetch");
    desk.completes(3, 0, "a deferred compare");
    equal(10L, bench.results().get(ValueLayout.JAVA_LONG, 0), "the result of a deferred compare");
    equal(5L, bench.window().memory().get(ValueLayout.JAVA_LONG, 0), "the target of all three");
    nothingElseIsReported(desk);
  }

  private static AtomicMessage sum(AtomicBench bench) {
    Window window = bench.window();
    return new AtomicMessage()
        .type(DataType.UINT64)
        .operation(AtomicOperation.SUM)
        .vector(new IoVector().add(bench.operands(), 0, 8))
        .address(bench.talk().toReceiver())
        .remote(new RmaIoVector().add(window.address(0), 8, window.key()));
  }
}
