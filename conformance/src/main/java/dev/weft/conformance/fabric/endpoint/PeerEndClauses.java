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
import dev.weft.conformance.fabric.bench.Failure;
import dev.weft.conformance.fabric.bench.Outcome;
import dev.weft.conformance.fabric.bench.Peer;
import dev.weft.conformance.fabric.bench.Talk;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.EndpointOption;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.info.Capabilities;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Directed receives that end with their peer ({@link EndpointOption#RECV_ENDS_WITH_PEER}): PE-001
 * to PE-005, beyond the catalogue.
 */
public final class PeerEndClauses {
  private static final String OPTION = "EndpointOption, RECV_ENDS_WITH_PEER";
  private static final long NEEDS = Capabilities.DIRECTED_RECV | Capabilities.TAGGED;

  private PeerEndClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("PE-001", Level.REQUIRED, OPTION)
            .says("without the option a directed receive waits for the next peer of the address")
            .lookAt("what the end of a link does to posted receives")
            .needs(NEEDS)
            .automaticToo()
            .check(PeerEndClauses::outlasts),
        clause("PE-002", Level.REQUIRED, OPTION)
            .says("with it the receive fails with FI_ECONNRESET, after all messages of the peer")
            .lookAt("whether the frames of a lost link are taken first, and which receives end")
            .needs(NEEDS)
            .automaticToo()
            .check(PeerEndClauses::ends),
        clause("PE-003", Level.REQUIRED, OPTION)
            .says("a receive that is posted later takes a kept message or fails at once")
            .lookAt("a post between the end of the peer and the look at its link")
            .needs(NEEDS)
            .check(PeerEndClauses::postedLater),
        clause("PE-004", Level.REQUIRED, OPTION)
            .says("a peer that starts again ends no receive that was posted to it")
            .lookAt("how the link to the new peer is told from the one to the old")
            .needs(NEEDS)
            .check(PeerEndClauses::startedAgain),
        clause("PE-005", Level.REQUIRED, OPTION)
            .says("the option is 0 or 1, and only of endpoints with FI_DIRECTED_RECV")
            .lookAt("the check of the option's value")
            .needs(NEEDS)
            .check(PeerEndClauses::values));
  }

  /** A conversation whose receiver's directed receives end with their peer. */
  private static Talk withOption(Trial trial) {
    Talk talk = Talk.on(trial);
    endWithPeer(talk.far());
    return talk;
  }

  private static void endWithPeer(Endpoint endpoint) {
    try {
      endpoint.option(EndpointOption.RECV_ENDS_WITH_PEER, 1);
    } catch (FabricException refusal) {
      equal(Errno.ENOPROTOOPT, refusal.errno(), "errno of the refusal");
      throw new ClauseSkipped("not offered: receives that end with their peer");
    }
  }

  private static void trecvFrom(Talk talk, long source, long tag, long context) {
    MemorySegment memory = talk.memory(16);
    talk.post("trecv", () -> talk.far().trecv(memory, 16, source, tag, 0, context));
  }

  private static void outlasts(Trial trial) {
    Talk talk = withOption(trial);
    talk.far().option(EndpointOption.RECV_ENDS_WITH_PEER, 0);
    long from = talk.toSender();
    talk.recv(talk.memory(16), 1);
    talk.send(talk.text(16, 1), 1);
    equal(1L, talk.received().context(), "context before the end");
    trecvFrom(talk, from, 7, 2);
    Peer next = Successor.of(talk.bench(), talk.sender());
    talk.nothingReceived("after the end of the peer");
    next.accepted("tsend", () -> next.endpoint().tsend(next.slot(1), 8, toFar(next, talk), 7, 1));
    equal(2L, talk.received().context(), "context of the receive from the next peer");
  }

  private static long toFar(Peer next, Talk talk) {
    return next.handleOf(talk.receiver());
  }

  private static void ends(Trial trial) {
    Talk talk = withOption(trial);
    Peer other = talk.bench().openPeer();
    long from = talk.toSender();
    long fromOther = talk.receiver().handleOf(other);
    trecvFrom(talk, from, 7, 1);
    trecvFrom(talk, from, 8, 2);
    trecvFrom(talk, from, 9, 3);
    trecvFrom(talk, fromOther, 9, 4);
    talk.trecv(talk.memory(16), 9, 0, 5);
    talk.tsend(talk.text(16, 1), 7, 1);
    talk.tsend(talk.text(16, 2), 8, 2);
    talk.near().close();
    List<Outcome> seen = talk.arrivals().outcomes(talk.receiver().receive(), 3);
    equal(List.of(1L, 2L, 3L), seen.stream().map(Outcome::context).toList(), "contexts");
    that(!seen.get(0).failed() && !seen.get(1).failed(), "messages before the end: %s", seen);
    requireLeft(seen.get(2), Errno.ECONNRESET);
    that(seen.get(2).failure().has(CompletionFlags.RECV | CompletionFlags.TAGGED), "%s", seen);
    talk.nothingReceived("for a receive from another peer, or from any");
    other.accepted(
        "tsend",
        () -> other.endpoint().tsend(other.slot(1), 8, other.handleOf(talk.receiver()), 9, 1));
    equal(4L, talk.received().context(), "context of the receive from the other peer");
  }

  private static void requireLeft(Outcome outcome, int error) {
    that(outcome.failed(), "expected a failure, seen %s", outcome);
    equal(Errno.name(error), Errno.name(outcome.failure().error()), "err");
  }

  private static void postedLater(Trial trial) {
    Talk talk = withOption(trial);
    long from = talk.toSender();
    talk.tsend(talk.text(16, 1), 7, 1);
    talk.near().close();
    trecvFrom(talk, from, 8, 1);
    requireLeft(
        talk.arrivals().outcomes(talk.receiver().receive(), 1).getFirst(), Errno.ECONNRESET);
    trecvFrom(talk, from, 8, 2);
    requireLeft(
        talk.arrivals().outcomes(talk.receiver().receive(), 1).getFirst(), Errno.EHOSTUNREACH);
    trecvFrom(talk, from, 7, 3);
    equal(3L, talk.received().context(), "context of the receive of the kept message");
    talk.nothingReceived("after the end");
  }

  private static void startedAgain(Trial trial) {
    Talk talk = withOption(trial);
    long from = talk.toSender();
    Peer last = talk.sender();
    for (long life = 1; life <= 3; life++) {
      Peer next = Successor.of(talk.bench(), last);
      last = next;
      trecvFrom(talk, from, 7, life);
      next.accepted("tsend", () -> next.endpoint().tsend(next.slot(1), 8, toFar(next, talk), 7, 1));
      equal(life, talk.received().context(), "context of life %d", life);
      trecvFrom(talk, from, 8, 10 + life);
      next.endpoint().close();
      Failure failure = talk.failedReceive();
      equal(10 + life, failure.context(), "context of the receive from life %d", life);
      equal(Errno.ECONNRESET, failure.error(), "err");
    }
  }

  private static void values(Trial trial) {
    Endpoint able = withOption(trial).far();
    equal(1L, able.option(EndpointOption.RECV_ENDS_WITH_PEER), "the value that was set");
    refuses(able, -1);
    refuses(able, 2);
    equal(0L, Talk.on(trial).far().option(EndpointOption.RECV_ENDS_WITH_PEER), "value at first");
    long all = Capabilities.DIRECTED_RECV;
    Endpoint unable =
        Bench.on(trial)
            .hints(info -> info.toBuilder().capabilities(info.capabilities() & ~all).build())
            .open()
            .receiver()
            .endpoint();
    if ((unable.info().capabilities() & all) == 0) {
      refuses(unable, 1);
    }
  }

  private static void refuses(Endpoint endpoint, long value) {
    refused(
        Errno.EINVAL,
        "RECV_ENDS_WITH_PEER=" + value,
        () -> endpoint.option(EndpointOption.RECV_ENDS_WITH_PEER, value));
  }
}
