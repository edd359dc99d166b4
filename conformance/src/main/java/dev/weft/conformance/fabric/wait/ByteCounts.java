package dev.weft.conformance.fabric.wait;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.value;

import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.AtomicBench;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.BenchBuilder;
import dev.weft.conformance.fabric.bench.Parts;
import dev.weft.conformance.fabric.bench.Talk;
import dev.weft.conformance.fabric.bench.Tally;
import dev.weft.conformance.fabric.bench.Window;
import dev.weft.fabric.Counter;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.attributes.CounterEvents;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.DataType;
import dev.weft.fabric.message.OperationFlags;

/** {@code FI_CNTR_EVENTS_BYTES}: checks CN-002 for counters that add bytes. */
final class ByteCounts {
  private static final CounterAttributes BYTES =
      CounterAttributes.builder().events(CounterEvents.BYTES).build();

  private ByteCounts() {}

  /** Runs the check, unless the provider has no such counters. */
  static void check(Trial trial) {
    Bench bench = Bench.on(trial).openDomainOnly();
    try {
      bench.domain().openCounter(BYTES, null).close();
    } catch (FabricException refusal) {
      trial.chose("FI_CNTR_EVENTS_BYTES is refused with %s", value(-refusal.errno()));
      return;
    }
    messages(trial);
    if (AtomicBench.isOffered(trial)) {
      memory(trial);
    }
  }

  private static void messages(Trial trial) {
    Tally tally = new Tally(trial, Bench.on(trial), Tally.MESSAGES, CounterEvents.BYTES);
    Talk talk = tally.talk();
    shortOnes(tally);
    tally.clear();
    talk.recv(talk.memory(100_000), 1);
    talk.send(talk.text(100_000, 1), 2);
    tally.expect("near FI_SEND=100000, far FI_RECV=100000", "a long message");
    tally.clear();
    talk.recv(talk.memory(4), 3);
    talk.send(talk.text(8, 1), 4);
    tally.expect("near FI_SEND=8, far FI_RECV=0/1", "8 bytes into a buffer of 4");
  }

  private static void shortOnes(Tally tally) {
    Talk talk = tally.talk();
    long to = talk.toReceiver();
    for (int i = 1; i <= 3; i++) {
      talk.recv(talk.memory(64), i);
    }
    talk.send(talk.text(10, 1), 1);
    talk.sendMsg(talk.text(7, 2), 2, OperationFlags.DELIVERY_COMPLETE);
    var text = talk.text(5, 3);
    talk.post("injectdata", () -> talk.near().injectData(text, 5, -1, to));
    tally.expect("near FI_SEND=22, far FI_RECV=22", "messages of 10, 7 and 5 bytes");
  }

  private static void memory(Trial trial) {
    BenchBuilder builder =
        Bench.on(trial)
            .capabilities(Capabilities.RMA | Capabilities.ATOMIC | Capabilities.RMA_EVENT);
    Tally tally =
        new Tally(trial, builder, Tally.ACCESS | Tally.REMOTE_ACCESS, CounterEvents.BYTES);
    Talk talk = tally.talk();
    Window window = Window.open(talk, 128);
    Counter inRegion = Parts.counter(trial, talk.bench().domain(), BYTES);
    window.region().bind(inRegion, BindFlags.REMOTE_WRITE);
    window.write(talk.text(100, 1), 0, 1);
    tally.expect("near FI_WRITE=100, far FI_REMOTE_WRITE=100", "a write of 100 bytes");
    equal(100L, inRegion.read(), "bytes written into the region");
    tally.clear();
    window.read(talk.memory(50), 0, 2);
    tally.expect("near FI_READ=50, far FI_REMOTE_READ=50", "a read of 50 bytes");
    talk.sent(2);
    tally.clear();
    AtomicBench elements = new AtomicBench(talk, 0x78);
    elements.change(DataType.UINT32, AtomicOperation.SUM, 3, 3);
    tally.expect("near FI_WRITE=12, far FI_REMOTE_WRITE=12", "a sum of 3 elements of 4 bytes");
    tally.clear();
    elements.fetch(DataType.UINT64, AtomicOperation.SUM, 2, 4);
    tally.expect("near FI_READ=16, far FI_REMOTE_READ=16", "a fetch of 2 elements of 8 bytes");
  }
}
