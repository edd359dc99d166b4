package dev.weft.conformance.fabric.endpoint;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.refused;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.ClauseSkipped;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.ConnectionBench;
import dev.weft.conformance.fabric.bench.Stopwatch;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.PassiveEndpoint;
import dev.weft.fabric.attributes.EndpointOption;
import dev.weft.fabric.completion.EventType;
import dev.weft.fabric.info.FabricInfo;
import java.util.List;

/**
 * Connection requests without an answer, and answers after the requester has left: CM-018 to
 * CM-020, beyond the catalogue.
 */
public final class UnansweredCallClauses {
  private static final String CONNECT = "fi_cm(3), fi_connect";
  private static final String ANSWER = "fi_cm(3), fi_accept / fi_reject";
  private static final long SHORT_MILLIS = 150;

  private UnansweredCallClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("CM-018", Level.REQUIRED, CONNECT)
            .says("a request without an answer fails with FI_ETIMEDOUT, in its time")
            .lookAt("what wakes a reader of the event queue when the time is over")
            .check(UnansweredCallClauses::timeOut),
        clause("CM-019", Level.REQUIRED, ANSWER)
            .says("a late accept fails, at once or by FI_SHUTDOWN; the request ends once")
            .lookAt("what is left of a request that was given up")
            .check(UnansweredCallClauses::lateAccept),
        clause("CM-020", Level.REQUIRED, ANSWER)
            .says("a reject whose requester has left does no harm, an accept fails or ends")
            .lookAt("what distinguishes a requester that left from a request that was answered")
            .check(UnansweredCallClauses::callerLeft));
  }

  /** A connection request that times out after a short time. */
  private static void callBriefly(ConnectionBench pair, PassiveEndpoint passive) {
    Endpoint caller = pair.client().open(pair.bench().info());
    try {
      that(caller.option(EndpointOption.CONNECT_MILLIS) >= 1_000, "the usual time is too short");
      caller.option(EndpointOption.CONNECT_MILLIS, SHORT_MILLIS);
    } catch (FabricException refusal) {
      throw new ClauseSkipped("not offered: how long fi_connect waits");
    }
    equal(SHORT_MILLIS, caller.option(EndpointOption.CONNECT_MILLIS), "the option as it was set");
    caller.connect(passive.name(), null);
  }

  private static void timeOut(Trial trial) {
    ConnectionBench pair = ConnectionBench.apart(trial);
    PassiveEndpoint passive = pair.server().listen();
    pair.request(passive, null);
    Endpoint patient = pair.client().endpoint();
    Stopwatch stopwatch = new Stopwatch();
    callBriefly(pair, passive);
    var failure = pair.client().alone().expectFailure(Errno.ETIMEDOUT);
    stopwatch.expectTimeout(SHORT_MILLIS, "a call without an answer");
    that(pair.client().endpoint().equals(failure.object()), "about %s", failure.object());
    that(!patient.equals(failure.object()), "the failure is about the call before");
    Endpoint failed = pair.client().endpoint();
    refused("fi_connect after a call", () -> failed.connect(passive.name(), null));
    Bench.pause(2 * SHORT_MILLIS);
    pair.client().expectNoEvent("of the call that has the usual time");
  }

  private static void lateAccept(Trial trial) {
    ConnectionBench pair = ConnectionBench.apart(trial);
    PassiveEndpoint passive = pair.server().listen();
    callBriefly(pair, passive);
    FabricInfo request = pair.server().expect(EventType.CONNREQ).info();
    pair.client().expectFailure(Errno.ETIMEDOUT);
    Endpoint late = pair.server().open(request);
    late.accept(null);
    trial.chose("a late accept is %s", pair.server().endOf(late));
    pair.client().expectNoEvent("after a late accept");
  }

  private static void callerLeft(Trial trial) {
    ConnectionBench pair = ConnectionBench.apart(trial);
    PassiveEndpoint passive = pair.server().listen();
    FabricInfo first = pair.request(passive, null);
    pair.client().endpoint().close();
    pair.server().expectNoEvent("when a caller leaves");
    passive.reject(first.handle(), null);
    refused(Errno.EINVAL, "a second fi_reject", () -> passive.reject(first.handle(), null));
    FabricInfo second = pair.request(passive, null);
    pair.client().endpoint().close();
    Endpoint late = pair.server().open(second);
    late.accept(null);
    pair.server().endOf(late);
    FabricInfo third = pair.request(passive, null);
    pair.server().open(third).accept(null);
    pair.client().expect(EventType.CONNECTED);
  }
}
