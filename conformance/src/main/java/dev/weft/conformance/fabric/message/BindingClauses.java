package dev.weft.conformance.fabric.message;

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
import dev.weft.conformance.fabric.bench.Parts;
import dev.weft.conformance.fabric.bench.Peer;
import dev.weft.conformance.fabric.bench.QueueReader;
import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.info.Capabilities;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Set;

/** Binding queues and vectors, and enabling: EP-001 to EP-006. */
public final class BindingClauses {

  private static final String BIND = "fi_endpoint(3), fi_ep_bind";
  private static final String ENABLE = "fi_endpoint(3), fi_enable";

  private BindingClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("EP-001", Level.REQUIRED, BIND)
            .says(
                "FI_TRANSMIT routes what starts here and FI_RECV what comes in, each to its queue")
            .lookAt("which of the two queues a completion is written to")
            .check(BindingClauses::eachDirectionHasItsQueue),
        clause("EP-002", Level.REQUIRED, BIND)
            .says("a second queue for one direction is refused with -FI_EINVAL; the first stays")
            .lookAt("bind overwriting the queue that is bound already")
            .check(BindingClauses::oneQueuePerDirection),
        clause("EP-003", Level.REQUIRED, BIND)
            .says("other bind bits are refused with -FI_EBADFLAGS, no queue with -FI_EINVAL")
            .lookAt("the check of the flags, made before anything is bound")
            .check(BindingClauses::otherBitsAreRefused),
        clause("EP-004", Level.REQUIRED, BIND)
            .says("binding after enable is refused and does the endpoint no harm")
            .lookAt("the state that bind checks")
            .check(BindingClauses::bindAfterEnable),
        clause("EP-005", Level.REQUIRED, ENABLE)
            .says("enable refuses where a queue (-FI_ENOCQ) or the address vector is missing")
            .lookAt("what enable looks for in each direction that the endpoint uses")
            .check(BindingClauses::enableNeedsEverything),
        clause("EP-006", Level.REQUIRED, ENABLE + "; ERRORS")
            .says("posting before enable is refused and never completes")
            .lookAt("the state that each post checks")
            .check(BindingClauses::postBeforeEnable));
  }

  private static void eachDirectionHasItsQueue(Trial trial) {
    Bench bench = Bench.on(trial).open();
    for (Peer from : List.of(bench.sender(), bench.receiver())) {
      Peer to = from == bench.sender() ? bench.receiver() : bench.sender();
      to.postReceive(1);
      from.send(to, 2);
      Entry received = bench.arrivals().entry(to.receive());
      that(received.has(CompletionFlags.RECV), "an entry of the receive queue: %s", received);
      equal(1L, received.context(), "context in the receive queue");
      Entry sent = bench.arrivals().entry(from.transmit());
      that(sent.has(CompletionFlags.SEND), "an entry of the transmit queue: %s", sent);
      equal(2L, sent.context(), "context in the transmit queue");
    }
    for (Peer peer : List.of(bench.sender(), bench.receiver())) {
      bench.arrivals().nothing(peer.transmit(), "the transmit queue after its only entry");
      bench.arrivals().nothing(peer.receive(), "the receive queue after its only entry");
    }
  }

  private static void oneQueuePerDirection(Trial trial) {
    Bench bench = Bench.on(trial).open();
    CompletionQueue first = bench.openQueue();
    CompletionQueue second = bench.openQueue();
    CompletionQueue receive = bench.openQueue();
    AddressVector vector = bench.openVector();
    Endpoint endpoint = Parts.endpoint(bench);
    endpoint.bind(vector, 0);
    endpoint.bind(first, BindFlags.TRANSMIT);
    refused(Errno.EINVAL, "second FI_TRANSMIT", () -> endpoint.bind(second, BindFlags.TRANSMIT));
    endpoint.bind(receive, BindFlags.RECV);
    refused(Errno.EINVAL, "second FI_RECV", () -> endpoint.bind(second, BindFlags.RECV));
    endpoint.enable();
    Peer peer = Parts.peer(bench, endpoint, vector, first, receive);
    bench.receiver().postReceive(1);
    peer.send(bench.receiver(), 2);
    equal(2L, bench.arrivals().entry(peer.transmit()).context(), "context in the first queue");
    new QueueReader(second).expectEmpty("the queue that was refused");
  }

  private static void otherBitsAreRefused(Trial trial) {
    Bench bench = Bench.on(trial).open();
    CompletionQueue queue = bench.openQueue();
    AddressVector vector = bench.openVector();
    Endpoint endpoint = Parts.endpoint(bench);
    for (long bits : new long[] {BindFlags.READ, BindFlags.REMOTE_WRITE, 1L << 40}) {
      long flags = BindFlags.TRANSMIT | bits;
      refused(
          Errno.EBADFLAGS,
          "bind with " + BindFlags.describe(flags),
          () -> endpoint.bind(queue, flags));
    }
    refused(
        Errno.EINVAL,
        "bind of no queue",
        () -> endpoint.bind((CompletionQueue) null, BindFlags.TRANSMIT));
    bindNothing(trial, endpoint, queue);
    endpoint.bind(vector, 0);
    endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
    endpoint.enable();
    sends(bench, Parts.peer(bench, endpoint, vector, queue, queue));
  }

  /** Flags without a direction: either refused or without any effect. */
  private static void bindNothing(Trial trial, Endpoint endpoint, CompletionQueue queue) {
    for (long flags : new long[] {0, BindFlags.SELECTIVE_COMPLETION}) {
      String way = "accepted without effect";
      try {
        endpoint.bind(queue, flags);
      } catch (FabricException refusal) {
        way = "refused with " + value(-refusal.errno());
      }
      trial.chose("bind with flags %s is %s", BindFlags.describe(flags), way);
    }
  }

  private static void sends(Bench bench, Peer peer) {
    bench.receiver().postReceive(1);
    peer.send(bench.receiver(), 2);
    equal(2L, bench.arrivals().entry(peer.transmit()).context(), "context after refused binds");
  }

  private static void bindAfterEnable(Trial trial) {
    Bench bench = Bench.on(trial).open();
    CompletionQueue queue = bench.openQueue();
    AddressVector vector = bench.openVector();
    Endpoint endpoint = bench.receiver().endpoint();
    FabricException refusal =
        refused("bind of a queue after enable", () -> endpoint.bind(queue, BindFlags.TRANSMIT));
    refused("bind of a vector after enable", () -> endpoint.bind(vector, 0));
    bindFreeDirection(trial);
    bench.deliver(1);
    equal(List.of(1L), contexts(bench.receiver().receive().drain(1)), "contexts afterwards");
    if (refusal.errno() != Errno.EOPBADSTATE) {
      trial.chose("bind after enable gives %s", value(-refusal.errno()));
    }
  }

  /** Not refused for being bound already: an endpoint that only sends has no receive queue. */
  private static void bindFreeDirection(Trial trial) {
    long sendOnly = Capabilities.MSG | Capabilities.SEND;
    Bench bench =
        Bench.on(trial)
            .hints(info -> info.toBuilder().capabilities(sendOnly).build())
            .openDomainOnly();
    CompletionQueue transmit = bench.openQueue();
    CompletionQueue receive = bench.openQueue();
    AddressVector vector = bench.openVector();
    Endpoint endpoint = Parts.endpoint(bench);
    endpoint.bind(vector, 0);
    endpoint.bind(transmit, BindFlags.TRANSMIT);
    endpoint.enable();
    refused("bind of a second queue after enable", () -> endpoint.bind(receive, BindFlags.RECV));
  }

  private static List<Long> contexts(List<Entry> entries) {
    return entries.stream().map(Entry::context).toList();
  }

  private static void enableNeedsEverything(Trial trial) {
    Bench bench = Bench.on(trial).open();
    CompletionQueue queue = bench.openQueue();
    refused(Errno.ENOCQ, "enable without a queue", enabling(bench, queue, 0));
    refused(Errno.ENOCQ, "enable without a transmit queue", enabling(bench, queue, BindFlags.RECV));
    refused(
        Errno.ENOCQ, "enable without a receive queue", enabling(bench, queue, BindFlags.TRANSMIT));
    Endpoint lonely = Parts.endpoint(bench);
    lonely.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
    FabricException refusal = refused("enable without an address vector", lonely::enable);
    that(
        Set.of(Errno.ENOAV, Errno.EOPBADSTATE).contains(refusal.errno()),
        "enable without an address vector gives %s, allowed -FI_ENOAV and -FI_EOPBADSTATE",
        value(-refusal.errno()));
  }

  private static Runnable enabling(Bench bench, CompletionQueue queue, long flags) {
    AddressVector vector = bench.openVector();
    Endpoint endpoint = Parts.endpoint(bench);
    endpoint.bind(vector, 0);
    if (flags != 0) {
      endpoint.bind(queue, flags);
    }
    return endpoint::enable;
  }

  private static void postBeforeEnable(Trial trial) {
    Bench bench = Bench.on(trial).open();
    CompletionQueue queue = bench.openQueue();
    AddressVector vector = bench.openVector();
    Endpoint endpoint = Parts.endpoint(bench);
    endpoint.bind(vector, 0);
    endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
    Peer peer = Parts.peer(bench, endpoint, vector, queue, queue);
    long to = peer.handleOf(bench.receiver());
    MemorySegment buffer = peer.slot(1);
    int recv = endpoint.recv(buffer, 8, Messages.ANYBODY, 7);
    int send = endpoint.send(buffer, 8, to, 8);
    that(recv < 0 && send < 0, "before enable recv gave %s, send %s", value(recv), value(send));
    if (recv != -Errno.EOPBADSTATE || send != -Errno.EOPBADSTATE) {
      trial.chose("before enable recv gives %s and send %s", value(recv), value(send));
    }
    endpoint.enable();
    bench.receiver().postReceive(1);
    bench.arrivals().nothing(peer.receive(), "after posts that were refused");
    peer.send(bench.receiver(), 2);
    equal(2L, bench.arrivals().entry(peer.transmit()).context(), "context of a send after enable");
    returned(-Errno.EAGAIN, peer.receive().read(8), "read after the only entry");
  }
}
