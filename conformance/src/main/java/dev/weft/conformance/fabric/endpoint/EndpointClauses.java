package dev.weft.conformance.fabric.endpoint;

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
import dev.weft.conformance.fabric.bench.Entry;
import dev.weft.conformance.fabric.bench.Messages;
import dev.weft.conformance.fabric.bench.Outcome;
import dev.weft.conformance.fabric.bench.Peer;
import dev.weft.conformance.fabric.bench.Talk;
import dev.weft.fabric.AddressVector;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.completion.AddressBatch;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.message.OperationFlags;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.IntSupplier;

/** Endpoints and address vectors: EP-015, EP-050, EP-057, EP-061 to EP-063. */
public final class EndpointClauses {

  private static final String ENDPOINT = "fi_endpoint(3)";

  private EndpointClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("EP-015", Level.REQUIRED, ENDPOINT + ", fi_control, fi_ep_alias")
            .says("default flags are those of one direction; an alias differs in them alone")
            .lookAt("what alias and parent share, and closing the parent first")
            .check(EndpointClauses::defaultFlagsAndAlias),
        clause("EP-050", Level.REQUIRED, "fi_msg(3), fi_tagged(3), FI_REMOTE_CQ_DATA")
            .says("the data calls carry data by themselves, the msg calls with the flag only")
            .lookAt("each call form's way of marking a message that carries data")
            .needs(Capabilities.TAGGED)
            .check(EndpointClauses::dataOfEachCall),
        clause("EP-057", Level.REQUIRED, "fi_av(3)")
            .says("insert returns how many succeeded; table indices start at 0 and are reused")
            .lookAt("the free list of the address vector")
            .check(EndpointClauses::addressVector),
        clause("EP-061", Level.REQUIRED, ENDPOINT + ", fi_close")
            .says("operations pending when the endpoint closes vanish without an entry")
            .lookAt("what close does with posted receives")
            .check(EndpointClauses::closeForgetsPending),
        clause("EP-062", Level.REQUIRED, "fi_domain(3), resource management")
            .says("a datagram to a closed peer is dropped, a send of a reliable endpoint fails")
            .lookAt("sends to an endpoint that was closed")
            .check(EndpointClauses::sendToUnknownHandle),
        clause("EP-063", Level.REQUIRED, "fi_endpoint(3) 1.17, comp_order")
            .says("with FI_ORDER_STRICT sends complete in the order of posting")
            .lookAt("small messages that overtake large ones in the transmit queue")
            .automaticToo()
            .check(trial -> new StrictOrder(trial).check()));
  }

  private static void defaultFlagsAndAlias(Trial trial) {
    Talk talk = Talk.on(Bench.on(trial).transmitFlags(BindFlags.SELECTIVE_COMPLETION));
    Endpoint parent = talk.near();
    long both = BindFlags.TRANSMIT | BindFlags.RECV;
    for (long direction : new long[] {0, both}) {
      String name = BindFlags.describe(direction);
      refused(Errno.EINVAL, "getopsflag " + name, () -> parent.operationFlags(direction));
      refused(Errno.EINVAL, "setopsflag " + name, () -> parent.operationFlags(direction, 0));
    }
    parent.operationFlags(BindFlags.TRANSMIT, OperationFlags.COMPLETION);
    long set = parent.operationFlags(BindFlags.TRANSMIT) & OperationFlags.COMPLETION;
    equal(OperationFlags.COMPLETION, set, "FI_COMPLETION of the default flags after it was set");
    parent.operationFlags(BindFlags.TRANSMIT, 0);
    alias(talk, parent);
  }

  private static void alias(Talk talk, Endpoint parent) {
    Endpoint alias = parent.alias(BindFlags.TRANSMIT | OperationFlags.COMPLETION);
    MemorySegment text = talk.text(8, 1);
    talk.recv(talk.memory(8), 1);
    talk.recv(talk.memory(8), 2);
    talk.send(text, 3);
    talk.post("send of an alias", () -> alias.send(text, 8, talk.toReceiver(), 4));
    talk.received(2);
    equal(4L, talk.sent().context(), "context of the only entry, that of the alias");
    talk.nothingSent("after a send of the parent without FI_COMPLETION");
    refused(Errno.EBUSY, "close of an endpoint that has an alias", parent::close);
    alias.close();
    parent.close();
  }

  private static void dataOfEachCall(Trial trial) {
    Talk talk = Talk.on(trial);
    MemorySegment text = talk.text(8, 1);
    long to = talk.toReceiver();
    Endpoint near = talk.near();
    data(talk, 0x11, () -> near.sendData(text, 8, 0x11, to, 1), 1);
    data(talk, 0x12, () -> near.injectData(text, 8, 0x12, to), 0);
    long flag = OperationFlags.REMOTE_CQ_DATA;
    data(talk, 0x13, () -> near.sendMsg(Messages.message(text, to, 1).data(0x13), flag), 1);
    data(talk, 0, () -> near.sendMsg(Messages.message(text, to, 1).data(0x14), 0), 1);
    data(talk, 0, () -> near.send(text, 8, to, 1), 1);
    taggedData(talk, 0x21, () -> near.tsendData(text, 8, 0x21, to, 9, 1), 1);
    taggedData(talk, 0x22, () -> near.tinjectData(text, 8, 0x22, to, 9), 0);
    taggedData(
        talk, 0x23, () -> near.tsendMsg(Messages.tagged(text, to, 9, 1).data(0x23), flag), 1);
    taggedData(talk, 0, () -> near.tsendMsg(Messages.tagged(text, to, 9, 1).data(0x24), 0), 1);
    talk.nothingSent("after an entry for each call that writes one");
  }

  private static void data(Talk talk, long data, IntSupplier send, int entries) {
    talk.recv(talk.memory(8), 2);
    expectData(talk, data, send, entries);
  }

  private static void taggedData(Talk talk, long data, IntSupplier send, int entries) {
    talk.trecv(talk.memory(8), 9, 0, 2);
    expectData(talk, data, send, entries);
  }

  private static void expectData(Talk talk, long data, IntSupplier send, int entries) {
    talk.post("a send", send);
    Entry entry = talk.received();
    equal(data != 0, entry.has(CompletionFlags.REMOTE_CQ_DATA), "FI_REMOTE_CQ_DATA in %s", entry);
    if (data != 0) {
      equal(data, entry.data(), "data in %s", entry);
    }
    talk.sent(entries);
  }

  private static void addressVector(Trial trial) {
    Bench bench = Bench.on(trial).open();
    AddressVector vector = bench.openVector();
    byte[] first = bench.sender().endpoint().name();
    byte[] second = bench.receiver().endpoint().name();
    try (Arena arena = Arena.ofConfined()) {
      AddressBatch handles = AddressBatch.allocate(arena, 3);
      byte[][] addresses = {first, new byte[] {1}, second};
      returned(2, vector.insert(addresses, handles), "insert of good, bad, good");
      equal(0L, handles.get(0), "index of the first address");
      equal(FabricAddress.NOTAVAIL, handles.get(1), "handle of a bad address");
      equal(1L, handles.get(2), "index of the second good address");
    }
    returned(0, vector.remove(0), "remove(0)");
    that(vector.lookup(0) == null, "lookup of a removed handle should find nothing");
    returned(-Errno.EINVAL, vector.remove(0), "remove of a removed handle");
    equal(0L, vector.insert(first), "index of the next address, the lowest free one");
    refused(Errno.EBUSY, "close of a vector in use", bench.sender().vector()::close);
  }

  private static void closeForgetsPending(Trial trial) {
    Bench bench = Bench.on(trial).open();
    Peer closing = bench.openPeer();
    for (long context = 1; context <= 10; context++) {
      closing.postReceive(context);
    }
    closing.endpoint().close();
    closing.receive().expectEmpty("after the endpoint with 10 pending receives was closed");
  }

  private static void sendToUnknownHandle(Trial trial) {
    Bench reliable = Bench.on(trial).open();
    Outcome end = sendToClosedPeer(reliable);
    that(end.failed(), "a reliable send to a closed peer should fail, seen %s", end);
    trial.chose("a reliable send to a closed peer gives %s", Errno.name(end.failure().error()));
    Bench datagram = Bench.on(trial).type(EndpointType.DGRAM).open();
    Outcome dropped = sendToClosedPeer(datagram);
    that(!dropped.failed(), "a datagram to a closed peer should be dropped, seen %s", dropped);
  }

  private static Outcome sendToClosedPeer(Bench bench) {
    Peer gone = bench.openPeerBesideReceiver();
    Peer sender = bench.sender();
    long handle = sender.handleOf(gone);
    gone.endpoint().close();
    MemorySegment slot = sender.slot(1);
    int returned = sender.endpoint().send(slot, 8, handle, 5);
    that(returned == 0, "a send to a closed peer returned %s", value(returned));
    Outcome end = bench.arrivals().outcomes(sender.transmit(), 1).getFirst();
    equal(5L, end.context(), "context of a send to a closed peer");
    return end;
  }
}
