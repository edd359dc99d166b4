package dev.weft.conformance.verbs.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;
import static dev.weft.conformance.verbs.bench.VerbsCheck.answered;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Task;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.ChannelWatch;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.conformance.verbs.bench.EventInbox;
import dev.weft.conformance.verbs.bench.Feeder;
import dev.weft.conformance.verbs.bench.Inbox;
import dev.weft.conformance.verbs.bench.Party;
import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.conformance.verbs.bench.VerbsCheck;
import dev.weft.conformance.verbs.queue.ArmClauses.Armed;
import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.CompletionEvent;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.VerbsErrno;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** VN: getting events from a channel. */
public final class GetClauses {
  private static final String GET = "ibv_get_cq_event(3)";

  private GetClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("VN-16", Level.REQUIRED, GET)
            .says("one get gives one event: the queue and its context")
            .lookAt("how many events get takes")
            .check(GetClauses::oneEventPerGet),
        clause("VN-17", Level.REQUIRED, GET)
            .says("a blocking get waits until an event comes")
            .lookAt("how get waits and what wakes it")
            .concurrent()
            .check(GetClauses::blocksUntilThere),
        clause("VN-18", Level.REQUIRED, GET + ", EAGAIN")
            .says("a non-blocking get without an event gives EAGAIN and stores nothing")
            .lookAt("what get writes before it knows that there is an event")
            .check(GetClauses::nothingIsAgain),
        clause("VN-19", Level.REQUIRED, GET + ", EINTR")
            .says("an interrupt ends a waiting get with EINTR, later events are not lost")
            .lookAt("how get notices an interrupt")
            .concurrent()
            .check(GetClauses::interrupted),
        clause("VN-20", Level.UNSTATED, GET + ", EIO")
            .says("get on a channel that has ended fails at once")
            .lookAt("get of a closed channel")
            .check(GetClauses::endedChannel),
        clause("VN-21", Level.REQUIRED, GET)
            .says("a get that fails takes nothing and needs no ack")
            .lookAt("where get counts")
            .check(GetClauses::failureOwesNothing),
        clause("VN-22", Level.UNSTATED, GET)
            .says("events of a channel come in the order of arrival")
            .lookAt("the list of events in the channel")
            .check(GetClauses::orderOfArrival),
        clause("VN-23", Level.REQUIRED, "ibv_create_comp_channel(3)")
            .says("queues share a channel; each event names its own, and goes to its own channel")
            .lookAt("where a queue finds its channel")
            .check(GetClauses::threeQueuesTwoChannels),
        clause("VN-24", Level.SETTLED, GET)
            .says("of many waiting threads each event reaches exactly one")
            .lookAt("how getters exclude each other")
            .concurrent()
            .check(GetClauses::manyGetters),
        clause("VN-25", Level.REQUIRED, GET + ", fd")
            .says("the descriptor is readable exactly while an event is queued (X-15)")
            .lookAt("what makes the descriptor ready, and what drains it after the last event")
            .check(GetClauses::readableWhileQueued),
        clause("VN-26", Level.REQUIRED, GET + ", fd")
            .says("if it is ready, a get of the only reader does not wait")
            .lookAt("readiness without an event")
            .check(GetClauses::readyMeansAnEvent),
        clause("VN-27", Level.REQUIRED, GET + ", O_NONBLOCK")
            .says("the blocking mode can be changed at any time and holds for later gets")
            .lookAt("where get reads the mode")
            .concurrent()
            .check(GetClauses::modeCanBeChanged));
  }

  private static void oneEventPerGet(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    EventInbox events = bench.events(bench.channel());
    List<CompletionQueue> queues = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      CompletionQueue queue = bench.queue(8, "queue " + i, events.channel());
      answered(0, queue.requestNotify(false), "req_notify");
      bench.feeder(queue).feed(1, 1);
      queues.add(queue);
    }
    for (int i = 0; i < 3; i++) {
      events.take(queues.get(i));
      equal("queue " + i, events.context(), "context of event %d", i);
    }
    events.expectNone("3 gets of 3 events");
  }

  /** Calls a get that may block in its own thread; the task returns its result. */
  private static Task<Integer> getter(Trial trial, CompletionChannel channel) {
    channel.blocking(true);
    return trial.start(() -> channel.getEvent(new CompletionEvent()));
  }

  private static void blocksUntilThere(Trial trial) throws InterruptedException {
    Armed armed = Armed.on(trial);
    armed.arm(false);
    Task<Integer> getter = getter(trial, armed.events().channel());
    getter.awaitBlocked();
    that(!getter.isDone(), "get returned %s without an event", getter.isDone());
    armed.feeder().feed(1, 1);
    answered(0, getter.result(), "a get that waited");
    armed.queue().ackEvents(1);
  }

  private static void nothingIsAgain(Trial trial) {
    Armed armed = Armed.on(trial);
    CompletionEvent event = new CompletionEvent();
    event.set(armed.queue(), "untouched");
    for (int i = 0; i < 10; i++) {
      int answer = armed.events().channel().getEvent(event);
      answered(VerbsErrno.EAGAIN, answer, "get without an event");
    }
    equal("untouched", event.context(), "context after a get without an event");
    equal(armed.queue(), event.queue(), "queue after a get without an event");
  }

  private static void interrupted(Trial trial) throws InterruptedException {
    Armed armed = Armed.on(trial);
    armed.arm(false);
    Task<Integer> getter = getter(trial, armed.events().channel());
    getter.awaitBlocked();
    getter.thread().interrupt();
    answered(VerbsErrno.EINTR, getter.result(), "a get that was interrupted");
    armed.events().channel().blocking(false);
    armed.feeder().feed(1, 1);
    armed.expectOne("a completion after an interrupted get");
  }

  private static void endedChannel(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionChannel channel = bench.channel();
    channel.close();
    String way;
    try {
      int answer = channel.getEvent(new CompletionEvent());
      VerbsCheck.notAnswered(0, answer, "get on a channel that has ended");
      way = "returns " + VerbsCheck.name(answer);
    } catch (IllegalStateException misuse) {
      way = "is refused";
    }
    trial.chose("get on a channel that has ended %s", way);
  }

  private static void failureOwesNothing(Trial trial) throws InterruptedException {
    Armed armed = Armed.on(trial);
    CompletionEvent event = new CompletionEvent();
    for (int i = 0; i < 3; i++) {
      answered(VerbsErrno.EAGAIN, armed.events().channel().getEvent(event), "get of nothing");
    }
    armed.arm(false);
    armed.feeder().feed(1, 1);
    armed.events().take(armed.queue());
    armed.feeder().close();
    Task<Boolean> destroy =
        trial.start(
            () -> {
              armed.queue().close();
              return true;
            });
    that(destroy.result(), "destroy after gets that failed");
  }

  private static void orderOfArrival(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    EventInbox events = bench.events(bench.channel());
    List<CompletionQueue> queues = new ArrayList<>();
    List<Feeder> feeders = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      queues.add(bench.queue(16, "queue " + i, events.channel()));
      feeders.add(bench.feeder(queues.get(i)));
    }
    int[] order = {2, 0, 1, 1, 2, 0};
    for (int i : order) {
      answered(0, queues.get(i).requestNotify(false), "req_notify");
      feeders.get(i).feed(1, 1);
    }
    List<String> expected = new ArrayList<>();
    List<String> seen = new ArrayList<>();
    for (int i : order) {
      expected.add("queue " + i);
      CompletionQueue queue = events.next(HangDetector.ALLOWANCE);
      that(queue != null, "%d of %d events", seen.size(), order.length);
      seen.add(String.valueOf(events.context()));
      queue.ackEvents(1);
    }
    equal(expected.stream().sorted().toList(), seen.stream().sorted().toList(), "events");
    trial.chose("order of arrival is %s", expected.equals(seen) ? "kept" : "not kept");
  }

  private static void threeQueuesTwoChannels(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    EventInbox left = bench.events(bench.channel());
    EventInbox right = bench.events(bench.channel());
    CompletionQueue one = bench.queue(8, "one", left.channel());
    CompletionQueue two = bench.queue(8, "two", left.channel());
    CompletionQueue three = bench.queue(8, "three", right.channel());
    for (CompletionQueue queue : List.of(one, two, three)) {
      answered(0, queue.requestNotify(false), "req_notify");
    }
    bench.feeder(three).feed(1, 1);
    left.expectNone("a completion in a queue of the other channel");
    right.take(three);
    equal("three", right.context(), "context");
    bench.feeder(two).feed(1, 1);
    left.take(two);
    equal("two", left.context(), "context");
    bench.feeder(one).feed(1, 1);
    left.take(one);
    right.expectNone("completions in queues of the other channel");
  }

  private static void manyGetters(Trial trial) throws InterruptedException {
    Armed armed = Armed.on(trial);
    int count = 200;
    AtomicInteger got = new AtomicInteger();
    CompletionChannel channel = armed.events().channel();
    channel.blocking(true);
    List<Task<Integer>> getters = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      getters.add(trial.start(() -> getAll(channel, got)));
    }
    Inbox inbox = armed.inbox();
    for (int i = 0; i < count; i++) {
      armed.arm(false);
      armed.feeder().feed(i, 1);
      inbox.numbers(1);
    }
    HangDetector.await(() -> got.get() >= count, "the getters do not get %d events", count);
    Party.pause(10);
    equal(count, got.get(), "gets of %d events", count);
    getters.forEach(getter -> getter.thread().interrupt());
    for (Task<Integer> getter : getters) {
      getter.result();
    }
  }

  private static int getAll(CompletionChannel channel, AtomicInteger got) {
    CompletionEvent event = new CompletionEvent();
    int own = 0;
    while (channel.getEvent(event) == 0) {
      event.queue().ackEvents(1);
      got.incrementAndGet();
      own++;
    }
    return own;
  }

  /** Whether the channel's descriptor is readable now, or within this time. */
  private static boolean isReady(Selector selector, int millis) throws IOException {
    int ready = millis == 0 ? selector.selectNow() : selector.select(millis);
    selector.selectedKeys().clear();
    return ready > 0;
  }

  private static void readableWhileQueued(Trial trial) throws IOException {
    Armed armed = Armed.on(trial);
    try (Selector selector = Selector.open()) {
      armed.events().channel().channel().register(selector, SelectionKey.OP_READ);
      armed.arm(false);
      that(!isReady(selector, 20), "ready without an event");
      armed.feeder().feed(1, 1);
      that(ChannelWatch.becomesReady(selector), "not ready with an event queued");
      that(isReady(selector, 0), "not ready any more although the event was not taken");
      armed.arm(false);
      armed.feeder().feed(2, 1);
      armed.events().take(armed.queue());
      that(ChannelWatch.becomesReady(selector), "not ready with the second event queued");
      armed.events().take(armed.queue());
      that(!isReady(selector, 0), "still ready after the last event was taken");
      armed.arm(false);
      armed.feeder().feed(3, 1);
      that(ChannelWatch.becomesReady(selector), "not ready again");
      armed.events().take(armed.queue());
    }
  }

  private static void readyMeansAnEvent(Trial trial) throws IOException {
    Armed armed = Armed.on(trial);
    CompletionEvent event = new CompletionEvent();
    try (Selector selector = Selector.open()) {
      armed.events().channel().channel().register(selector, SelectionKey.OP_READ);
      for (int i = 0; i < 100; i++) {
        armed.arm(false);
        armed.feeder().feed(i, 1);
        that(ChannelWatch.becomesReady(selector), "not ready in round %d", i);
        answered(0, armed.events().channel().getEvent(event), "get when ready, round %d", i);
        armed.queue().ackEvents(1);
        armed.inbox().numbers(1);
      }
    }
  }

  private static void modeCanBeChanged(Trial trial) throws InterruptedException {
    Armed armed = Armed.on(trial);
    CompletionChannel channel = armed.events().channel();
    armed.arm(false);
    Task<Integer> getter = getter(trial, channel);
    getter.awaitBlocked();
    that(!getter.isDone(), "a blocking get did not wait");
    armed.feeder().feed(1, 1);
    answered(0, getter.result(), "a blocking get");
    channel.blocking(false);
    answered(VerbsErrno.EAGAIN, channel.getEvent(new CompletionEvent()), "get, non-blocking");
    armed.arm(false);
    Task<Integer> second = getter(trial, channel);
    second.awaitBlocked();
    that(!second.isDone(), "a get did not wait after blocking was set again");
    armed.feeder().feed(2, 1);
    answered(0, second.result(), "a blocking get");
    armed.queue().ackEvents(2);
  }
}
