package dev.weft.conformance.fabric.wait;

import dev.weft.conformance.check.Check;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.Parts;
import dev.weft.conformance.fabric.bench.Peer;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.FabricObject;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.poll.PollSet;
import dev.weft.fabric.poll.PollSetAttributes;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Test fixture of poll sets: a set, and peers whose receive queues or receive counters are members.
 */
final class PollBench {

  private static final Object UNTOUCHED = new Object();

  private final Bench bench;
  private final PollSet set;
  private final Set<FabricObject> members = ConcurrentHashMap.newKeySet();

  private PollBench(Bench bench, PollSet set) {
    this.bench = bench;
    this.set = set;
    bench.keep(this::removeAll);
  }

  private void removeAll() {
    if (!set.isClosed()) {
      members.forEach(this::remove);
    }
  }

  static PollBench on(Trial trial) {
    Bench bench = Bench.on(trial).open();
    return new PollBench(bench, open(trial, bench));
  }

  private static PollSet open(Trial trial, Bench bench) {
    return bench.keep(
        Parts.offered(
            trial,
            "poll sets",
            () -> bench.domain().openPollSet(PollSetAttributes.defaults(), null)));
  }

  Bench bench() {
    return bench;
  }

  PollSet set() {
    return set;
  }

  /** Another set for the same peers. */
  PollBench another(Trial trial) {
    return new PollBench(bench, open(trial, bench));
  }

  /** A peer whose receive queue has this context and is no member yet. */
  Peer peer(Object context) {
    CompletionQueue receiveQueue =
        bench.keep(
            bench
                .domain()
                .openCompletionQueue(
                    CompletionQueueAttributes.polling(CompletionFormat.TAGGED), context));
    return bench.openPeer(bench.openQueue(), receiveQueue);
  }

  /** A peer whose receive queue has this context and is a member. */
  Peer queue(Object context) {
    Peer peer = peer(context);
    add(peer.receiveQueue());
    return peer;
  }

  /** A counter with this context that is a member. */
  Counter counter(Object context) {
    Counter counter = bench.keep(bench.domain().openCounter(CounterAttributes.defaults(), context));
    add(counter);
    return counter;
  }

  void add(FabricObject member) {
    Check.returned(0, set.add(member, 0), "poll_add");
    members.add(member);
  }

  void remove(FabricObject member) {
    Check.returned(0, set.del(member, 0), "poll_del");
    members.remove(member);
  }

  /** The contexts that a poll stores, which must not be more than {@code count}. */
  List<Object> poll(int count) {
    Object[] contexts = new Object[count + 3];
    Arrays.fill(contexts, UNTOUCHED);
    int returned = set.poll(contexts, count);
    Check.that(
        returned >= 0 && returned <= count, "poll(%d) returned %s", count, Check.value(returned));
    for (int i = 0; i < contexts.length; i++) {
      boolean stored = !UNTOUCHED.equals(contexts[i]);
      Check.equal(i < returned, stored, "poll(%d) returned %d, contexts[%d]", count, returned, i);
    }
    return Arrays.asList(Arrays.copyOf(contexts, returned));
  }

  /** Fails unless a poll stores exactly these contexts, in any order. */
  void expect(String when, Object... contexts) {
    List<Object> expected = sorted(Arrays.asList(contexts));
    Check.equal(expected, sorted(poll(8)), "contexts of a poll " + when);
  }

  private static List<Object> sorted(List<Object> contexts) {
    return contexts.stream().sorted(Comparator.comparing(String::valueOf)).toList();
  }
}
