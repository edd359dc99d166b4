package dev.weft.conformance.fabric.wait;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.refused;
import static dev.weft.conformance.check.Check.value;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.AtomicBench;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.BenchBuilder;
import dev.weft.conformance.fabric.bench.Parts;
import dev.weft.conformance.fabric.bench.Peer;
import dev.weft.conformance.fabric.bench.Talk;
import dev.weft.conformance.fabric.bench.Tally;
import dev.weft.conformance.fabric.bench.Window;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.DataType;
import java.util.List;

/** Binding counters: CN-005 to CN-008, CN-019, CN-023. */
public final class CounterBindingClauses {

  private static final String BINDING = "fi_endpoint(3), fi_ep_bind";

  private CounterBindingClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("CN-005", Level.REQUIRED, BINDING)
            .says("each bind flag counts its kind of operation and no other (atomics as RMA)")
            .lookAt("which counter a read, a write and a message update, on both sides")
            .needs(Capabilities.RMA | Capabilities.RMA_EVENT)
            .automaticToo()
            .check(CounterBindingClauses::eachKindApart),
        clause("CN-006", Level.REQUIRED, BINDING + ", FI_RMA_EVENT")
            .says("with FI_RMA_EVENT a peer's writes count at the target, without any entry")
            .lookAt("the target's side of a write, and what binding asks for")
            .needs(Capabilities.RMA | Capabilities.RMA_EVENT)
            .check(CounterBindingClauses::targetCounts),
        clause("CN-007", Level.REQUIRED, BINDING)
            .says("one counter may serve several flags, one flag takes only one counter")
            .lookAt("the check of flags that are bound already, and of other bits")
            .check(CounterBindingClauses::oneCounterPerFlag),
        clause("CN-008", Level.REQUIRED, BINDING)
            .says("a counter does not replace the completion queue")
            .lookAt("what enable asks for")
            .check(CounterBindingClauses::queueStillNeeded),
        clause("CN-019", Level.REQUIRED, "fi_cntr(3), fi_close")
            .says("a counter cannot be closed while it is bound, and counts on")
            .lookAt("the count of what depends on the counter")
            .check(CounterBindingClauses::busyWhileBound),
        clause("CN-023", Level.REQUIRED, "fi_mr(3), fi_mr_bind")
            .says("a counter bound to a region counts writes into it; else it is -FI_ENOSYS")
            .lookAt("which counter a peer's write updates")
            .needs(Capabilities.RMA)
            .check(CounterBindingClauses::regionsCount));
  }

  private static void eachKindApart(Trial trial) {
    boolean atomics = AtomicBench.isOffered(trial);
    BenchBuilder builder = Bench.on(trial).capabilities(atomics ? Capabilities.ATOMIC : 0);
    Tally tally = new Tally(trial, builder, Tally.MESSAGES | Tally.ACCESS | Tally.REMOTE_ACCESS);
    Talk talk = tally.talk();
    Window window = Window.open(talk, 64);
    talk.recv(talk.memory(8), 1);
    talk.send(talk.text(8, 1), 2);
    tally.expect("near FI_SEND=1, far FI_RECV=1", "a message");
    tally.clear();
    window.write(talk.text(8, 1), 0, 3);
    tally.expect("near FI_WRITE=1, far FI_REMOTE_WRITE=1", "a write");
    tally.clear();
    window.read(talk.memory(8), 0, 4);
    tally.expect("near FI_READ=1, far FI_REMOTE_READ=1", "a read");
    if (atomics) {
      tally.clear();
      AtomicBench bench = new AtomicBench(talk, 0x78);
      talk.sent(3);
      bench.change(DataType.UINT64, AtomicOperation.SUM, 1, 5);
      tally.expect("near FI_WRITE=1, far FI_REMOTE_WRITE=1", "an atomic sum");
      tally.clear();
      bench.fetch(DataType.UINT64, AtomicOperation.SUM, 1, 6);
      tally.expect("near FI_READ=1, far FI_REMOTE_READ=1", "a fetch");
      tally.clear();
      bench.compare(DataType.UINT64, AtomicOperation.CSWAP, 1, 7);
      tally.expect("near FI_READ=1, far FI_REMOTE_READ=1", "a compare");
    }
  }

  private static void targetCounts(Trial trial) {
    Tally tally = new Tally(trial, Bench.on(trial), BindFlags.REMOTE_WRITE);
    Window window = Window.open(tally.talk(), 64);
    for (int i = 1; i <= 10; i++) {
      window.write(tally.talk().text(8, i), 0, i);
    }
    tally.talk().sent(10);
    tally.expect("far FI_REMOTE_WRITE=10", "10 writes");
    tally.talk().nothingReceived("10 plain writes");
    trial.chose("binding FI_REMOTE_WRITE without FI_RMA_EVENT is %s", withoutEvents(trial));
  }

  private static String withoutEvents(Trial trial) {
    Bench bench =
        Bench.on(trial)
            .hints(
                info ->
                    info.toBuilder()
                        .capabilities(info.capabilities() & ~Capabilities.RMA_EVENT)
                        .build())
            .openDomainOnly();
    if ((bench.info().capabilities() & Capabilities.RMA_EVENT) != 0) {
      return "not possible, the provider always has it";
    }
    Counter counter = Parts.counter(trial, bench);
    try {
      Parts.endpoint(bench).bind(counter, BindFlags.REMOTE_WRITE);
      return "accepted";
    } catch (FabricException refusal) {
      return "refused with " + value(-refusal.errno());
    }
  }

  private static void oneCounterPerFlag(Trial trial) {
    Bench bench = Bench.on(trial).open();
    Counter both = Parts.counter(trial, bench);
    Counter other = Parts.counter(trial, bench);
    Peer counted =
        Parts.peer(
            bench,
            endpoint -> {
              endpoint.bind(both, BindFlags.SEND | BindFlags.RECV);
              refused(Errno.EINVAL, "a second FI_SEND", () -> endpoint.bind(other, BindFlags.SEND));
              refused(
                  Errno.EINVAL,
                  "a second FI_RECV beside a free flag",
                  () -> endpoint.bind(other, BindFlags.RECV | BindFlags.READ));
              refused(
                  Errno.EBADFLAGS,
                  "the bit of FI_TAGGED",
                  () -> endpoint.bind(other, Capabilities.TAGGED));
            });
    bench.deliver(counted, 1);
    counted.postReceive(2);
    bench.sender().send(counted, 3);
    bench.arrivals().entry(counted.receive());
    equal(2L, both.read(), "the value after a send and a receive");
    equal(0L, other.read(), "the value of the counter that was refused");
    other.close();
  }

  private static void queueStillNeeded(Trial trial) {
    Bench bench = Bench.on(trial).openDomainOnly();
    Counter counter = Parts.counter(trial, bench);
    Endpoint endpoint = Parts.endpoint(bench);
    endpoint.bind(bench.openVector(), 0);
    endpoint.bind(counter, BindFlags.SEND | BindFlags.RECV);
    refused(Errno.ENOCQ, "enable with a counter and no queue", endpoint::enable);
  }

  private static void busyWhileBound(Trial trial) {
    Bench bench = Bench.on(trial).open();
    Counter counter = Parts.counter(trial, bench);
    Peer counted = Parts.peer(bench, endpoint -> endpoint.bind(counter, Tally.MESSAGES));
    refused(Errno.EBUSY, "close of a counter that is bound", counter::close);
    bench.deliver(counted, 1);
    equal(1L, counter.read(), "the value after a refused close and a send");
    counted.endpoint().close();
    counter.close();
    Counter neverEnabled = Parts.counter(trial, bench);
    Endpoint endpoint = Parts.endpoint(bench);
    endpoint.bind(neverEnabled, BindFlags.SEND);
    refused(Errno.EBUSY, "close of a counter of an unused endpoint", neverEnabled::close);
    endpoint.close();
    neverEnabled.close();
  }

  private static void regionsCount(Trial trial) {
    Talk talk = Talk.on(trial);
    Window first = Window.open(talk, 64);
    Window second = new Window(talk, 64, AccessFlags.REMOTE | AccessFlags.LOCAL, 0x78);
    Counter firsts = Parts.counter(trial, talk.bench());
    Counter seconds = Parts.counter(trial, talk.bench());
    try {
      first.region().bind(firsts, BindFlags.REMOTE_WRITE);
      second.region().bind(seconds, BindFlags.REMOTE_WRITE);
    } catch (FabricException refusal) {
      equal(Errno.ENOSYS, refusal.errno(), "errno of fi_mr_bind");
      firsts.close();
      trial.chose("fi_mr_bind is refused with -FI_ENOSYS");
      return;
    }
    first.write(talk.text(8, 1), 0, 1);
    second.write(talk.text(8, 1), 0, 2);
    second.write(talk.text(8, 1), 0, 3);
    talk.sent(3);
    talk.bench().settle();
    equal(1L, firsts.read(), "writes into the first region");
    equal(2L, seconds.read(), "writes into the second region");
    refused(Errno.EBUSY, "close of a counter bound to a region", firsts::close);
    first.region().close();
    firsts.close();
  }
}
