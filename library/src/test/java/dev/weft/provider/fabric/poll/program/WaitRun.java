package dev.weft.provider.fabric.poll.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.completion.ErrorCompletion;
import dev.weft.fabric.poll.PollSet;
import dev.weft.fabric.poll.SelectorKey;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Runs the steps of a program and compares what each call returns with {@link WaitModel}. */
final class WaitRun implements AutoCloseable {
  private static final int MANY = 256;

  /** Members that are all looked at. */
  private static final int FEW = 32;

  private static final long IDLE = TimeUnit.MILLISECONDS.toNanos(2);
  private static final Set<WaitObject> WITHOUT_HANDLE = Set.of(WaitObject.NONE, WaitObject.UNSPEC);

  private final WaitSetup setup;
  private final WaitModel model;
  private final WaitStations stations;
  private final Sleeps sleeps;
  private final ReadyChannels channels;
  private final Map<Integer, SelectorKey<Integer>> keys = new HashMap<>();
  private final CompletionBatch batch =
      CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, MANY);
  private final ErrorCompletion failure = ErrorCompletion.allocate(Arena.ofAuto());

  WaitRun(WaitSetup setup, UnaryOperator<PollSet> disguise) {
    this.setup = setup;
    model = new WaitModel(setup.nodes());
    stations = new WaitStations(setup, disguise);
    sleeps = new Sleeps(setup, model, stations, this::message);
    channels = new ReadyChannels(stations);
  }

  void run(List<WaitStep> steps) {
    for (int i = 0; i < steps.size(); i++) {
      WaitStep step = steps.get(i);
      try {
        run(step);
      } catch (AssertionError | RuntimeException e) {
        e.addSuppressed(new IllegalStateException("step " + i + ": " + step));
        throw e;
      }
    }
  }

  private void run(WaitStep step) {
    switch (step) {
      case WaitStep.Message s -> message(s.from(), s.to());
      case WaitStep.Failure s -> fail(s.node());
      case WaitStep.Read s -> read(s.node(), s.entries());
      case WaitStep.ReadCounter s -> readCounter(s.node());
      case WaitStep.Alter s -> alter(s);
      case WaitStep.Join s -> join(s);
      case WaitStep.Poll s -> poll(s.set(), s.count());
      case WaitStep.Idle s -> idle(s.set());
      case WaitStep.Register s -> register(s);
      case WaitStep.Select _ -> select();
      case WaitStep.TryWait s -> tryWait(s.node());
      case WaitStep.LookAtWaitSet _ -> lookAtWaitSet();
      case WaitStep.SleepInRead s -> sleeps.inRead(s.from(), s.to());
      case WaitStep.SleepOnCounter s -> sleeps.onCounter(s.from(), s.to());
      case WaitStep.SleepInSelector s -> sleeps.inSelector(s.from(), s.to());
      case WaitStep.SleepOnWaitSet s -> sleeps.onWaitSet(s.from(), s.to());
    }
  }

  private void message(int from, int to) {
    stations.message(from, to);
    model.message(from, to);
    channels.requireReady(from);
    channels.requireReady(to);
  }

  private void fail(int node) {
    stations.failure(node);
    model.failure(node);
    channels.requireReady(node);
  }

  // Queues and counters

  private void read(int node, int entries) {
    WaitModel.Node known = model.nodes[node];
    CompletionQueue queue = stations.queues.get(node);
    int result = queue.read(batch, entries);
    if (result > 0) {
      known.successes -= result;
      assertTrue(known.successes >= 0 && result <= entries, () -> "entries: " + result);
    } else if (result == -Errno.EAVAIL) {
      assertEquals(1, queue.readErr(failure, 0));
      assertEquals(Errno.ECANCELED, failure.error());
      known.failures--;
      assertTrue(known.failures >= 0, "a failure");
    } else {
      assertEquals(-Errno.EAGAIN, result);
      assertEquals(0, known.successes + known.failures, "entries of queue " + node);
    }
    channels.forget(node);
  }

  private void readCounter(int node) {
    WaitModel.Node known = model.nodes[node];
    Counter counter = stations.counters.get(node);
    assertEquals(known.value, counter.read(), "fi_cntr_read of " + node);
    assertEquals(known.errors, counter.readErr(), "fi_cntr_readerr of " + node);
    known.valueRead = known.value;
    known.errorsRead = known.errors;
  }

  private void alter(WaitStep.Alter step) {
    Counter counter = stations.counters.get(step.node());
    readCounter(step.node()); // what is under way to it has arrived
    int result =
        switch (step.change()) {
          case ADD -> counter.add(step.value());
          case SET -> counter.set(step.value());
          case ADD_ERROR -> counter.addErr(step.value());
          case SET_ERROR -> counter.setErr(step.value());
        };
    assertEquals(0, result);
    model.alter(step.node(), step.change(), step.value());
  }

  // Poll sets

  private void join(WaitStep.Join step) {
    int member = WaitModel.member(step.node(), step.counter());
    PollSet set = stations.sets.get(step.set());
    if (step.leaves()) {
      assertEquals(0, set.del(stations.member(member), 0));
      model.leave(step.set(), member);
    } else {
      if (step.counter()) {
        readCounter(step.node()); // messages under way are from before
      }
      assertEquals(0, set.add(stations.member(member), 0));
      model.join(step.set(), member);
    }
  }

  private void poll(int set, int count) {
    Object[] contexts = new Object[count];
    int stored = stations.sets.get(set).poll(contexts, count);
    Set<Object> reported = new LinkedHashSet<>(Arrays.asList(contexts).subList(0, stored));
    Set<Integer> due = due(set);
    assertEquals(stored, reported.size(), () -> "reported twice: " + Arrays.toString(contexts));
    assertEquals(Math.min(count, due.size()), stored, () -> "of " + due + ": " + reported);
    assertTrue(due.containsAll(reported), () -> reported + " of " + due);
    reported.forEach(member -> model.reported(set, (int) member));
  }

  private Set<Integer> due(int set) {
    return model.members(set).stream()
        .filter(member -> model.isDue(set, member))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private void idle(int set) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < IDLE) {
      poll(set, MANY);
    }
  }

  // The selector, channels and the wait set

  private WaitObject kind(int node, boolean counter) {
    return (counter ? setup.counters() : setup.queues()).get(node);
  }

  private void register(WaitStep.Register step) {
    int member = WaitModel.member(step.node(), step.counter());
    if (step.leaves()) {
      SelectorKey<Integer> key = keys.remove(member);
      if (key != null) {
        key.cancel();
      }
      model.registered.remove(member);
    } else if (kind(step.node(), step.counter()) == WaitObject.NONE) {
      assertThrows(
          FabricException.class, () -> stations.selector.register(stations.member(member), member));
    } else if (model.registered.add(member)) {
      keys.put(member, stations.selector.register(stations.member(member), member));
    }
  }

  /** Of many members on shm, a selection may follow that is told of an event by a socket. */
  private void select() {
    Set<Integer> ready =
        model.registered.stream().filter(model::isReady).collect(Collectors.toSet());
    Set<Integer> found = new LinkedHashSet<>();
    Node.until(
        () -> {
          found.clear();
          int result = stations.selector.selectNow(key -> found.add(key.attachment()));
          assertEquals(result, found.size());
          assertTrue(ready.containsAll(found), () -> found + " of " + ready);
          return found.size() == ready.size() || !isToldBySocket();
        });
    assertEquals(ready, found, "members that the selector finds ready");
  }

  private boolean isToldBySocket() {
    return setup.provider().equals("shm") && model.registered.size() > FEW;
  }

  private void tryWait(int node) {
    WaitObject kind = kind(node, false);
    if (kind == WaitObject.SET) {
      return; // asked of its wait set
    }
    WaitModel.Node known = model.nodes[node];
    int expected = known.successes + known.failures > 0 ? -Errno.EAGAIN : 0;
    int result = stations.home.fabric.tryWait(stations.queues.get(node));
    assertEquals(WITHOUT_HANDLE.contains(kind) ? -Errno.EINVAL : expected, result, "fi_trywait");
    if (result == 0 && kind == WaitObject.FD) {
      channels.expect(node);
    }
  }

  private void lookAtWaitSet() {
    boolean any = false;
    for (int node = 0; node < setup.nodes(); node++) {
      WaitModel.Node known = model.nodes[node];
      any |= kind(node, false) == WaitObject.SET && known.successes + known.failures > 0;
    }
    assertEquals(any ? 0 : -Errno.ETIMEDOUT, stations.waitSet.await(0), "fi_wait");
  }

  @Override
  public void close() {
    channels.close();
    sleeps.close();
    for (int set = 0; set < WaitSetup.SETS; set++) {
      for (int member : model.members(set)) {
        stations.sets.get(set).del(stations.member(member), 0);
      }
    }
    stations.close();
  }
}
