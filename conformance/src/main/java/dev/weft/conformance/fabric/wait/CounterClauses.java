package dev.weft.conformance.fabric.wait;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.refused;
import static dev.weft.conformance.check.Check.returned;
import static dev.weft.conformance.check.Check.returnedOneOf;
import static dev.weft.conformance.check.Check.value;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Task;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.Messages;
import dev.weft.conformance.fabric.bench.Parts;
import dev.weft.conformance.fabric.bench.Pattern;
import dev.weft.conformance.fabric.bench.Talk;
import dev.weft.conformance.fabric.bench.Tally;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.info.ProgressModel;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.poll.WaitObject;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Counters and their two values: CN-001 to CN-004, CN-009 to CN-011, CN-018, CN-020 to CN-022,
 * CN-024.
 */
public final class CounterClauses {

  private static final String CNTR = "fi_cntr(3)";

  private CounterClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("CN-001", Level.REQUIRED, CNTR)
            .says("success and error are two values of 64 bits, both 0 at first")
            .lookAt("one value that moves with the other")
            .check(CounterClauses::twoValues),
        clause("CN-002", Level.REQUIRED, "fi_cntr(3), fi_cntr_attr.events")
            .says("FI_CNTR_EVENTS_COMP counts completions; _BYTES counts bytes")
            .lookAt("whether events is looked at when a counter is opened")
            .check(CounterClauses::countsWhatWasAsked),
        clause("CN-003", Level.REQUIRED, CNTR)
            .says("operations count even where they write no entry: inject, selective")
            .lookAt("the path of operations that ask for no completion")
            .check(CounterClauses::silentOperationsCount),
        clause("CN-004", Level.REQUIRED, "fi_endpoint(3), binding counters")
            .says("a failure adds one to the error value only, for a receive and for a cancel")
            .lookAt("a failure path that also counts a success")
            .automaticToo()
            .check(CounterClauses::failuresCountApart),
        clause("CN-009", Level.REQUIRED, CNTR)
            .says("cntr_read and cntr_readerr drive progress and never block")
            .lookAt("the call of progress in the two reads")
            .check(CounterClauses::readsProgress),
        clause("CN-010", Level.REQUIRED, CNTR)
            .says("add, set, adderr and seterr change their own value and return 0")
            .lookAt("which of the two values each changes")
            .check(CounterClauses::applicationChanges),
        clause("CN-011", Level.PERMITTED, CNTR)
            .says("an update may become visible late, but it does, and no more than once")
            .lookAt("counts kept elsewhere until something flushes them")
            .automaticToo()
            .check(CounterClauses::updatesBecomeVisible),
        clause("CN-018", Level.REQUIRED, "fi_cntr(3), fi_cntr_attr")
            .says("wait objects are those of queues; flags other than 0 are refused")
            .lookAt("the check of attributes when a counter is opened")
            .check(CounterClauses::attributes),
        clause("CN-020", Level.REQUIRED, "fi_cntr(3), fi_control")
            .says("each control command is answered or refused with a documented errno")
            .lookAt("commands that fall through to something else")
            .check(CounterClauses::controls),
        clause("CN-021", Level.CALLER_ERROR, CNTR)
            .says("set beside traffic leaves the value undefined, but harms no operation")
            .lookAt("state of the set that operations depend on")
            .concurrent()
            .check(CounterClauses::setBesideTraffic),
        clause("CN-022", Level.PERMITTED, "fi_cntr(3), 2.x")
            .says("values are unsigned: 2^63 and more compare above all smaller ones")
            .lookAt("a signed comparison with the threshold, or 32 bits")
            .check(CounterClauses::unsigned),
        clause("CN-024", Level.REQUIRED, CNTR)
            .says("a counter moves when the operation's completion level is reached")
            .lookAt("what is counted when a delivery-complete send is posted")
            .check(CounterClauses::countsAtItsLevel));
  }

  private static void twoValues(Trial trial) {
    Bench bench = Bench.on(trial).openDomainOnly();
    Counter counter = Parts.counter(trial, bench);
    shows(0, 0, counter, "open");
    counter.add(1L << 40);
    shows(1L << 40, 0, counter, "add(2^40)");
    counter.addErr(1L << 41);
    shows(1L << 40, 1L << 41, counter, "adderr(2^41)");
    shows(0, 0, Parts.counter(trial, bench), "open of a second one");
  }

  private static void shows(long value, long errors, Counter counter, String after) {
    equal(value, counter.read(), "success value after " + after);
    equal(errors, counter.readErr(), "error value after " + after);
  }

  private static void countsWhatWasAsked(Trial trial) {
    Tally tally = new Tally(trial, Bench.on(trial), Tally.MESSAGES);
    Talk talk = tally.talk();
    for (int i = 1; i <= 3; i++) {
      talk.recv(talk.memory(10), i);
      talk.send(talk.text(10, i), i);
    }
    talk.received(3);
    talk.sent(3);
    tally.expect("near FI_SEND=3, far FI_RECV=3", "3 messages of 10 bytes");
    ByteCounts.check(trial);
  }

  private static void silentOperationsCount(Trial trial) {
    Tally tally =
        new Tally(
            trial,
            Bench.on(trial)
                .transmitFlags(BindFlags.SELECTIVE_COMPLETION)
                .receiveFlags(BindFlags.SELECTIVE_COMPLETION),
            Tally.MESSAGES);
    Talk talk = tally.talk();
    MemorySegment text = talk.text(8, 1);
    long to = talk.toReceiver();
    for (int i = 0; i < 10; i++) {
      talk.recvMsg(talk.memory(8), 1 + i, 0);
    }
    for (int i = 0; i < 5; i++) {
      talk.post("inject", () -> talk.near().inject(text, 8, to));
      talk.sendMsg(text, 1, 0);
    }
    tally.expect("near FI_SEND=10, far FI_RECV=10", "5 injects and 5 sends without an entry");
    talk.nothingSent("operations that ask for no entry");
    talk.nothingReceived("receives that ask for no entry");
  }

  private static void failuresCountApart(Trial trial) {
    Tally tally = new Tally(trial, Bench.on(trial), Tally.MESSAGES);
    Talk talk = tally.talk();
    talk.recv(talk.memory(4), 1);
    talk.send(talk.text(8, 1), 2);
    equal(Errno.ETRUNC, talk.failedReceive().error(), "err of a truncated receive");
    tally.expect("near FI_SEND=1, far FI_RECV=0/1", "a truncated receive");
    talk.recv(talk.memory(4), 3);
    talk.cancel(3);
    equal(Errno.ECANCELED, talk.failedReceive().error(), "err of a cancelled receive");
    tally.expect("near FI_SEND=1, far FI_RECV=0/2", "a cancelled receive");
    talk.recv(talk.memory(8), 4);
    talk.send(talk.text(8, 1), 5);
    tally.expect("near FI_SEND=2, far FI_RECV=1/2", "a success after two failures");
  }

  private static void readsProgress(Trial trial) {
    for (boolean errors : new boolean[] {false, true}) {
      Tally tally =
          new Tally(trial, Bench.on(trial).progress(ProgressModel.MANUAL), BindFlags.RECV);
      Counter counter = tally.far(BindFlags.RECV);
      ProgressClauses.transferWhile(
          tally.talk().bench(),
          errors ? "cntr_readerr" : "cntr_read",
          errors ? counter::readErr : counter::read);
      equal(1L, counter.read(), "success value after the transfer");
    }
  }

  private static void applicationChanges(Trial trial) {
    Bench bench = Bench.on(trial).openDomainOnly();
    Counter counter = Parts.counter(trial, bench);
    returned(0, counter.add(5), "add(5)");
    shows(5, 0, counter, "add(5)");
    returned(0, counter.set(1_000), "set(1000)");
    shows(1_000, 0, counter, "set(1000)");
    returned(0, counter.addErr(2), "adderr(2)");
    shows(1_000, 2, counter, "adderr(2)");
    returned(0, counter.setErr(7), "seterr(7)");
    shows(1_000, 7, counter, "seterr(7)");
  }

  private static void updatesBecomeVisible(Trial trial) {
    Tally tally = new Tally(trial, Bench.on(trial).size(1_024), Tally.MESSAGES);
    Talk talk = tally.talk();
    MemorySegment text = talk.text(8, 1);
    MemorySegment buffer = talk.memory(8);
    int late = 0;
    for (int i = 1; i <= 500; i++) {
      talk.recv(buffer, i);
      talk.send(text, i);
      talk.received();
      talk.sent();
      late += tally.far(BindFlags.RECV).read() == i ? 0 : 1;
    }
    trial.chose("%d of 500 receives were counted after their entry was read", late);
    tally.expect("near FI_SEND=500, far FI_RECV=500", "500 messages");
    talk.recv(buffer, 1);
    talk.send(text, 1);
    tally.expect("near FI_SEND=501, far FI_RECV=501", "one more, whose entries are unread");
  }

  private static void attributes(Trial trial) {
    Bench bench = Bench.on(trial).openDomainOnly();
    Parts.counter(trial, bench);
    refused(
        Errno.EINVAL,
        "cntr_open with flags 1",
        () -> bench.domain().openCounter(CounterAttributes.builder().flags(1).build(), null));
    refused(
        Errno.EINVAL,
        "cntr_open with FI_WAIT_SET and no set",
        () ->
            bench
                .domain()
                .openCounter(CounterAttributes.builder().waitObject(WaitObject.SET).build(), null));
    for (WaitObject kind : WaitObject.values()) {
      if (kind != WaitObject.SET) {
        String answer = answer(() -> Parts.counter(trial, bench, kind));
        if (!answer.equals("answered")) {
          trial.chose("%s is %s", kind, answer);
        }
      }
    }
  }

  private static void controls(Trial trial) {
    Bench bench = Bench.on(trial).openDomainOnly();
    Counter counter = Parts.counter(trial, bench, WaitObject.FD);
    for (ControlCommand<?> command :
        List.of(
            ControlCommand.GETWAIT,
            ControlCommand.GETWAITOBJ,
            ControlCommand.getOpsFlag(BindFlags.TRANSMIT),
            ControlCommand.setOpsFlag(BindFlags.TRANSMIT | OperationFlags.COMPLETION))) {
      trial.chose("%s is %s", command, answer(() -> counter.control(command)));
    }
    shows(0, 0, counter, "control");
  }

  private static String answer(Runnable call) {
    try {
      call.run();
      return "answered";
    } catch (FabricException refusal) {
      returnedOneOf(
          Set.of(Errno.ENOSYS, Errno.EINVAL, Errno.EOPNOTSUPP, Errno.ENODATA),
          refusal.errno(),
          "errno of the refusal");
      return "refused with " + value(-refusal.errno());
    }
  }

  private static void setBesideTraffic(Trial trial) throws Exception {
    Tally tally = new Tally(trial, Bench.on(trial), Tally.MESSAGES);
    Talk talk = tally.talk();
    AtomicBoolean done = new AtomicBoolean();
    Task<Void> setter =
        trial.start(
            () -> {
              while (!done.get()) {
                tally.clear();
                Thread.yield();
              }
              return null;
            });
    MemorySegment text = talk.text(8, 1);
    MemorySegment buffer = talk.memory(8);
    for (int i = 1; i <= 500; i++) {
      talk.recv(buffer, i);
      talk.send(text, i);
      equal((long) i, talk.received().context(), "context of a receive");
      equal((long) i, talk.sent().context(), "context of a send");
    }
    done.set(true);
    setter.result();
    tally.clear();
    tally.expect("", "the last set");
  }

  private static void unsigned(Trial trial) {
    Bench bench = Bench.on(trial).openDomainOnly();
    Counter counter = Parts.counter(trial, bench, WaitObject.UNSPEC);
    long large = Long.MIN_VALUE + 5;
    returned(0, counter.set(large), "set(2^63+5)");
    equal(large, counter.read(), "value after set(2^63+5)");
    returned(0, counter.await(7, 0), "wait(7) with the value 2^63+5");
    returned(0, counter.await(large, 0), "wait(2^63+5) with the value 2^63+5");
    returned(-Errno.ETIMEDOUT, counter.await(-1, 0), "wait(2^64-1) with the value 2^63+5");
    counter.set(7);
    returned(-Errno.ETIMEDOUT, counter.await(large, 0), "wait(2^63+5) with the value 7");
    returned(-Errno.ETIMEDOUT, counter.await(1L << 32, 0), "wait(2^32) with the value 7");
    counter.set(-1);
    counter.add(2);
    trial.chose("2^64-1 and 2 more is %s", Long.toUnsignedString(counter.read()));
  }

  private static void countsAtItsLevel(Trial trial) {
    Tally tally = new Tally(trial, Bench.on(trial).progress(ProgressModel.MANUAL), Tally.MESSAGES);
    Talk talk = tally.talk();
    Counter sends = tally.near(BindFlags.SEND);
    MemorySegment buffer = talk.memory(16);
    talk.recv(buffer, 1);
    talk.sendMsg(talk.text(16, 1), 2, OperationFlags.DELIVERY_COMPLETE);
    for (int i = 0; i < 1_000 && sends.read() == 0; i++) { // unless it needs the target
      Thread.onSpinWait();
    }
    if (sends.read() != 0) {
      Pattern.expect(buffer, 1, "the target's buffer when a delivery-complete send is counted");
    }
    tally.expect("near FI_SEND=1, far FI_RECV=1", "a delivery-complete send");
    var unmatched = Messages.message(talk.text(16, 2), talk.toReceiver(), 3);
    if (talk.near().sendMsg(unmatched, OperationFlags.MATCH_COMPLETE) == 0) {
      tally.expect("near FI_SEND=1, far FI_RECV=1", "a match-complete send without a match");
      talk.recv(buffer, 4);
      tally.expect("near FI_SEND=2, far FI_RECV=2", "the receive for it");
    }
  }
}
