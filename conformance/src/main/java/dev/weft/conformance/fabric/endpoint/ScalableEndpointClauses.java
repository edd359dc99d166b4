package dev.weft.conformance.fabric.endpoint;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.refused;
import static dev.weft.conformance.check.Check.rejected;
import static dev.weft.conformance.check.Check.returned;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Rounds;
import dev.weft.conformance.check.Task;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.Pattern;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.ScalableEndpoint;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Scalable endpoints: SX-009 to SX-016, requirements of fi_endpoint(3) beyond the catalogue. */
public final class ScalableEndpointClauses {
  private static final String SCALABLE = "fi_endpoint(3), SCALABLE ENDPOINTS";
  private static final String NAMED = "fi_av(3), fi_rx_addr; FI_NAMED_RX_CTX";
  private static final int BITS = ScalableSide.BITS;
  private static final int CONTEXTS = ScalableSide.CONTEXTS;

  private ScalableEndpointClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("SX-009", Level.REQUIRED, NAMED)
            .says("a message to a named receive context goes there, completions to its own queue")
            .lookAt("which bits of an address name the context")
            .needs(Capabilities.NAMED_RX_CTX)
            .automaticToo()
            .check(ScalableEndpointClauses::namedContexts),
        clause("SX-010", Level.PERMITTED, NAMED)
            .says("a message to no context in particular goes to one of them")
            .lookAt("what an address without an index leads to")
            .needs(Capabilities.NAMED_RX_CTX)
            .check(ScalableEndpointClauses::unnamedContext),
        clause("SX-011", Level.REQUIRED, SCALABLE)
            .says("all contexts share one address, which is the source of what they send")
            .lookAt("how a sender's context is turned into an address of the vector")
            .needs(Capabilities.NAMED_RX_CTX | Capabilities.SOURCE)
            .check(ScalableEndpointClauses::oneAddress),
        clause("SX-012", Level.REQUIRED, SCALABLE)
            .says("contexts are those of the counts, each once, and are closed before the endpoint")
            .lookAt("the limits when contexts are opened")
            .needs(Capabilities.NAMED_RX_CTX)
            .check(ScalableEndpointClauses::opening),
        clause("SX-013", Level.REQUIRED, SCALABLE + ", fi_scalable_ep_bind")
            .says("the address vector is the endpoint's, queues are the contexts', one direction")
            .lookAt("what is bound where, and what enabling asks for")
            .needs(Capabilities.NAMED_RX_CTX)
            .check(ScalableEndpointClauses::binding),
        clause("SX-014", Level.REQUIRED, SCALABLE)
            .says("tagged messages and one-sided operations work from and to contexts")
            .lookAt("which context serves what no receive is posted for")
            .needs(Capabilities.NAMED_RX_CTX | Capabilities.TAGGED | Capabilities.RMA)
            .check(ScalableEndpointClauses::otherOperations),
        clause("SX-015", Level.REQUIRED, SCALABLE)
            .says("a context without receives keeps back nothing that goes to others")
            .lookAt("what contexts have in common on the way")
            .needs(Capabilities.NAMED_RX_CTX)
            .check(ScalableEndpointClauses::apart),
        clause("SX-016", Level.REQUIRED, SCALABLE)
            .says("threads that have a context each get their messages, in order")
            .lookAt("state that contexts share without a lock")
            .needs(Capabilities.NAMED_RX_CTX)
            .concurrent()
            .check(ScalableEndpointClauses::threads));
  }

  /** A domain whose provider offers endpoints with so many contexts. */
  private static Bench bench(Trial trial) {
    return Bench.on(trial).hints(ScalableEndpointClauses::counted).openDomainOnly();
  }

  private static FabricInfo counted(FabricInfo hints) {
    return counted(hints, CONTEXTS);
  }

  private static FabricInfo counted(FabricInfo hints, long contexts) {
    return hints.toBuilder()
        .endpoint(
            hints.endpoint().toBuilder()
                .transmitContextCount(contexts)
                .receiveContextCount(contexts)
                .build())
        .build();
  }

  /** The sending side, connected to a receiving side. */
  private static ScalableSide connected(Bench bench) {
    ScalableSide near = new ScalableSide(bench, bench.senderDomain()).enable();
    ScalableSide far = new ScalableSide(bench, bench.domain()).enable();
    near.know(far);
    far.know(near);
    return near;
  }

  private static MemorySegment text(Bench bench, long bytes, long message) {
    return Pattern.fill(bench.memory(bytes), message);
  }

  private static void namedContexts(Trial trial) {
    Bench bench = bench(trial);
    ScalableSide near = connected(bench);
    ScalableSide far = near.other();
    List<MemorySegment> buffers = new ArrayList<>();
    for (int i = 0; i < CONTEXTS; i++) {
      buffers.add(bench.memory(64));
      far.recv(i, buffers.get(i), 10 + i);
    }
    for (int i = CONTEXTS - 1; i >= 0; i--) {
      int from = (i + 1) % CONTEXTS;
      long to = FabricAddress.receiveContext(near.peer(), i, BITS);
      near.send(from, text(bench, 16 + i, i), to, 20 + i);
      equal(10L + i, far.received(i).context(), "context at receive context %d", i);
      equal(20L + i, near.sent(from).context(), "context at transmit context %d", from);
      Pattern.expect(buffers.get(i).asSlice(0, 16 + i), i, "message to receive context %d", i);
    }
    near.expectNothing("after one message to each context");
    far.expectNothing("after one message to each context");
    long nobody = FabricAddress.receiveContext(near.peer(), CONTEXTS, BITS);
    MemorySegment text = text(bench, 8, 1);
    int result = near.transmit(0).endpoint().send(text, 8, nobody, 30);
    that(result == 0, "a send to a context that is not open returned %d", result);
    equal(
        Errno.EHOSTUNREACH, near.failed(0).error(), "err of a send to a context that is not open");
  }

  private static void unnamedContext(Trial trial) {
    Bench bench = bench(trial);
    ScalableSide near = connected(bench);
    ScalableSide far = near.other();
    for (int i = 0; i < CONTEXTS; i++) {
      far.recv(i, bench.memory(64), 10 + i);
    }
    near.send(2, text(bench, 16, 1), near.peer(), 20);
    near.sent(2);
    trial.chose("a message to no context in particular goes to number %d", far.whoReceived(10));
  }

  private static void oneAddress(Trial trial) {
    Bench bench = bench(trial);
    ScalableSide near = connected(bench);
    ScalableSide far = near.other();
    byte[] name = near.whole().name();
    long handle = far.peer();
    for (int i = 0; i < CONTEXTS; i++) {
      that(Arrays.equals(name, near.transmit(i).endpoint().name()), "transmit context %d", i);
      that(Arrays.equals(name, near.receive(i).endpoint().name()), "receive context %d", i);
      far.recv(1, bench.memory(64), i);
      near.send(i, text(bench, 16, i), FabricAddress.receiveContext(near.peer(), 1, BITS), i);
      equal(handle, far.received(1).source(), "source of what transmit context %d sent", i);
    }
    near.recv(2, bench.memory(64), 5);
    far.send(0, text(bench, 16, 9), FabricAddress.receiveContext(handle, 2, BITS), 6);
    equal(5L, near.received(2).context(), "context of the answer");
    that(Arrays.equals(name, far.vector().lookup(handle)), "lookup gives another address");
  }

  private static void opening(Trial trial) {
    Bench bench = bench(trial);
    ScalableEndpoint whole = new ScalableSide(bench, bench.domain()).whole();
    equal(ObjectClass.SEP, whole.objectClass(), "class of the endpoint");
    Endpoint transmit = whole.openTransmitContext(CONTEXTS - 1);
    Endpoint receive = whole.openReceiveContext(CONTEXTS - 1);
    equal(ObjectClass.TX_CTX, transmit.objectClass(), "class of a transmit context");
    equal(ObjectClass.RX_CTX, receive.objectClass(), "class of a receive context");
    for (int index : new int[] {-1, CONTEXTS}) {
      refused(Errno.EINVAL, "fi_tx_context " + index, () -> whole.openTransmitContext(index));
      refused(Errno.EINVAL, "fi_rx_context " + index, () -> whole.openReceiveContext(index));
    }
    refused("a context that is open", () -> whole.openTransmitContext(CONTEXTS - 1));
    refused(Errno.EBUSY, "close with two contexts", whole::close);
    transmit.close();
    refused(Errno.EBUSY, "close with one context", whole::close);
    receive.close();
    whole.openTransmitContext(CONTEXTS - 1).close();
    whole.close();
    limits(bench);
  }

  private static void limits(Bench bench) {
    long most = bench.info().domain().maxEndpointTransmitContexts();
    that(most >= CONTEXTS, "max_ep_tx_ctx=%d, but %d were offered", most, CONTEXTS);
    FabricInfo tooMany = counted(bench.info(), most + 1);
    refused(
        Errno.EINVAL,
        "fi_scalable_ep with more than max_ep_tx_ctx",
        () -> bench.domain().openScalableEndpoint(tooMany, null));
    refused(
        Errno.EINVAL,
        "fi_endpoint with several contexts",
        () -> bench.domain().openEndpoint(bench.info(), null));
    FabricInfo connected =
        bench.info().toBuilder()
            .endpoint(bench.info().endpoint().toBuilder().type(EndpointType.MSG).build())
            .build();
    refused(
        "fi_scalable_ep with a connection",
        () -> bench.domain().openScalableEndpoint(connected, null));
    rejected(
        IllegalArgumentException.class,
        "fi_rx_addr of an index that needs more bits",
        () -> FabricAddress.receiveContext(0, 4, BITS));
  }

  private static void binding(Trial trial) {
    Bench bench = bench(trial);
    ScalableEndpoint bare = bench.keep(bench.domain().openScalableEndpoint(bench.info(), null));
    refused(Errno.ENOAV, "fi_enable without a vector", bare::enable);
    refused("fi_getname before fi_enable", bare::name);
    Endpoint lost = bench.keep(bare.openTransmitContext(0));
    CompletionQueue queue = bench.openQueue();
    lost.bind(queue, BindFlags.TRANSMIT);
    refused(Errno.ENOAV, "fi_enable of a context without a vector", lost::enable);
    ScalableSide side = new ScalableSide(bench, bench.domain());
    refused(Errno.EINVAL, "a second vector", () -> side.whole().bind(side.vector(), 0));
    refused(Errno.EBUSY, "close of the vector", side.vector()::close);
    Endpoint transmit = bench.keep(side.whole().openTransmitContext(0));
    Endpoint receive = bench.keep(side.whole().openReceiveContext(0));
    refused(Errno.EINVAL, "a vector for a context", () -> transmit.bind(side.vector(), 0));
    refused(Errno.EINVAL, "receives to a transmit context", () -> wrong(transmit, queue));
    refused(Errno.ENOCQ, "fi_enable of a context without a queue", transmit::enable);
    refused(Errno.ENOCQ, "fi_enable of a context without a queue", receive::enable);
    transmit.bind(queue, BindFlags.TRANSMIT);
    receive.bind(queue, BindFlags.RECV);
    refused(Errno.EBUSY, "close of a queue that contexts report to", queue::close);
    transmit.enable();
    receive.enable();
    MemorySegment text = bench.memory(8);
    side.whole().enable();
    long to = side.vector().insert(side.whole().name());
    returned(-Errno.EOPNOTSUPP, transmit.recv(text, 8, -1, 1), "fi_recv of a transmit context");
    returned(-Errno.EOPNOTSUPP, receive.send(text, 8, to, 1), "fi_send of a receive context");
  }

  private static void wrong(Endpoint transmit, CompletionQueue queue) {
    transmit.bind(queue, BindFlags.RECV);
  }

  private static void otherOperations(Trial trial) {
    Bench bench = bench(trial);
    ScalableSide near = connected(bench);
    ScalableSide far = near.other();
    long to = FabricAddress.receiveContext(near.peer(), 2, BITS);
    MemorySegment text = text(bench, 32, 1);
    Endpoint from = near.transmit(1).endpoint();
    Endpoint at = far.receive(2).endpoint();
    MemorySegment buffer = bench.memory(32);
    near.post("tsend", () -> from.tsend(text, 32, to, 7, 1));
    near.post("trecv", () -> at.trecv(buffer, 32, -1, 7, 0, 2));
    equal(2L, far.received(2).context(), "context of a tagged receive");
    equal(1L, near.sent(1).context(), "context of a tagged send");
    MemorySegment target = bench.memory(32);
    var region = bench.keep(bench.domain().register(target, AccessFlags.REMOTE, 0x55, null));
    near.post("write", () -> from.write(text, 32, to, 0, region.key(), 3));
    equal(3L, near.sent(1).context(), "context of a write");
    Pattern.expect(target, 1, "what was written through a context");
    near.post("read", () -> from.read(buffer, 32, near.peer(), 0, region.key(), 4));
    equal(4L, near.sent(1).context(), "context of a read");
    near.post("writedata", () -> from.writeData(text, 32, 99, to, 0, region.key(), 5));
    equal(99L, far.received(2).data(), "data at the context that the write named");
    near.sent(1);
    far.expectNothing("after one write with data");
  }

  private static void apart(Trial trial) {
    Bench bench = bench(trial);
    ScalableSide near = connected(bench);
    ScalableSide far = near.other();
    long full = FabricAddress.receiveContext(near.peer(), 1, BITS);
    long free = FabricAddress.receiveContext(near.peer(), 2, BITS);
    long[] sent = new long[4];
    near.send(0, text(bench, 70_000, 1), full, 1);
    for (int i = 0; i < 100; i++) {
      near.send(0, text(bench, 16, i), full, 2);
      sent[(int) near.sent(0).context()]++;
    }
    far.recv(2, bench.memory(64), 10);
    near.send(0, text(bench, 16, 3), free, 3);
    equal(10L, far.received(2).context(), "context of a message to another receive context");
    sent[(int) near.sent(0).context()]++;
    MemorySegment room = bench.memory(70_000);
    far.recv(1, room, 11);
    equal(70_000L, far.received(1).length(), "length of the first message that waited");
    Pattern.expect(room, 1, "the first message that waited");
    sent[(int) near.sent(0).context()]++;
    equal("[0, 1, 100, 1]", Arrays.toString(sent), "entries of the sends, by their contexts");
  }

  private static void threads(Trial trial) throws Exception {
    Bench bench =
        Bench.on(trial).oneProcess().hints(ScalableEndpointClauses::counted).openDomainOnly();
    ScalableSide near = connected(bench);
    ScalableSide far = near.other();
    long peer = near.peer();
    List<Task<Long>> tasks = new ArrayList<>();
    for (int i = 0; i < CONTEXTS; i++) {
      int index = i;
      MemorySegment text = bench.memory(8);
      MemorySegment buffer = bench.memory(8);
      long to = FabricAddress.receiveContext(peer, index, BITS);
      Rounds messages = trial.race(2_000);
      tasks.add(
          trial.start(
              () -> {
                long outOfOrder = 0;
                for (int n = 0; messages.next(); n++) {
                  text.set(ValueLayout.JAVA_LONG, 0, n * 10L + index);
                  near.send(index, text, to, n);
                  far.recv(index, buffer, n);
                  long context = far.received(index).context();
                  long seen = buffer.get(ValueLayout.JAVA_LONG, 0);
                  outOfOrder += context == n && seen == n * 10L + index ? 0 : 1;
                  near.sent(index);
                }
                return outOfOrder;
              }));
    }
    for (Task<Long> task : tasks) {
      equal(0L, task.result(), "messages that came out of order to a thread");
    }
  }
}
