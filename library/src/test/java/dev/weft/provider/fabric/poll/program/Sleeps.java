package dev.weft.provider.fabric.poll.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Errno;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.poll.WaitObject;
import java.lang.foreign.Arena;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntSupplier;

/** Steps in which another thread sleeps until a message wakes it. */
final class Sleeps implements AutoCloseable {
  private static final long PATIENCE = 120;

  /** Sends a message, also in the model. */
  interface Sender {
    void message(int from, int to);
  }

  private final WaitSetup setup;
  private final WaitModel model;
  private final WaitStations stations;
  private final Sender sender;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory());
  private final CompletionBatch batch =
      CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, 1);

  Sleeps(WaitSetup setup, WaitModel model, WaitStations stations, Sender sender) {
    this.setup = setup;
    this.model = model;
    this.stations = stations;
    this.sender = sender;
  }

  /** The result of a call that another thread makes, after the message that ends it. */
  private int woken(IntSupplier call, int from, int to) {
    Future<Integer> result = thread.submit(call::getAsInt);
    sender.message(from, to);
    try {
      return result.get(PATIENCE, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("the thread sleeps on", e);
    } catch (ExecutionException | InterruptedException e) {
      throw new AssertionError("the thread has failed", e);
    }
  }

  private boolean isEmpty(int node) {
    return model.nodes[node].successes + model.nodes[node].failures == 0;
  }

  void inRead(int from, int to) {
    CompletionQueue queue = stations.queues.get(to);
    WaitObject kind = setup.queues().get(to);
    if (kind == WaitObject.NONE || kind == WaitObject.SET) {
      assertEquals(-Errno.ENOSYS, queue.sread(batch, 1, 0, 0), "fi_cq_sread");
    } else if (isEmpty(to)) {
      assertEquals(1, woken(() -> queue.sread(batch, 1, 0, -1), from, to));
      model.nodes[to].successes--;
    }
  }

  void onCounter(int from, int to) {
    var counter = stations.counters.get(to);
    if (setup.counters().get(to) == WaitObject.NONE) {
      assertEquals(-Errno.ENOSYS, counter.await(Long.MAX_VALUE, 0), "fi_cntr_wait");
      return;
    }
    long more = model.nodes[to].value + 1;
    assertEquals(0, woken(() -> counter.await(more, -1), from, to));
  }

  void inSelector(int from, int to) {
    boolean ends = model.registered.contains(to) || model.registered.contains(-1 - to);
    if (!ends || model.registered.stream().anyMatch(model::isReady)) {
      return;
    }
    Set<Integer> found = new LinkedHashSet<>();
    int result =
        woken(() -> stations.selector.select(key -> found.add(key.attachment())), from, to);
    assertTrue(result > 0, () -> "select: " + result);
    assertEquals(result, found.size());
    assertTrue(found.stream().allMatch(model::isReady), () -> "not ready: " + found);
  }

  void onWaitSet(int from, int to) {
    if (setup.queues().get(to) == WaitObject.SET) {
      assertEquals(0, woken(() -> stations.waitSet.await(-1), from, to));
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
