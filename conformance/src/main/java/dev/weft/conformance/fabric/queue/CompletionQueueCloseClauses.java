package dev.weft.conformance.fabric.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.refused;
import static dev.weft.conformance.check.Check.returned;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Check.value;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Task;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.Peer;
import dev.weft.conformance.fabric.bench.QueueReader;
import dev.weft.conformance.failure.ClauseFailure;
import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.poll.PollSet;
import dev.weft.fabric.poll.PollSetAttributes;
import java.util.List;

/** Closing a queue: CQ-053 to CQ-056. */
public final class CompletionQueueCloseClauses {

  private static final String CLOSE = "fi_cq(3), fi_close";

  private CompletionQueueCloseClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("CQ-053", Level.REQUIRED, CLOSE)
            .says("close releases everything; unread entries are lost without an error")
            .lookAt("a close that refuses because entries are left, or keeps their memory")
            .check(CompletionQueueCloseClauses::unreadEntriesAreLost),
        clause("CQ-054", Level.REQUIRED, CLOSE)
            .says("close of a queue bound to an endpoint is -FI_EBUSY and changes nothing")
            .lookAt("the queue's count of bound endpoints")
            .check(CompletionQueueCloseClauses::boundIsBusy),
        clause("CQ-055", Level.INFERRED, "prov/util")
            .says("closing an endpoint frees both associations with its one queue")
            .lookAt("a queue bound twice and released once")
            .check(CompletionQueueCloseClauses::bothAssociationsEnd),
        clause("CQ-056", Level.UNSTATED, CLOSE)
            .says("close in a poll set, during an sread and twice: answered, no hang, no crash")
            .lookAt("what holds the queue while it closes")
            .check(CompletionQueueCloseClauses::closeInUse));
  }

  private static void unreadEntriesAreLost(Trial trial) {
    Bench bench = Bench.on(trial).sharedQueue().open();
    for (int round = 0; round < 50; round++) {
      CompletionQueue queue = bench.openQueue();
      Peer peer = bench.openPeer(queue, queue);
      for (int i = 0; i < 10; i++) {
        peer.postReceive(i);
        peer.send(peer, i);
      }
      peer.progress();
      peer.endpoint().close();
      queue.close();
      that(queue.isClosed(), "a queue closed with unread entries says that it is open");
      peer.vector().close();
    }
    bench.fill(1, 1);
  }

  private static void boundIsBusy(Trial trial) {
    Bench bench = Bench.on(trial).open();
    Peer receiver = bench.receiver();
    refused(Errno.EBUSY, "close of a bound receive queue", receiver.receiveQueue()::close);
    refused(Errno.EBUSY, "close of a bound transmit queue", receiver.transmitQueue()::close);
    that(!receiver.receiveQueue().isClosed(), "a queue that was busy says that it is closed");
    bench.fill(1, 3);
    equal(3, receiver.receive().drain(3).size(), "entries after a refused close");
    receiver.endpoint().close();
    receiver.receiveQueue().close();
    receiver.transmitQueue().close();
    that(receiver.receiveQueue().isClosed(), "a queue just closed says that it is open");
  }

  private static void bothAssociationsEnd(Trial trial) {
    Bench bench = Bench.on(trial).openDomainOnly();
    CompletionQueue queue = bench.openQueue();
    for (boolean together : new boolean[] {true, false}) {
      AddressVector vector = bench.openVector();
      Endpoint endpoint = bench.keep(bench.domain().openEndpoint(bench.info()));
      endpoint.bind(vector, 0);
      if (together) {
        endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
      } else {
        endpoint.bind(queue, BindFlags.TRANSMIT);
        endpoint.bind(queue, BindFlags.RECV);
      }
      endpoint.enable();
      refused(Errno.EBUSY, "close of a queue bound for both directions", queue::close);
      endpoint.close();
    }
    queue.close();
    that(queue.isClosed(), "a queue just closed says that it is open");
  }

  private static void closeInUse(Trial trial) throws InterruptedException {
    Bench bench = Bench.on(trial).openDomainOnly();
    CompletionQueueAttributes attributes =
        CompletionQueueAttributes.blocking(CompletionFormat.CONTEXT);
    CompletionQueue twice = bench.openQueue(attributes);
    twice.close();
    twice.close();
    trial.chose("closing twice does nothing; %s", closeInPollSet(bench));
    if (trial.threading() == Threading.SAFE) {
      trial.chose("during an sread %s", closeDuringWait(trial, bench.openQueue(attributes)));
    }
  }

  private static String closeInPollSet(Bench bench) {
    PollSet set = openPollSet(bench);
    if (set == null) {
      return "poll sets are not offered";
    }
    CompletionQueue member =
        bench.openQueue(CompletionQueueAttributes.polling(CompletionFormat.CONTEXT));
    returned(0, set.add(member, 0), "add of a queue to a poll set");
    String answer = "in a poll set close succeeds";
    try {
      member.close();
    } catch (FabricException refusal) {
      equal(Errno.EBUSY, refusal.errno(), "errno of closing a member of a poll set");
      answer = "in a poll set close returns -FI_EBUSY";
    }
    set.poll(new Object[1], 1);
    set.del(member, 0);
    member.close();
    return answer;
  }

  private static PollSet openPollSet(Bench bench) {
    try {
      return bench.keep(bench.domain().openPollSet(PollSetAttributes.defaults(), null));
    } catch (FabricException | UnsupportedOperationException notOffered) {
      return null;
    }
  }

  private static String closeDuringWait(Trial trial, CompletionQueue queue)
      throws InterruptedException {
    QueueReader reader = new QueueReader(queue);
    Task<Integer> waiter = trial.start(() -> reader.sread(1, -1));
    waiter.awaitBlocked();
    that(!waiter.isDone(), "sread(-1) of an unbound queue ended by itself");
    Task<Integer> closer = trial.start(() -> errnoOf(queue));
    int errno = closer.result();
    if (errno == 0) {
      int read = waiter.result();
      that(read < 0, "sread of a queue that is closed meanwhile returned %d", read);
      return "close succeeds and sread returns " + value(read);
    }
    equal(Errno.EBUSY, errno, "errno of closing a queue during an sread");
    queue.signal();
    returned(-Errno.EAGAIN, waiter.result(), "sread that is signalled after a refused close");
    queue.close();
    return "close returns -FI_EBUSY";
  }

  private static int errnoOf(CompletionQueue queue) {
    try {
      queue.close();
      return 0;
    } catch (FabricException refusal) {
      return refusal.errno();
    } catch (RuntimeException other) {
      throw new ClauseFailure("close during an sread threw " + other, other);
    }
  }
}
