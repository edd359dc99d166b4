package dev.weft.conformance.fabric.endpoint;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.returned;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.ClauseSkipped;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Task;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.Failure;
import dev.weft.conformance.fabric.bench.Peer;
import dev.weft.conformance.fabric.bench.QueueReader;
import dev.weft.conformance.fabric.bench.Talk;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionFormat;
import java.util.List;

/**
 * The operation that ends with its peer ({@link dev.weft.fabric.Endpoint#watchPeer}): PE-006 to
 * PE-009, beyond the catalogue.
 */
public final class PeerWatchClauses {
  private static final String WATCH = "Endpoint, watchPeer";

  private PeerWatchClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("PE-006", Level.REQUIRED, WATCH)
            .says("a watch fails with FI_ECONNRESET, once, after the messages; receives stay")
            .lookAt("what the end of the last link to a peer ends")
            .automaticToo()
            .check(PeerWatchClauses::ends),
        clause("PE-007", Level.REQUIRED, WATCH)
            .says("a watch after the end fails at once; one of the next peer waits for its end")
            .lookAt("a post between the end of the peer and the look at its link")
            .check(PeerWatchClauses::late),
        clause("PE-008", Level.REQUIRED, WATCH)
            .says("a watch can be cancelled, ends with the endpoint, and names a peer")
            .lookAt("how cancel finds what accepts no message")
            .check(PeerWatchClauses::cancelled),
        clause("PE-009", Level.REQUIRED, WATCH)
            .says("the end of a peer wakes a thread that waits for the queue")
            .lookAt("whom the end of a link wakes")
            .automaticToo()
            .concurrent()
            .check(PeerWatchClauses::wakes));
  }

  private static void watch(Talk talk, long peer, long context) {
    try {
      talk.post("watchPeer", () -> talk.far().watchPeer(peer, context));
    } catch (FabricException refusal) {
      equal(Errno.EOPNOTSUPP, refusal.errno(), "errno of the refusal");
      throw new ClauseSkipped("not offered: watches of peers");
    }
  }

  private static void expect(Talk talk, long context, int error) {
    Failure failure = talk.failedReceive();
    equal(context, failure.context(), "context of the watch");
    equal(Errno.name(error), Errno.name(failure.error()), "err of the watch");
  }

  private static void ends(Trial trial) {
    Talk talk = Talk.on(trial);
    Peer other = talk.bench().openPeer();
    watch(talk, talk.toSender(), 1);
    watch(talk, talk.receiver().handleOf(other), 2);
    watch(talk, talk.toSender(), 3);
    talk.recv(talk.memory(16), 4);
    talk.recv(talk.memory(16), 5);
    talk.send(talk.text(16, 1), 1);
    talk.near().close();
    equal(4L, talk.received().context(), "context of the last message");
    expect(talk, 1, Errno.ECONNRESET);
    expect(talk, 3, Errno.ECONNRESET);
    talk.nothingReceived("for the watch of another peer, and the receive that is left");
    other.send(talk.receiver(), 2);
    equal(5L, talk.received().context(), "context of the receive that is left");
    other.endpoint().close();
    expect(talk, 2, Errno.ECONNRESET);
    talk.nothingReceived("after the end of all peers");
  }

  private static void late(Trial trial) {
    Talk talk = Talk.on(trial);
    talk.send(talk.text(16, 1), 1);
    long peer = talk.toSender();
    talk.near().close();
    watch(talk, peer, 1);
    expect(talk, 1, Errno.ECONNRESET);
    watch(talk, peer, 2);
    expect(talk, 2, Errno.EHOSTUNREACH);
    talk.recv(talk.memory(16), 3);
    equal(3L, talk.received().context(), "context of the receive of the kept message");
    Peer next = Successor.of(talk.bench(), talk.sender());
    watch(talk, peer, 4);
    talk.nothingReceived("while the next peer is open");
    next.endpoint().close();
    expect(talk, 4, Errno.ECONNRESET);
  }

  private static void cancelled(Trial trial) {
    Talk talk = Talk.on(trial);
    watch(talk, talk.toSender(), 1);
    talk.cancel(1);
    expect(talk, 1, Errno.ECANCELED);
    returned(-Errno.EINVAL, talk.far().watchPeer(999, 2), "watch of a handle without a peer");
    watch(talk, talk.toSender(), 3);
    talk.far().close();
    talk.nothingReceived("after the end of the endpoint that watches");
  }

  private static void wakes(Trial trial) throws Exception {
    CompletionQueueAttributes blocking =
        CompletionQueueAttributes.blocking(CompletionFormat.TAGGED);
    Talk talk = Talk.on(Bench.on(trial).queue(blocking));
    watch(talk, talk.toSender(), 1);
    QueueReader queue = talk.receiver().receive();
    Task<Integer> reader = trial.start(() -> queue.sread(1, -1));
    reader.awaitBlocked();
    talk.near().close();
    equal(-Errno.EAVAIL, reader.result(), "result of the wait");
    that(queue.readErr() == 1, "the error is gone");
    equal(Errno.ECONNRESET, queue.error().error(), "err");
  }
}
