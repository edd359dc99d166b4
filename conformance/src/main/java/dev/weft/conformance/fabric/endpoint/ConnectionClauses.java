package dev.weft.conformance.fabric.endpoint;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.refused;
import static dev.weft.conformance.check.Check.returned;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.ConnectionBench;
import dev.weft.conformance.fabric.bench.ConnectionSide;
import dev.weft.conformance.fabric.bench.Peer;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricObject;
import dev.weft.fabric.PassiveEndpoint;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.attributes.EndpointOption;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.completion.EventEntry;
import dev.weft.fabric.completion.EventType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.ProgressModel;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/** Connection setup: CM-001 to CM-010, CM-001A, requirements of fi_cm(3) beyond the catalogue. */
public final class ConnectionClauses {
  private static final String CONNECT = "fi_cm(3), fi_connect";
  private static final String ACCEPT = "fi_cm(3), fi_accept / fi_reject";
  private static final String LISTEN = "fi_cm(3), fi_listen";
  private static final String NOTES = "fi_cm(3), NOTES";

  private ConnectionClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("CM-001", Level.REQUIRED, ACCEPT)
            .says("an accepted request is FI_CONNECTED on both sides, data goes along both ways")
            .lookAt("what a request and its answer carry")
            .check(ConnectionClauses::acceptance),
        clause("CM-001A", Level.REQUIRED, "fi_domain(3), control_progress; fi_cm(3), fi_accept")
            .says("with automatic progress each side connects while the other one only waits")
            .lookAt("steps of a connection that are taken in reads of the event queue only")
            .check(ConnectionClauses::automaticProgress),
        clause("CM-002", Level.REQUIRED, ACCEPT)
            .says("a reject is a failure at the requester, FI_ECONNREFUSED with the reject's data")
            .lookAt("what a reject carries")
            .check(ConnectionClauses::rejection),
        clause("CM-003", Level.REQUIRED, CONNECT)
            .says("without a listener, or once it is closed, the failure is FI_ECONNREFUSED")
            .lookAt("what answers for an address without a listener")
            .check(ConnectionClauses::connectWithoutListener),
        clause("CM-004", Level.REQUIRED, CONNECT)
            .says("fi_connect may be called once in an endpoint's life")
            .lookAt("whether the endpoint records earlier calls")
            .check(ConnectionClauses::onlyOnce),
        clause("CM-005", Level.REQUIRED, LISTEN)
            .says("requests beyond the backlog are refused")
            .lookAt("how many unanswered requests a listener keeps")
            .check(ConnectionClauses::backlog),
        clause("CM-006", Level.REQUIRED, ACCEPT)
            .says("a request is answered once; an accept without a requester is a failure")
            .lookAt("what is left of a request once it is answered")
            .check(ConnectionClauses::oneAnswer),
        clause("CM-007", Level.REQUIRED, NOTES)
            .says("data up to FI_OPT_CM_DATA_SIZE arrives whole, longer data is cut off silently")
            .lookAt("the limit of the data of a request")
            .check(ConnectionClauses::dataSize),
        clause("CM-008", Level.REQUIRED, "fi_cm(3), fi_getname / fi_getpeer")
            .says("each side names itself and its peer once they are connected")
            .lookAt("which addresses a request and its answer carry")
            .check(ConnectionClauses::names),
        clause("CM-009", Level.REQUIRED, "fi_endpoint(3), fi_ep_bind")
            .says("passive endpoints and endpoints with connections need an event queue")
            .lookAt("what enabling and listening require")
            .check(ConnectionClauses::needEventQueue),
        clause("CM-010", Level.REQUIRED, "fi_cm(3), fi_join")
            .says("without multicast the call is refused with FI_ENOSYS")
            .lookAt("the result of a call that is not implemented")
            .check(ConnectionClauses::noGroups));
  }

  private static void acceptance(Trial trial) {
    ConnectionBench pair = ConnectionBench.apart(trial);
    PassiveEndpoint passive = pair.server().listen();
    pair.client().connect(passive.name(), "please");
    EventEntry asked = pair.server().expect(EventType.CONNREQ);
    that(passive.equals(asked.object()), "the request is about %s", asked.object());
    equal("please", ConnectionSide.text(asked.connectionData()), "data of the request");
    equal(ObjectClass.CONNREQ, asked.info().handle().objectClass(), "class of the handle");
    pair.client().expectNoEvent("before the answer");
    Endpoint accepting = pair.server().open(asked.info());
    accepting.accept(ConnectionSide.bytes("welcome"));
    EventEntry connected = pair.client().expect(EventType.CONNECTED);
    that(pair.client().endpoint().equals(connected.object()), "about %s", connected.object());
    equal("welcome", ConnectionSide.text(connected.connectionData()), "data of the answer");
    EventEntry stands = pair.server().expect(EventType.CONNECTED);
    that(accepting.equals(stands.object()), "about %s", stands.object());
    equal(0L, stands.connectionData().byteSize(), "data at the listening side");
  }

  private static void automaticProgress(Trial trial) {
    ConnectionBench pair = ConnectionBench.apart(trial);
    trial.skipUnless(
        pair.bench().info().domain().controlProgress() == ProgressModel.AUTO,
        "not offered: control_progress=AUTO");
    PassiveEndpoint passive = pair.server().listen();
    pair.client().connect(passive.name(), null);
    FabricInfo request = pair.server().alone().expect(EventType.CONNREQ).info();
    pair.server().open(request).accept(null);
    pair.client().alone().expect(EventType.CONNECTED);
    pair.server().expect(EventType.CONNECTED);
  }

  private static void rejection(Trial trial) {
    ConnectionBench pair = ConnectionBench.apart(trial);
    PassiveEndpoint passive = pair.server().listen();
    FabricInfo request = pair.request(passive, null);
    passive.reject(request.handle(), ConnectionSide.bytes("no room"));
    var failure = pair.client().expectFailure(Errno.ECONNREFUSED);
    that(pair.client().endpoint().equals(failure.object()), "about %s", failure.object());
    equal("no room", ConnectionSide.text(failure.errorData()), "err_data");
    pair.client().expectNoEvent("after the refusal");
    pair.server().expectNoEvent("after the reject");
  }

  private static void connectWithoutListener(Trial trial) {
    ConnectionBench pair = ConnectionBench.apart(trial);
    PassiveEndpoint passive = pair.server().listen();
    FabricInfo unanswered = pair.request(passive, null);
    passive.close();
    pair.client().expectFailure(Errno.ECONNREFUSED);
    that(unanswered.handle() != null, "the request has no handle");
    pair.client().connect(unanswered.destinationAddress(), null);
    pair.client().expectFailure(Errno.ECONNREFUSED);
  }

  private static void onlyOnce(Trial trial) {
    ConnectionBench pair = ConnectionBench.apart(trial);
    PassiveEndpoint passive = pair.server().listen();
    FabricInfo request = pair.request(passive, null);
    Endpoint caller = pair.client().endpoint();
    refused("fi_connect during a call", () -> caller.connect(passive.name(), null));
    passive.reject(request.handle(), null);
    pair.client().expectFailure(Errno.ECONNREFUSED);
    refused("fi_connect after a call", () -> caller.connect(passive.name(), null));
    pair.server().expectNoEvent("after one call");
  }

  private static void backlog(Trial trial) {
    ConnectionBench pair = ConnectionBench.apart(trial);
    PassiveEndpoint passive = pair.server().openPassive();
    passive.control(ControlCommand.backlog(1));
    passive.listen();
    FabricInfo first = pair.request(passive, null);
    Endpoint patient = pair.client().endpoint();
    pair.client().connect(passive.name(), null);
    pair.server().expectNoEvent("of a second request, the backlog is 1");
    pair.client().expectFailure(Errno.ECONNREFUSED);
    pair.server().open(first).accept(null);
    that(patient.equals(pair.client().expect(EventType.CONNECTED).object()), "the first waits");
  }

  private static void oneAnswer(Trial trial) {
    ConnectionBench pair = ConnectionBench.apart(trial);
    PassiveEndpoint passive = pair.server().listen();
    FabricObject rejected = pair.request(passive, null).handle();
    passive.reject(rejected, null);
    pair.client().expectFailure(Errno.ECONNREFUSED);
    refused(Errno.EINVAL, "a second fi_reject", () -> passive.reject(rejected, null));
    refused(Errno.EINVAL, "fi_reject of a domain", () -> passive.reject(domain(pair), null));
    FabricInfo orphan = pair.request(passive, null);
    pair.client().endpoint().close();
    Endpoint late = pair.server().open(orphan);
    late.accept(null);
    pair.server().endOf(late);
    Endpoint stranger = pair.server().open(pair.bench().info());
    refused(Errno.EINVAL, "fi_accept without a request", () -> stranger.accept(null));
  }

  private static FabricObject domain(ConnectionBench pair) {
    return pair.bench().domain();
  }

  private static void dataSize(Trial trial) {
    ConnectionBench pair = ConnectionBench.apart(trial);
    PassiveEndpoint passive = pair.server().listen();
    int limit = (int) passive.option(EndpointOption.CM_DATA_SIZE);
    String whole = "x".repeat(limit);
    FabricInfo request = pair.request(passive, whole + "cut off");
    pair.server().open(request).accept(ConnectionSide.bytes(whole));
    MemorySegment answered = pair.client().expect(EventType.CONNECTED).connectionData();
    equal(whole, ConnectionSide.text(answered), "data of the answer");
    pair.client().connect(passive.name(), whole + "cut off");
    MemorySegment asked = pair.server().expect(EventType.CONNECTED).connectionData();
    equal(0L, asked.byteSize(), "data at the listening side");
    asked = pair.server().expect(EventType.CONNREQ).connectionData();
    equal(whole, ConnectionSide.text(asked), "data of the request");
  }

  private static void names(Trial trial) {
    ConnectionBench pair = ConnectionBench.apart(trial);
    Endpoint early = pair.client().open(pair.bench().info());
    refused(Errno.ENOTCONN, "fi_getpeer before", early::peer);
    PassiveEndpoint passive = pair.server().listen();
    pair.server().open(pair.request(passive, null)).accept(null);
    pair.client().expect(EventType.CONNECTED);
    pair.server().expect(EventType.CONNECTED);
    Endpoint client = pair.client().endpoint();
    Endpoint server = pair.server().endpoint();
    that(Arrays.equals(client.name(), server.peer()), "the server's peer is not the client");
    that(Arrays.equals(server.name(), client.peer()), "the client's peer is not the server");
    that(!Arrays.equals(client.name(), server.name()), "both have the same name");
  }

  private static void needEventQueue(Trial trial) {
    ConnectionBench pair = ConnectionBench.apart(trial);
    Bench bench = pair.bench();
    PassiveEndpoint passive = bench.keep(bench.fabric().openPassiveEndpoint(bench.info()));
    refused(Errno.ENOEQ, "fi_listen without an event queue", passive::listen);
    Endpoint endpoint = bench.keep(bench.domain().openEndpoint(bench.info()));
    endpoint.bind(bench.openQueue(), BindFlags.TRANSMIT | BindFlags.RECV);
    refused(Errno.ENOEQ, "fi_enable without an event queue", endpoint::enable);
    bench.domain().bind(pair.client().events(), 0);
    endpoint.enable();
  }

  private static void noGroups(Trial trial) {
    Peer peer = Bench.on(trial).open().sender();
    byte[] group = peer.endpoint().name();
    try {
      peer.endpoint().join(group, 0, null).close();
      trial.chose("there are multicast groups");
    } catch (dev.weft.fabric.FabricException refusal) {
      returned(-Errno.ENOSYS, -refusal.errno(), "fi_join");
    }
  }
}
