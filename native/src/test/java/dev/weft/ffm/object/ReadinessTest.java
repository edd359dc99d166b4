package dev.weft.ffm.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.completion.ErrorCompletion;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.poll.CompletionSelector;
import dev.weft.fabric.poll.EventWatch;
import dev.weft.fabric.poll.PollSet;
import dev.weft.fabric.poll.PollSetAttributes;
import dev.weft.fabric.poll.SelectorKey;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.ffm.Installed;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Native queues and counters in selectors and poll sets, together with those of loopback. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class ReadinessTest {
  private static final int LAPS = 200;

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  static Stream<String> reliable() {
    return Pair.reliable();
  }

  private static void receive(Pair pair, long context) {
    pair.post(() -> pair.a.endpoint.recv(pair.buffer(0), 8, FabricAddress.UNSPEC, context));
  }

  private static void sendToA(Pair pair) {
    pair.post(() -> pair.b.endpoint.inject(pair.buffer(1), 8, pair.b.peer));
  }

  /** Looks until the only member of the selector is ready. */
  private static void expectReady(Pair pair, CompletionSelector<?> selector) {
    while (selector.selectNow(_ -> {}) == 0) {
      pair.b.queue.read(null, 0);
    }
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldKeepTheOrderOfEntriesThatWereLookedAt(String provider) {
    try (Pair pair = new Pair(provider, Capabilities.MSG);
        CompletionSelector<String> selector = pair.fabric.openSelector()) {
      selector.register(pair.a.queue, "a");
      assertEquals(0, selector.selectNow(_ -> {}));
      for (int i = 0; i < 4; i++) {
        receive(pair, 10 + i);
        sendToA(pair);
      }
      for (int i = 0; i < 4; i++) {
        expectReady(pair, selector);
        assertEquals(-Errno.EAGAIN, pair.a.queue.readErr(error(pair), 0));
        assertEquals(1, pair.a.queue.read(pair.a.batch, 1));
        assertEquals(10 + i, pair.a.batch.context(0));
      }
      assertEquals(0, selector.selectNow(_ -> {}));
    }
  }

  private static ErrorCompletion error(Pair pair) {
    return ErrorCompletion.allocate(pair.arena);
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldShowAFailureUntilItIsRead(String provider) {
    try (Pair pair = new Pair(provider, Capabilities.MSG);
        CompletionSelector<String> selector = pair.fabric.openSelector()) {
      selector.register(pair.a.queue, "a");
      receive(pair, 5);
      assertEquals(0, pair.a.endpoint.cancel(5));
      expectReady(pair, selector);
      expectReady(pair, selector);
      ErrorCompletion error = error(pair);
      assertEquals(1, pair.a.queue.readErr(error, 0));
      assertEquals(5, error.context());
      assertEquals(0, selector.selectNow(_ -> {}));
    }
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldWakeForEachEventOfNativeAndSoftwareMembers(String provider) throws Exception {
    FabricInfo loopback =
        Fabrics.getInfo(FabricInfo.builder().provider("loopback").build()).getFirst();
    try (Pair pair = new Pair(provider, Capabilities.MSG);
        Fabric fabric = Fabrics.open(loopback);
        var domain = fabric.openDomain(loopback);
        Counter software =
            domain.openCounter(CounterAttributes.builder().waitObject(WaitObject.UNSPEC).build());
        CompletionSelector<String> selector = pair.fabric.openSelector()) {
      selector.register(pair.a.queue, "native");
      selector.register(software, "software");
      for (int lap = 0; lap < LAPS; lap++) {
        receive(pair, lap);
        FutureTask<List<String>> waiter = new FutureTask<>(() -> select(selector));
        (lap % 4 < 2 ? Thread.ofVirtual() : Thread.ofPlatform().daemon()).start(waiter);
        if (lap % 2 == 0) {
          sendToA(pair);
          assertEquals(List.of("native"), progressed(pair, waiter));
          assertEquals(1, pair.a.queue.read(pair.a.batch, 1));
          assertEquals(lap, pair.a.batch.context(0));
        } else {
          software.add(1);
          assertEquals(List.of("software"), progressed(pair, waiter));
          software.read();
          assertEquals(0, pair.a.endpoint.cancel(lap));
          while (pair.a.queue.readErr(error(pair), 0) != 1) {
            pair.a.queue.read(null, 0);
          }
        }
      }
    }
  }

  private static List<String> select(CompletionSelector<String> selector) {
    List<String> ready = new ArrayList<>();
    selector.select(key -> ready.add(key.attachment()));
    return ready;
  }

  /** The sender's side needs progress on some providers. */
  private static <T> T progressed(Pair pair, FutureTask<T> waiter) throws Exception {
    while (!waiter.isDone()) {
      pair.b.queue.read(null, 0);
      Thread.yield();
    }
    return waiter.get();
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldSelectInAnyFabric(String provider) {
    FabricInfo loopback =
        Fabrics.getInfo(FabricInfo.builder().provider("loopback").build()).getFirst();
    try (Pair pair = new Pair(provider, Capabilities.MSG);
        Fabric fabric = Fabrics.open(loopback);
        CompletionSelector<String> selector = fabric.openSelector()) {
      SelectorKey<String> key = selector.register(pair.a.queue, "a");
      receive(pair, 1);
      sendToA(pair);
      assertEquals(1, selector.select(_ -> {}));
      key.cancel();
      assertEquals(0, selector.selectNow(_ -> {}));
      assertEquals(1, pair.a.await().batch.context(0));
    }
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldEndWaitsByWakeupInterruptTimeoutAndClose(String provider) throws Exception {
    try (Pair pair = new Pair(provider, Capabilities.MSG)) {
      CompletionSelector<String> selector = pair.fabric.openSelector();
      selector.register(pair.a.queue, "a");
      assertEquals(0, selector.select(_ -> {}, 30));
      FutureTask<Integer> waiter = start(selector);
      selector.wakeup();
      assertEquals(0, waiter.get());
      FutureTask<Boolean> interrupted =
          new FutureTask<>(
              () -> selector.select(_ -> {}) == 0 && Thread.currentThread().isInterrupted());
      Thread.ofVirtual().start(interrupted).interrupt();
      assertTrue(interrupted.get());
      assertThrows(FabricException.class, pair.fabric::close);
      FutureTask<Integer> closed = start(selector);
      selector.close();
      assertEquals(-Errno.EBADF, closed.get());
    }
  }

  private static FutureTask<Integer> start(CompletionSelector<String> selector) {
    FutureTask<Integer> waiter = new FutureTask<>(() -> selector.select(_ -> {}));
    Thread.ofVirtual().start(waiter);
    return waiter;
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldEndTheRegistrationOfAClosedQueue(String provider) {
    try (Pair pair = new Pair(provider, Capabilities.MSG);
        CompletionSelector<String> selector = pair.fabric.openSelector()) {
      CompletionQueue queue = open(pair, WaitObject.UNSPEC);
      SelectorKey<String> key = selector.register(queue, "a");
      queue.close();
      assertFalse(key.isValid());
      assertEquals(0, selector.size());
      assertThrows(IllegalStateException.class, () -> selector.register(queue, "closed"));
      CompletionQueue none = pair.keep(open(pair, WaitObject.NONE));
      FabricException refused =
          assertThrows(FabricException.class, () -> selector.register(none, "none"));
      assertEquals(Errno.EINVAL, refused.errno());
    }
  }

  private static CompletionQueue open(Pair pair, WaitObject waitObject) {
    return pair.domain.openCompletionQueue(
        CompletionQueueAttributes.builder().waitObject(waitObject).build());
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldPollQueuesAndCounters(String provider) {
    try (Pair pair = new Pair(provider, Capabilities.MSG);
        Counter counter = pair.domain.openCounter(CounterAttributes.defaults(), "counter");
        PollSet set = pair.domain.openPollSet(PollSetAttributes.defaults())) {
      Object[] contexts = new Object[4];
      assertEquals(0, set.add(pair.a.queue, 0));
      assertEquals(0, set.add(pair.a.queue, 0));
      assertEquals(0, set.add(counter, 0));
      assertEquals(-Errno.EINVAL, set.add(pair.a.endpoint, 0));
      assertEquals(0, set.poll(contexts, 4));
      counter.add(1);
      while (set.poll(contexts, 4) == 0) {
        Thread.onSpinWait();
      }
      assertEquals("counter", contexts[0]);
      assertEquals(0, set.poll(contexts, 4));
      receive(pair, 7);
      sendToA(pair);
      while (set.poll(contexts, 4) == 0) {
        pair.b.queue.read(null, 0);
      }
      assertEquals(1, set.poll(contexts, 4));
      assertEquals(7, pair.a.await().batch.context(0));
      assertEquals(0, set.poll(contexts, 4));
      assertThrows(FabricException.class, set::close);
      assertThrows(FabricException.class, counter::close);
      assertEquals(0, set.del(pair.a.queue, 0));
      assertEquals(0, set.del(counter, 0));
      assertEquals(0, set.del(counter, 0));
    }
  }

  /** Many threads read and look at one queue: each entry is read once. */
  @ParameterizedTest
  @MethodSource("reliable")
  void shouldLoseNothingBetweenReadersAndWatches(String provider) throws Exception {
    try (Pair pair = new Pair(provider, Capabilities.MSG);
        EventWatch watch = pair.a.queue.watch(null)) {
      FutureTask<Void> looker =
          new FutureTask<>(
              () -> {
                while (!Thread.currentThread().isInterrupted()) {
                  watch.isReady();
                  Thread.yield();
                }
              },
              null);
      Thread looking = Thread.ofPlatform().daemon().start(looker);
      for (int lap = 0; lap < LAPS; lap++) {
        receive(pair, lap);
        sendToA(pair);
        if (lap % 2 == 0) {
          assertEquals(lap, pair.a.await().batch.context(0));
        } else {
          while (pair.a.queue.sread(pair.a.batch, 1, 0, 1) != 1) {
            pair.b.queue.read(null, 0);
          }
          assertEquals(lap, pair.a.batch.context(0));
        }
      }
      looking.interrupt();
      looker.get();
    }
  }
}
