package dev.weft.conformance.verbs.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;
import static dev.weft.conformance.verbs.bench.VerbsCheck.answered;
import static dev.weft.conformance.verbs.bench.VerbsCheck.refused;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Task;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.ChannelWatch;
import dev.weft.conformance.failure.ClauseFailure;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.conformance.verbs.bench.EventInbox;
import dev.weft.conformance.verbs.bench.Feeder;
import dev.weft.conformance.verbs.bench.Inbox;
import dev.weft.conformance.verbs.bench.Party;
import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.conformance.verbs.bench.VerbsCheck;
import dev.weft.conformance.verbs.queue.ArmClauses.Armed;
import dev.weft.verbs.AsyncEvent;
import dev.weft.verbs.AsyncEventType;
import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.CompletionEvent;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.VerbsErrno;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.List;

/** VN: acknowledging events, and destroying queues and channels. */
public final class AckClauses {
  private static final String ACK = "ibv_ack_cq_events(3)";

  private AckClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("VN-29", Level.REQUIRED, ACK)
            .says("one ack of n is as good as n acks of one")
            .lookAt("what ack counts")
            .check(AckClauses::oneAckForMany),
        clause("VN-30", Level.REQUIRED, ACK + "; ibv_destroy_cq(3)")
            .says("destroy waits while more was got than acked, then goes on (X-11)")
            .lookAt("how destroy compares the two counts, and what wakes it")
            .concurrent()
            .check(AckClauses::destroyWaits),
        clause("VN-31", Level.SETTLED, "ibv_destroy_cq(3)")
            .says("events that were not got go with the queue and delay nothing (X-11, X-14)")
            .lookAt("whether destroy takes its events out of the channel")
            .check(AckClauses::unreadGoAway),
        clause("VN-32", Level.REQUIRED, "ibv_get_async_event(3)")
            .says("a CQ_ERR event that was got must be acked before destroy returns")
            .lookAt("whether destroy counts asynchronous events")
            .concurrent()
            .check(AckClauses::asyncEventsCount),
        clause("VN-33", Level.UNSTATED, ACK)
            .says("acking more than was got does not make destroy hang (X-13)")
            .lookAt("what a surplus ack does to the count")
            .concurrent()
            .check(AckClauses::surplusAck),
        clause("VN-34", Level.REQUIRED, ACK)
            .says("between get and ack the queue stays intact, also during a destroy (X-12)")
            .lookAt("what a waiting destroy has dismantled already")
            .concurrent()
            .check(AckClauses::wholeUntilAcked),
        clause("VN-35", Level.REQUIRED, "ibv_destroy_comp_channel(3)")
            .says("a channel with queues is busy, at once, and stays usable")
            .lookAt("what counts the queues of a channel")
            .concurrent()
            .check(AckClauses::channelWithQueues),
        clause("VN-36", Level.UNSTATED, ACK)
            .says("an ack of 0 does nothing; any thread may ack")
            .lookAt("the count of ack")
            .concurrent()
            .check(AckClauses::anyThreadMayAck));
  }

  /** Gets this many events of the queue without acknowledging them. */
  private static void get(Armed armed, int count) {
    for (int i = 0; i < count; i++) {
      armed.arm(false);
      armed.feeder().feed(i, 1);
      armed.events().expect(armed.queue());
    }
  }

  private static Task<Boolean> destroy(Trial trial, CompletionQueue queue) {
    return trial.start(
        () -> {
          queue.close();
          return true;
        });
  }

  private static void oneAckForMany(Trial trial) throws InterruptedException {
    Armed armed = Armed.on(trial);
    get(armed, 5);
    armed.queue().ackEvents(5);
    armed.feeder().close();
    that(destroy(trial, armed.queue()).result(), "destroy after one ack of 5");
    Armed single = Armed.on(trial);
    get(single, 5);
    for (int i = 0; i < 5; i++) {
      single.queue().ackEvents(1);
    }
    single.feeder().close();
    that(destroy(trial, single.queue()).result(), "destroy after 5 acks of one");
  }

  private static void destroyWaits(Trial trial) throws InterruptedException {
    Armed armed = Armed.on(trial);
    get(armed, 3);
    armed.feeder().close();
    Task<Boolean> destroy = destroy(trial, armed.queue());
    Party.pause(200);
    that(!destroy.isDone(), "destroy did not wait for 3 events that were got");
    armed.queue().ackEvents(2);
    Party.pause(50);
    that(!destroy.isDone(), "destroy did not wait for the last of 3 events that were got");
    armed.queue().ackEvents(1);
    that(destroy.result(), "destroy after the last ack");
  }

  private static void unreadGoAway(Trial trial) throws InterruptedException, IOException {
    Armed armed = Armed.on(trial);
    CompletionChannel channel = armed.events().channel();
    try (Selector selector = Selector.open()) {
      channel.channel().register(selector, SelectionKey.OP_READ);
      armed.arm(false);
      armed.feeder().feed(1, 1);
      that(ChannelWatch.becomesReady(selector), "not ready with an event queued");
      selector.selectedKeys().clear();
      armed.feeder().close();
      that(destroy(trial, armed.queue()).result(), "destroy with an event that was not got");
      equal(0, selector.selectNow(), "ready descriptors after destroy");
    }
    int answer = channel.getEvent(new CompletionEvent());
    answered(VerbsErrno.EAGAIN, answer, "get after the destroy of the queue");
  }

  private static void asyncEventsCount(Trial trial) throws InterruptedException {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueue queue = bench.queue(3);
    Feeder feeder = bench.feeder(queue);
    feeder.feed(1, queue.cqe());
    feeder.push(99);
    AsyncEvent event = got(bench, queue);
    feeder.close();
    Task<Boolean> destroy = destroy(trial, queue);
    Party.pause(100);
    that(!destroy.isDone(), "destroy did not wait for a CQ_ERR event that was got");
    bench.context().ackAsyncEvent(event);
    that(destroy.result(), "destroy after the ack of the CQ_ERR event");
  }

  /** Gets the CQ_ERR event of a queue without acknowledging it. */
  private static AsyncEvent got(VerbsBench bench, CompletionQueue queue) {
    AsyncEvent event = new AsyncEvent();
    bench.context().asyncBlocking(false);
    HangDetector detector = new HangDetector();
    do {
      if (bench.context().getAsyncEvent(event) == 0) {
        if (event.type() == AsyncEventType.CQ_ERR && queue.equals(event.element())) {
          return event;
        }
        bench.context().ackAsyncEvent(event);
      }
    } while (detector.lap());
    throw new ClauseFailure("no CQ_ERR event of an overrun queue");
  }

  private static void surplusAck(Trial trial) throws InterruptedException {
    Armed armed = Armed.on(trial);
    get(armed, 1);
    String way;
    try {
      armed.queue().ackEvents(5);
      way = "is ignored";
    } catch (IllegalArgumentException misuse) {
      way = "is refused";
      armed.queue().ackEvents(1);
    }
    armed.feeder().close();
    that(destroy(trial, armed.queue()).result(), "destroy after a surplus ack");
    trial.chose("a surplus ack %s", way);
  }

  private static void wholeUntilAcked(Trial trial) throws InterruptedException {
    for (int i = 0; i < 20; i++) {
      Armed armed = Armed.on(trial);
      armed.arm(false);
      armed.feeder().feed(7, 1);
      armed.events().expect(armed.queue());
      Inbox inbox = armed.inbox();
      Task<Boolean> destroy =
          trial.start(
              () -> {
                armed.feeder().close();
                armed.queue().close();
                return true;
              });
      that(armed.queue().cqe() >= 64, "cqe between get and ack: %d", armed.queue().cqe());
      int found = inbox.poll(1);
      that(found == 0 || found == 1, "poll between get and ack: %s", VerbsCheck.name(found));
      that(!armed.queue().isClosed(), "destroyed between get and ack");
      armed.queue().ackEvents(1);
      that(destroy.result(), "destroy after the ack");
    }
  }

  private static void channelWithQueues(Trial trial) throws InterruptedException {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionChannel channel = bench.channel();
    EventInbox events = bench.events(channel);
    CompletionQueue queue = bench.queue(8, null, channel);
    refused(VerbsErrno.EBUSY, "destroy of a channel with a queue", channel::close);
    answered(0, queue.requestNotify(false), "req_notify");
    refused(VerbsErrno.EBUSY, "destroy of a channel with an armed queue", channel::close);
    Feeder feeder = bench.feeder(queue);
    feeder.feed(1, 1);
    events.take(queue);
    feeder.close();
    queue.close();
    channel.blocking(true);
    Task<Integer> getter = trial.start(() -> channel.getEvent(new CompletionEvent()));
    getter.awaitBlocked();
    channel.close();
    int answer = getter.result();
    VerbsCheck.notAnswered(0, answer, "a get while its channel is destroyed");
    trial.chose("a get whose channel is destroyed returns %s", VerbsCheck.name(answer));
  }

  private static void anyThreadMayAck(Trial trial) throws InterruptedException {
    Armed armed = Armed.on(trial);
    armed.queue().ackEvents(0);
    get(armed, 2);
    armed.queue().ackEvents(0);
    for (int i = 0; i < 2; i++) {
      that(
          trial
              .start(
                  () -> {
                    armed.queue().ackEvents(1);
                    return true;
                  })
              .result(),
          "ack by another thread");
    }
    armed.feeder().close();
    that(destroy(trial, armed.queue()).result(), "destroy after acks by other threads");
    equal(true, armed.queue().isClosed(), "destroyed");
    trial.chose("an ack of 0 does nothing");
  }
}
