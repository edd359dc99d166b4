package dev.weft.conformance.fabric.wait;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.returned;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Rounds;
import dev.weft.conformance.check.Task;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.ChannelWatch;
import dev.weft.conformance.fabric.bench.Peer;
import dev.weft.conformance.failure.ClauseFailure;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Errno;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.poll.PollDescriptorsHandle;
import dev.weft.fabric.poll.PollHandle;
import dev.weft.fabric.poll.WaitHandle;
import dev.weft.fabric.poll.WaitObject;
import java.nio.channels.SelectableChannel;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Wait descriptors, in Java channels, too: WO-005, WO-006, WO-011, WO-012, WO-017 to WO-022. */
public final class WaitDescriptorClauses {

  private static final String DESCRIPTOR = "fi_cq(3), FI_WAIT_FD";
  private static final String POLLFD = "fi_poll(3), struct fi_wait_pollfd";
  private static final int WAKES = 5_000;

  private WaitDescriptorClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("WO-005", Level.REQUIRED, DESCRIPTOR)
            .says("an insertion makes select, poll and epoll return (in Java a Selector)")
            .lookAt("what signals the channel of a reader that waits natively")
            .check(inEachForm(WaitDescriptorClauses::insertionMakesReady)),
        clause("WO-006", Level.PERMITTED, DESCRIPTOR + "; fi_poll(3)")
            .says("an idle channel is ready for nothing; an event makes it ready for something")
            .lookAt("a channel that can always be written")
            .check(inEachForm(WaitDescriptorClauses::idleIsNotReady)),
        clause("WO-011", Level.REQUIRED, "fi_cq(3), fi_cq_attr.wait_obj")
            .says("each insertion signals, and the entry is readable when the waiter wakes")
            .lookAt("the order of publishing the entry and signalling")
            .concurrent()
            .check(inEachForm(WaitDescriptorClauses::readableWhenWoken)),
        clause("WO-012", Level.REQUIRED, "fi_cq(3), FI_GETWAIT")
            .says("FI_GETWAIT of an FD queue gives a descriptor (an open non-blocking channel)")
            .lookAt("the channel's mode")
            .check(inEachForm(WaitDescriptorClauses::channelIsUsable)),
        clause("WO-017", Level.INFERRED, "prov/util")
            .says("ready is a level: until the queue is drained each look finds it ready")
            .lookAt("a wake-up consumed by the first look or the first entry")
            .check(inEachForm(WaitDescriptorClauses::readyIsLevel)),
        clause("WO-018", Level.PERMITTED, "prov/util")
            .says("a drained queue's channel may stay ready, but not after two trywaits")
            .lookAt("where the channel is cleared")
            .check(inEachForm(WaitDescriptorClauses::staleReadinessEnds)),
        clause("WO-019", Level.INFERRED, "prov/util")
            .says("signal makes the channel ready too")
            .lookAt("a signal that only wakes sread")
            .check(inEachForm(WaitDescriptorClauses::signalMakesReady)),
        clause("WO-020", Level.REQUIRED, POLLFD)
            .says("too little room is -FI_ETOOSMALL with the number needed; enough gives all")
            .lookAt("nfds, which is written back")
            .check(WaitDescriptorClauses::roomIsTold),
        clause("WO-021", Level.REQUIRED, POLLFD)
            .says("change_index moves when the set of descriptors changes, and only then")
            .lookAt("traffic that moves the index, or a bind that does not")
            .check(WaitDescriptorClauses::indexFollowsChannels),
        clause("WO-022", Level.REQUIRED, POLLFD)
            .says("a list read again after a change covers endpoints that came since")
            .lookAt("the channels of endpoints bound after the first FI_GETWAIT")
            .check(WaitDescriptorClauses::refreshedListCoversAll));
  }

  /** A check of an object's handle in one form. */
  private interface FormCheck {
    void check(Trial trial, ControlCommand<? extends WaitHandle> form) throws Exception;
  }

  /** Checks the handle, and the descriptor where the provider has one beside it. */
  private static Clause.Body inEachForm(FormCheck body) {
    return trial -> {
      body.check(trial, ControlCommand.GETWAIT);
      Bench bench = Bench.on(trial).wait(WaitObject.FD).openDomainOnly();
      if (ChannelWatch.hasFurtherDescriptor(bench.openQueue())) {
        body.check(trial, ControlCommand.GETWAIT_DESCRIPTOR);
      }
    };
  }

  private static void insertionMakesReady(Trial trial, ControlCommand<? extends WaitHandle> form)
      throws InterruptedException {
    for (WaitObject kind : kinds(form)) {
      Bench bench = Bench.on(trial).wait(kind).open();
      CompletionQueue queue = bench.receiver().receiveQueue();
      ChannelWatch watch = trial.closing(ChannelWatch.on(queue, form));
      bench.receiver().postReceive(1);
      returned(0, bench.fabric().tryWait(queue), "trywait of an empty %s queue", kind);
      that(!watch.ready(0), "the channel of an empty %s queue is ready", kind);
      if (trial.threading() == Threading.SAFE) {
        Task<Boolean> waiter = trial.start(watch::becomesReady);
        waiter.awaitBlocked();
        bench.sender().send(bench.receiver(), 1);
        that(waiter.result(), "a select on a %s queue does not see an insertion", kind);
      } else {
        bench.sender().send(bench.receiver(), 1);
        that(watch.becomesReady(), "a select on a %s queue does not see an insertion", kind);
      }
      equal(1L, bench.receiver().receive().drain(1).getFirst().context(), "context");
    }
  }

  /** The kinds of wait objects that have handles of this form. */
  private static List<WaitObject> kinds(ControlCommand<? extends WaitHandle> form) {
    return form.equals(ControlCommand.GETWAIT)
        ? List.of(WaitObject.FD, WaitObject.POLLFD)
        : List.of(WaitObject.FD);
  }

  private static void idleIsNotReady(Trial trial, ControlCommand<? extends WaitHandle> form) {
    Bench bench = Bench.on(trial).wait(WaitObject.FD).open();
    CompletionQueue queue = bench.receiver().receiveQueue();
    ChannelWatch everything = trial.closing(ChannelWatch.onEverything(queue, form));
    ChannelWatch reading = trial.closing(ChannelWatch.on(queue, form));
    returned(0, bench.fabric().tryWait(queue), "trywait of an empty queue");
    that(!everything.ready(20), "the channel of an idle queue is ready for something");
    bench.deliver(1);
    that(everything.becomesReady(), "the channel of a queue with an entry is ready for nothing");
    trial.chose("an event shows as %s", reading.ready(0) ? "readable" : "not readable");
  }

  private static void readableWhenWoken(Trial trial, ControlCommand<? extends WaitHandle> form)
      throws InterruptedException {
    Bench bench = Bench.on(trial).wait(WaitObject.FD).open();
    AtomicInteger taken = new AtomicInteger();
    NativeWaiter waiter =
        new NativeWaiter(
            bench.fabric(),
            bench.receiver().receiveQueue(),
            form,
            context -> taken.incrementAndGet());
    Rounds rounds = trial.race(WAKES);
    Task<Void> consumer =
        trial.start(
            () -> {
              waiter.consume(taken, rounds);
              return null;
            });
    for (int i = 0; rounds.next() && !consumer.isDone(); i++) {
      bench.receiver().postReceive(i);
      bench.sender().send(bench.receiver(), i);
      bench.sender().transmit().drain(1);
      int expected = i;
      HangDetector.await(
          () -> taken.get() > expected || consumer.isDone(), "message %d is not taken", i);
    }
    consumer.result();
    equal(rounds.total(), taken.get(), "entries taken by the waiter");
  }

  private static void channelIsUsable(Trial trial, ControlCommand<? extends WaitHandle> form) {
    Bench bench = Bench.on(trial).wait(WaitObject.FD).open();
    List<?> parts = ChannelWatch.parts(bench.receiver().receiveQueue().control(form));
    equal(1, parts.size(), "channels of an FD queue");
    expectUsable(trial, parts);
  }

  private static void expectUsable(Trial trial, List<?> parts) {
    for (Object part : parts) {
      if (part instanceof SelectableChannel channel) {
        that(channel.isOpen(), "the channel is closed");
        that(!channel.isBlocking(), "the channel is in blocking mode");
      }
    }
    trial.closing(ChannelWatch.on(parts)).ready(0);
  }

  /** The answer of FI_GETWAIT for a queue with FI_WAIT_POLLFD. */
  private record PollAnswer(long changeIndex, int needed, int status, List<?> parts) {}

  private static void readyIsLevel(Trial trial, ControlCommand<? extends WaitHandle> form) {
    Bench bench = Bench.on(trial).wait(WaitObject.FD).open();
    CompletionQueue queue = bench.receiver().receiveQueue();
    ChannelWatch watch = trial.closing(ChannelWatch.on(queue, form));
    bench.receiver().postReceive(1);
    bench.receiver().postReceive(2);
    returned(0, bench.fabric().tryWait(queue), "trywait of an empty queue");
    bench.sender().send(bench.receiver(), 1);
    bench.sender().send(bench.receiver(), 2);
    for (int i = 0; i < 5; i++) {
      that(
          i == 0 ? watch.becomesReady() : watch.ready(0),
          "look %d at a queue with entries: not ready",
          i + 1);
    }
    bench.receiver().receive().drain(1);
    boolean ready = watch.ready(0);
    int safe = bench.fabric().tryWait(queue);
    that(ready || safe == -Errno.EAGAIN, "one entry is left, but neither reports it");
    returned(-Errno.EAGAIN, safe, "trywait with one entry left");
    bench.receiver().receive().drain(1);
  }

  private static void staleReadinessEnds(Trial trial, ControlCommand<? extends WaitHandle> form) {
    Bench bench = Bench.on(trial).wait(WaitObject.FD).open();
    CompletionQueue queue = bench.receiver().receiveQueue();
    ChannelWatch watch = trial.closing(ChannelWatch.on(queue, form));
    returned(0, bench.fabric().tryWait(queue), "trywait of an empty queue");
    bench.fill(1, 5);
    bench.receiver().receive().drain(5);
    boolean stale = watch.ready(0);
    boolean calm = false;
    for (int round = 0; round < 2 && !calm; round++) {
      calm = bench.fabric().tryWait(queue) == 0 && !watch.ready(0);
    }
    that(calm, "after two rounds of trywait the channel of an empty queue is still ready");
    trial.chose("after draining the channel %s", stale ? "stays ready" : "is not ready");
  }

  private static void signalMakesReady(Trial trial, ControlCommand<? extends WaitHandle> form) {
    Bench bench = Bench.on(trial).wait(WaitObject.FD).open();
    CompletionQueue queue = bench.receiver().receiveQueue();
    ChannelWatch watch = trial.closing(ChannelWatch.on(queue, form));
    returned(0, bench.fabric().tryWait(queue), "trywait of an empty queue");
    returned(0, queue.signal(), "signal");
    that(watch.becomesReady(), "the channel is not ready after a signal");
  }

  private static PollAnswer ask(CompletionQueue queue, int room) {
    WaitHandle handle = queue.control(ControlCommand.getWait(room));
    List<?> parts = ChannelWatch.parts(handle);
    return switch (handle) {
      case PollHandle own -> new PollAnswer(own.changeIndex(), own.needed(), own.status(), parts);
      case PollDescriptorsHandle own ->
          new PollAnswer(own.changeIndex(), own.needed(), own.status(), parts);
      default -> throw new ClauseFailure("FI_GETWAIT of a POLLFD queue gave " + handle);
    };
  }

  private static void roomIsTold(Trial trial) {
    Bench bench = Bench.on(trial).wait(WaitObject.POLLFD).open();
    CompletionQueue queue = bench.receiver().receiveQueue();
    PollAnswer none = ask(queue, 0);
    returned(-Errno.ETOOSMALL, none.status(), "FI_GETWAIT with nfds=0");
    that(none.needed() >= 1, "nfds written back is %d", none.needed());
    equal(List.of(), none.parts(), "channels given into no room");
    PollAnswer all = ask(queue, none.needed());
    returned(0, all.status(), "FI_GETWAIT with nfds=%d", none.needed());
    equal(none.needed(), all.parts().size(), "channels given");
    equal(none.changeIndex(), all.changeIndex(), "change_index of the same set");
    expectUsable(trial, all.parts());
  }

  private static void indexFollowsChannels(Trial trial) {
    Bench bench = Bench.on(trial).wait(WaitObject.POLLFD).open();
    CompletionQueue queue = bench.receiver().receiveQueue();
    PollAnswer before = ask(queue, 16);
    for (int i = 0; i < 1_000; i++) {
      bench.receiver().postReceive(i);
      bench.sender().send(bench.receiver(), i);
      bench.receiver().receive().drain(1);
      bench.sender().transmit().drain(1);
    }
    equal(before, ask(queue, 16), "answer of FI_GETWAIT after 1000 completions");
    Peer further = bench.openPeer(bench.openQueue(), queue);
    PollAnswer after = ask(queue, 16);
    expectIndexTells(before, after, "bind of an endpoint");
    further.endpoint().close();
    expectIndexTells(after, ask(queue, 16), "close of an endpoint");
  }

  private static void expectIndexTells(PollAnswer before, PollAnswer after, String event) {
    equal(
        !before.parts().equals(after.parts()),
        before.changeIndex() != after.changeIndex(),
        "whether change_index moved with the list of channels, at the %s",
        event);
  }

  private static void refreshedListCoversAll(Trial trial) {
    Bench bench = Bench.on(trial).wait(WaitObject.POLLFD).open();
    CompletionQueue queue = bench.receiver().receiveQueue();
    returned(0, bench.fabric().tryWait(queue), "trywait of an empty queue");
    Peer further = bench.openPeer(bench.openQueue(), queue);
    further.postReceive(9);
    ChannelWatch refreshed = trial.closing(ChannelWatch.on(queue));
    returned(0, bench.fabric().tryWait(queue), "trywait after a further endpoint");
    bench.sender().send(further, 9);
    that(refreshed.becomesReady(), "the refreshed list does not see the further endpoint");
    equal(9L, bench.receiver().receive().drain(1).getFirst().context(), "context");
  }
}
