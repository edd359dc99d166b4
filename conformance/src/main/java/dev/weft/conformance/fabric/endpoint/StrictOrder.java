package dev.weft.conformance.fabric.endpoint;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;

import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.AtomicBench;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.Outcome;
import dev.weft.conformance.fabric.bench.Peer;
import dev.weft.conformance.fabric.bench.Talk;
import dev.weft.conformance.fabric.bench.Window;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.MessageOrder;
import dev.weft.fabric.info.TransmitAttributes;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.DataType;
import dev.weft.fabric.message.OperationFlags;
import java.util.List;

/** {@code FI_ORDER_STRICT}: the order in which transmits complete, for EP-063. */
final class StrictOrder {
  private static final int SENDS = 12;

  private final Trial trial;

  StrictOrder(Trial trial) {
    this.trial = trial;
  }

  void check() {
    mixedSizes();
    failuresToo();
    if (AtomicBench.isOffered(trial)) {
      otherOperations();
    }
    othersAreNotKeptBack();
  }

  private Talk talk(long capabilities) {
    return Talk.on(
        Bench.on(trial)
            .capabilities(capabilities)
            .hints(StrictOrder::asked)
            .offering(
                "completion order FI_ORDER_STRICT",
                info -> info.transmit().completionOrder() == MessageOrder.STRICT));
  }

  private static FabricInfo asked(FabricInfo hints) {
    TransmitAttributes strict =
        hints.transmit().toBuilder().completionOrder(MessageOrder.STRICT).build();
    return hints.toBuilder().transmit(strict).build();
  }

  private static long large(Talk talk) {
    return Math.min(talk.bench().info().endpoint().maxMessageSize(), 70_000);
  }

  private void mixedSizes() {
    Talk talk = talk(0);
    for (long context = 1; context <= SENDS; context++) {
      long length = context % 3 == 1 ? large(talk) : 16;
      talk.recv(talk.memory(length), context);
      long flags = context % 4 == 2 ? OperationFlags.DELIVERY_COMPLETE : 0;
      talk.sendMsg(talk.text(length, context), context, flags);
    }
    for (long context = 1; context <= SENDS; context++) {
      equal(context, talk.sent().context(), "context of send number %d", context);
    }
    talk.received(SENDS);
  }

  /** A cancelled send keeps its place in the order. */
  private void failuresToo() {
    Talk talk = talk(0);
    talk.send(talk.text(large(talk), 1), 1);
    talk.send(talk.text(large(talk), 2), 2);
    talk.send(talk.text(16, 3), 3);
    talk.nothingSent("while the first of three sends has no receive");
    talk.near().cancel(2);
    boolean cancelled = false;
    talk.recv(talk.memory(large(talk)), 4);
    talk.recv(talk.memory(large(talk)), 5);
    talk.recv(talk.memory(large(talk)), 6);
    List<Outcome> seen = talk.arrivals().outcomes(talk.sender().transmit(), 3);
    for (int i = 0; i < 3; i++) {
      equal(i + 1L, seen.get(i).context(), "context of transmit number %d", i + 1);
      cancelled |= seen.get(i).failed();
    }
    trial.chose("a long send behind another one %s be cancelled", cancelled ? "can" : "cannot");
  }

  private void otherOperations() {
    Talk talk = talk(Capabilities.RMA | Capabilities.ATOMIC);
    AtomicBench elements = new AtomicBench(talk);
    talk.send(talk.text(large(talk), 1), 1);
    Window window = new Window(talk, 64, AccessFlags.REMOTE, 0x79);
    window.write(talk.text(64, 2), 0, 2);
    window.read(talk.memory(64), 0, 3);
    talk.post(
        "atomic",
        () ->
            talk.near()
                .atomic(
                    elements.operands(),
                    elements.target(DataType.UINT64, 1),
                    AtomicOperation.SUM,
                    4));
    talk.nothingSent("while a send before a write, a read and an atomic operation is under way");
    talk.recv(talk.memory(large(talk)), 5);
    for (long context = 1; context <= 4; context++) {
      equal(context, talk.sent().context(), "context of operation number %d", context);
    }
  }

  /** The order holds for each destination separately. */
  private void othersAreNotKeptBack() {
    Talk talk = talk(0);
    Peer other = talk.bench().openPeerBesideReceiver();
    talk.send(talk.text(large(talk), 1), 1);
    other.postReceive(2);
    talk.sender().send(other, 2);
    equal(2L, talk.sent().context(), "context of a send to another peer");
    talk.recv(talk.memory(large(talk)), 3);
    equal(1L, talk.sent().context(), "context of the send that was matched last");
    that(talk.received().length() == large(talk), "the long message is not whole");
  }
}
