package dev.weft.conformance.fabric.endpoint;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.refused;
import static dev.weft.conformance.check.Check.returned;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Entry;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.SharedReceiveContext;
import dev.weft.fabric.SharedTransmitContext;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.ReceiveAttributes;
import dev.weft.fabric.info.TransmitAttributes;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Shared contexts: SX-001 to SX-008, requirements of fi_endpoint(3) beyond the catalogue. */
public final class SharedContextClauses {
  private static final String SHARED = "fi_endpoint(3), SHARED CONTEXTS";
  private static final String RECEIVE = "fi_endpoint(3), fi_srx_context";

  private SharedContextClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("SX-001", Level.REQUIRED, SHARED)
            .says("receives go to whichever endpoint has a message, completions to its queue")
            .lookAt("where a message without a receive looks")
            .automaticToo()
            .check(SharedContextClauses::onePool),
        clause("SX-002", Level.REQUIRED, SHARED)
            .says("messages that came before the receives take them, each sender's in order")
            .lookAt("which endpoints are notified when a shared receive is posted")
            .automaticToo()
            .check(SharedContextClauses::messagesFirst),
        clause("SX-003", Level.REQUIRED, SHARED)
            .says("tagged receives are shared too, and match by tag")
            .lookAt("the matching of shared receives")
            .needs(Capabilities.TAGGED)
            .check(SharedContextClauses::tagged),
        clause("SX-004", Level.REQUIRED, RECEIVE)
            .says("an endpoint with a shared context takes no receives of its own")
            .lookAt("what its receive calls answer")
            .check(SharedContextClauses::noReceivesOfItsOwn),
        clause("SX-005", Level.REQUIRED, RECEIVE)
            .says("binding asks for FI_SHARED_CONTEXT, enabling for a context, closing for none")
            .lookAt("the rules of binding a shared context")
            .check(SharedContextClauses::binding),
        clause("SX-006", Level.REQUIRED, SHARED)
            .says("connectionless endpoints that share receives share their address vector")
            .lookAt("what enabling compares")
            .check(SharedContextClauses::oneVector),
        clause("SX-007", Level.REQUIRED, "fi_endpoint(3), fi_cancel")
            .says("a cancelled shared receive completes once and takes no message any more")
            .lookAt("how shared receives are cancelled")
            .check(SharedContextClauses::cancel),
        clause("SX-008", Level.REQUIRED, "fi_endpoint(3), fi_stx_context")
            .says("endpoints that share a transmit context send and complete in their own queues")
            .lookAt("the rules of binding a shared transmit context")
            .check(SharedContextClauses::sharedTransmits));
  }

  private static void onePool(Trial trial) {
    SharingBench bench = SharingBench.open(trial);
    for (int i = 0; i < 4; i++) {
      returned(0, bench.receives().recv(bench.slot(i), 64, -1, i), "fi_recv");
    }
    for (int i = 0; i < 4; i++) {
      bench.send(i % 2, 10 + i);
      Entry entry = bench.receive(i % 2);
      equal((long) i, entry.context(), "context of receive %d", i);
      equal(10L + i, entry.length(), "length of receive %d", i);
    }
  }

  private static void messagesFirst(Trial trial) {
    SharingBench bench = SharingBench.open(trial);
    for (int i = 0; i < 3; i++) {
      bench.send(0, 10 + i);
      bench.send(1, 20 + i);
    }
    bench.settle();
    for (int i = 0; i < 6; i++) {
      returned(0, bench.receives().recv(bench.slot(i), 64, -1, i), "fi_recv");
    }
    for (int i = 0; i < 3; i++) {
      equal(10L + i, bench.receive(0).length(), "length at the first endpoint");
      equal(20L + i, bench.receive(1).length(), "length at the second endpoint");
    }
    bench.expectNothing();
  }

  private static void tagged(Trial trial) {
    SharingBench bench = SharingBench.open(trial);
    SharedReceiveContext receives = bench.receives();
    returned(0, receives.trecv(bench.slot(0), 64, -1, 1, 0, 101), "fi_trecv of tag 1");
    returned(0, receives.trecv(bench.slot(1), 64, -1, 2, 0, 102), "fi_trecv of tag 2");
    bench.tsend(1, 16, 2);
    equal(102L, bench.receive(1).context(), "context for tag 2");
    bench.tsend(1, 16, 3);
    bench.settle();
    bench.expectNothing();
    bench.tsend(0, 16, 1);
    equal(101L, bench.receive(0).context(), "context for tag 1");
    returned(0, receives.trecv(bench.slot(2), 64, -1, 0, ~0L, 103), "fi_trecv of any tag");
    equal(103L, bench.receive(1).context(), "context for tag 3");
  }

  private static void noReceivesOfItsOwn(Trial trial) {
    SharingBench bench = SharingBench.open(trial);
    MemorySegment slot = bench.slot(0);
    Endpoint endpoint = bench.endpoint(0);
    returned(-Errno.EOPNOTSUPP, endpoint.recv(slot, 64, -1, 1), "fi_recv of the endpoint");
    returned(-Errno.EOPNOTSUPP, endpoint.trecv(slot, 64, -1, 1, 0, 1), "fi_trecv");
    returned(0, bench.receives().recv(slot, 64, -1, 1), "fi_recv of the context");
  }

  private static void binding(Trial trial) {
    SharingBench bench = SharingBench.open(trial);
    SharedReceiveContext receives = bench.receives();
    refused(Errno.EBUSY, "fi_close of a bound context", receives::close);
    Endpoint ordinary = bench.unbound(1);
    refused(Errno.EINVAL, "fi_ep_bind", () -> ordinary.bind(receives, 0));
    Endpoint missing = bench.unbound(-1);
    refused("fi_enable without the context", missing::enable);
    refused(Errno.EBADFLAGS, "fi_ep_bind with flags", () -> missing.bind(receives, BindFlags.RECV));
    missing.bind(receives, 0);
    refused(Errno.EINVAL, "a second fi_ep_bind", () -> missing.bind(receives, 0));
    missing.enable();
    SharedReceiveContext small =
        bench.open(ReceiveAttributes.builder().capabilities(Capabilities.TAGGED).build());
    Endpoint more = bench.unbound(-1);
    refused(Errno.EINVAL, "fi_ep_bind to less than it can", () -> more.bind(small, 0));
  }

  private static void oneVector(Trial trial) {
    SharingBench bench = SharingBench.open(trial);
    Endpoint other = bench.unboundWithItsOwnVector();
    other.bind(bench.receives(), 0);
    refused(Errno.EINVAL, "fi_enable with another address vector", other::enable);
  }

  private static void cancel(Trial trial) {
    SharingBench bench = SharingBench.open(trial);
    SharedReceiveContext receives = bench.receives();
    returned(0, receives.recv(bench.slot(0), 64, -1, 1), "fi_recv");
    returned(0, receives.recv(bench.slot(1), 64, -1, 2), "fi_recv");
    returned(0, receives.cancel(77), "fi_cancel of nothing");
    bench.expectNothing();
    returned(0, receives.cancel(1), "fi_cancel");
    var error = bench.expectErrorAnywhere();
    equal(Errno.ECANCELED, error.error(), "err");
    equal(1L, error.context(), "context");
    bench.send(1, 16);
    equal(2L, bench.receive(1).context(), "context");
    bench.expectNothing();
  }

  private static void sharedTransmits(Trial trial) {
    SharingBench bench = SharingBench.open(trial);
    trial.skipUnless(bench.maxSharedTransmits() > 0, "no shared transmit contexts");
    SharedTransmitContext context =
        bench.open(TransmitAttributes.builder().size(64).injectSize(128).build());
    Endpoint sender = bench.unboundSender(64, 128);
    refused("fi_enable without the context", sender::enable);
    sender.bind(context, 0);
    sender.enable();
    refused(Errno.EBUSY, "fi_close of a bound context", context::close);
    Endpoint larger = bench.unboundSender(65, 128);
    refused(Errno.EINVAL, "fi_ep_bind with more operations", () -> larger.bind(context, 0));
    returned(0, bench.receives().recv(bench.slot(0), 64, -1, 5), "fi_recv");
    long handle = bench.handleOf(0);
    returned(0, sender.send(bench.slot(1), 32, handle, 6), "fi_send");
    equal(5L, bench.receive(0).context(), "context of the receive");
    equal(6L, bench.transmitted().context(), "context of the send");
  }
}
