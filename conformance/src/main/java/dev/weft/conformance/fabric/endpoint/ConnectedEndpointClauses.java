package dev.weft.conformance.fabric.endpoint;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.refused;
import static dev.weft.conformance.check.Check.returned;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.ConnectionBench;
import dev.weft.conformance.fabric.bench.Entry;
import dev.weft.conformance.fabric.bench.Outcome;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.completion.EventType;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.FabricInfo;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/** Transfers and shutdown of connected endpoints: CM-011 to CM-017, beyond the catalogue. */
public final class ConnectedEndpointClauses {
  private static final String ACCEPT = "fi_cm(3), fi_accept / fi_reject";
  private static final String SHUTDOWN = "fi_cm(3), fi_shutdown";
  private static final long LONG = 1 << 20;

  private ConnectedEndpointClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("CM-011", Level.REQUIRED, ACCEPT)
            .says("nothing is sent before FI_CONNECTED, but receives are posted any time")
            .lookAt("the state of the endpoint when it posts")
            .automaticToo()
            .check(ConnectedEndpointClauses::beforeTheConnection),
        clause("CM-012", Level.REQUIRED, "fi_endpoint(3), FI_EP_MSG")
            .says("messages go to the peer whatever the destination, in order, long and short")
            .lookAt("where an endpoint with one peer sends")
            .automaticToo()
            .check(ConnectedEndpointClauses::order),
        clause("CM-013", Level.REQUIRED, "fi_endpoint(3), FI_EP_MSG")
            .says("tagged messages match by tag over a connection too")
            .lookAt("where an endpoint with one peer sends tagged messages")
            .needs(Capabilities.TAGGED)
            .check(ConnectedEndpointClauses::tagged),
        clause("CM-014", Level.REQUIRED, "fi_endpoint(3), FI_EP_MSG")
            .says("the peer's memory is read and written over a connection too")
            .lookAt("where an endpoint with one peer reads and writes")
            .needs(Capabilities.RMA)
            .check(ConnectedEndpointClauses::remoteMemory),
        clause("CM-015", Level.REQUIRED, SHUTDOWN)
            .says("what is under way has failed when fi_shutdown returns; both sides get the event")
            .lookAt("what a shutdown cancels and reports")
            .automaticToo()
            .check(ConnectedEndpointClauses::shutdown),
        clause("CM-016", Level.REQUIRED, SHUTDOWN)
            .says("completions written before a shutdown, and messages sent before it, are kept")
            .lookAt("what is drained before an end is reported")
            .check(ConnectedEndpointClauses::nothingIsLost),
        clause("CM-017", Level.REQUIRED, SHUTDOWN)
            .says("a peer that closes is FI_SHUTDOWN, once")
            .lookAt("how the end of a link is detected")
            .automaticToo()
            .check(ConnectedEndpointClauses::close));
  }

  private static void beforeTheConnection(Trial trial) {
    ConnectionBench pair = ConnectionBench.apart(trial);
    MemorySegment memory = pair.bench().domain().allocate(64);
    Endpoint fresh = pair.client().open(pair.bench().info());
    returned(-Errno.EOPBADSTATE, fresh.send(memory, 8, 0, 1), "send before fi_connect");
    FabricInfo request = pair.request(pair.server().listen(), null);
    Endpoint client = pair.client().endpoint();
    returned(-Errno.EOPBADSTATE, client.send(memory, 8, 0, 1), "send before FI_CONNECTED");
    returned(0, client.recv(memory, 8, 0, 2), "receive before FI_CONNECTED");
    pair.server().open(request).accept(null);
    pair.server().expect(EventType.CONNECTED);
    MemorySegment greeting = pair.bench().domain().allocate(8);
    greeting.set(ValueLayout.JAVA_LONG, 0, 4711);
    pair.arrivals().post("send", () -> pair.server().endpoint().send(greeting, 8, 0, 3));
    pair.client().expect(EventType.CONNECTED);
    equal(2L, pair.client().completions().drain(1).getFirst().context(), "context");
    equal(4711L, memory.get(ValueLayout.JAVA_LONG, 0), "what was received");
  }

  private static void order(Trial trial) {
    ConnectionBench pair = ConnectionBench.connected(trial);
    MemorySegment out = pair.bench().domain().allocate(LONG);
    MemorySegment in = pair.bench().domain().allocate(LONG);
    List<Long> lengths = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      long length = i % 3 == 1 ? LONG : 8 * (i + 1L);
      int context = i;
      lengths.add(length);
      pair.arrivals()
          .post("send", () -> pair.client().endpoint().send(out, length, 99 + context, context));
    }
    for (int i = 0; i < 8; i++) {
      int context = i;
      pair.arrivals().post("recv", () -> pair.server().endpoint().recv(in, LONG, 7, context));
      Entry entry = pair.arrivals().entry(pair.server().completions());
      equal((long) i, entry.context(), "context");
      equal(lengths.get(i), entry.length(), "length of message %d", i);
    }
    equal(8, pair.client().completions().drain(8).size(), "sends completed");
  }

  private static void tagged(Trial trial) {
    ConnectionBench pair = ConnectionBench.connected(trial);
    MemorySegment memory = pair.bench().domain().allocate(64);
    for (long tag = 1; tag <= 2; tag++) {
      long sent = tag;
      pair.arrivals()
          .post("tsend", () -> pair.client().endpoint().tsend(memory, 8 * sent, 0, sent, 0));
    }
    for (long tag = 2; tag >= 1; tag--) {
      long wanted = tag;
      pair.arrivals()
          .post("trecv", () -> pair.server().endpoint().trecv(memory, 64, 0, wanted, 0, wanted));
      Entry entry = pair.arrivals().entry(pair.server().completions());
      equal(tag, entry.context(), "context");
      equal(8 * tag, entry.length(), "length");
    }
  }

  private static void remoteMemory(Trial trial) {
    ConnectionBench pair = ConnectionBench.connected(trial);
    MemorySegment target = pair.bench().domain().allocate(64);
    MemorySegment local = pair.bench().domain().allocate(64);
    long access = AccessFlags.REMOTE_READ | AccessFlags.REMOTE_WRITE;
    MemoryRegion region =
        pair.bench().keep(pair.bench().domain().register(target, access, 77, null));
    local.set(ValueLayout.JAVA_LONG, 0, 13);
    Endpoint client = pair.client().endpoint();
    pair.arrivals().post("write", () -> client.write(local, 8, 5, 16, region.key(), 1));
    equal(1L, pair.arrivals().entry(pair.client().completions()).context(), "context of the write");
    equal(13L, target.get(ValueLayout.JAVA_LONG, 16), "what was written");
    target.set(ValueLayout.JAVA_LONG, 24, 14);
    pair.arrivals().post("read", () -> client.read(local, 8, 5, 24, region.key(), 2));
    equal(2L, pair.arrivals().entry(pair.client().completions()).context(), "context of the read");
    equal(14L, local.get(ValueLayout.JAVA_LONG, 0), "what was read");
  }

  /** Reads one side's next entry, and drives the other side's progress meanwhile. */
  private static void shutdown(Trial trial) {
    ConnectionBench pair = ConnectionBench.connected(trial);
    MemorySegment memory = pair.bench().domain().allocate(LONG);
    Endpoint client = pair.client().endpoint();
    Endpoint server = pair.server().endpoint();
    returned(0, client.recv(memory, 8, 0, 1), "receive of the client");
    pair.arrivals().post("send", () -> client.send(memory, LONG, 0, 2));
    refused(Errno.EINVAL, "fi_shutdown with flags", () -> client.shutdown(1));
    client.shutdown(0);
    pair.arrivals().outcomes(pair.client().completions(), 2).forEach(outcome -> ended(outcome));
    returned(-Errno.ESHUTDOWN, client.send(memory, 8, 0, 3), "send after fi_shutdown");
    returned(0, server.recv(memory, 8, 0, 4), "receive of the server");
    that(server.equals(pair.server().expect(EventType.SHUTDOWN).object()), "about another one");
    pair.server().completions().awaitErrorAtHead();
    int error = pair.server().completions().expectError().error();
    that(
        error == Errno.ECANCELED
            || error == Errno.ECONNRESET, // the latter in the middle of a message
        "err at the peer is %s",
        Errno.name(error));
    returned(-Errno.ESHUTDOWN, server.send(memory, 8, 0, 5), "send after FI_SHUTDOWN");
    that(client.equals(pair.client().expect(EventType.SHUTDOWN).object()), "about another one");
    pair.client().expectNoEvent("after that of its shutdown");
    refused(Errno.ENOTCONN, "a second fi_shutdown", () -> client.shutdown(0));
  }

  /** The receive 1 has failed; so has the send 2, unless the network has taken all of it. */
  private static void ended(Outcome outcome) {
    if (outcome.failed()) {
      equal(Errno.ECANCELED, outcome.failure().error(), "err of %s", outcome);
    } else {
      equal(2L, outcome.entry().context(), "context of what succeeded before fi_shutdown");
    }
  }

  private static void nothingIsLost(Trial trial) {
    ConnectionBench pair = ConnectionBench.connected(trial);
    MemorySegment memory = pair.bench().domain().allocate(64);
    Endpoint client = pair.client().endpoint();
    for (int i = 0; i < 3; i++) {
      int context = i;
      pair.arrivals().post("send", () -> client.send(memory, 8, 0, context));
    }
    client.shutdown(0);
    equal(List.of(0L, 1L, 2L), contexts(pair.client().completions().drain(3)), "sends");
    for (int i = 0; i < 3; i++) {
      returned(0, pair.server().endpoint().recv(memory, 64, 0, i), "receive");
    }
    pair.server().expect(EventType.SHUTDOWN);
    equal(List.of(0L, 1L, 2L), contexts(pair.server().completions().drain(3)), "receives");
  }

  private static List<Long> contexts(List<Entry> entries) {
    return entries.stream().map(Entry::context).toList();
  }

  private static void close(Trial trial) {
    ConnectionBench pair = ConnectionBench.connected(trial);
    pair.server().endpoint().close();
    Endpoint client = pair.client().endpoint();
    that(client.equals(pair.client().expect(EventType.SHUTDOWN).object()), "about another one");
    pair.client().expectNoEvent("after the end");
    MemorySegment memory = pair.bench().domain().allocate(8);
    returned(-Errno.ESHUTDOWN, client.inject(memory, 8, 0), "inject after FI_SHUTDOWN");
  }
}
