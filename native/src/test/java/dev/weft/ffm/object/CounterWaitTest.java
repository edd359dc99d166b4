package dev.weft.ffm.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.ffm.Installed;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Threads that wait for counters: platform threads and virtual ones. */
class CounterWaitTest {
  private static final int THREADS = 64;
  private static final int LAPS = 100;

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  static Stream<String> reliable() {
    return Pair.reliable();
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldWakeForEachMessage(String provider) throws Exception {
    try (Pair pair = new Pair(provider, Capabilities.MSG, 0, BindFlags.RECV)) {
      FutureTask<Integer> receiver = new FutureTask<>(() -> receive(pair));
      Thread.ofVirtual().start(receiver);
      for (int lap = 0; lap < LAPS; lap++) {
        post(pair);
        assertEquals(1, pair.a.queue.sread(pair.a.batch, 1, 0, -1));
      }
      assertEquals(LAPS, receiver.get());
    }
  }

  private static void post(Pair pair) {
    while (pair.a.endpoint.send(pair.buffer(1), 8, pair.a.peer, 4) == -Errno.EAGAIN) {
      pair.a.queue.read(null, 0);
    }
  }

  private static int receive(Pair pair) {
    for (int lap = 0; lap < LAPS; lap++) {
      assertEquals(0, pair.b.endpoint.recv(pair.buffer(0), 8, FabricAddress.UNSPEC, 5));
      assertEquals(0, pair.b.counter.await(lap + 1, -1));
    }
    return LAPS;
  }

  /** More waiting threads than carriers, all of which one of them releases. */
  @ParameterizedTest
  @MethodSource("reliable")
  void shouldReleaseTheCarrier(String provider) throws Exception {
    try (Pair pair = new Pair(provider, Capabilities.MSG)) {
      List<FutureTask<Integer>> waiters = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        waiters.add(waiter(pair.a.counter, i + 1, i % 8 != 0));
      }
      waiters.forEach(Thread.ofVirtual()::start);
      FutureTask<Integer> add = new FutureTask<>(() -> pair.a.counter.add(THREADS));
      Thread.ofVirtual().start(add);
      for (FutureTask<Integer> waiter : waiters) {
        assertEquals(0, waiter.get());
      }
      assertEquals(0, add.get());
    }
  }

  private static FutureTask<Integer> waiter(Counter counter, long value, boolean forever) {
    return new FutureTask<>(() -> counter.await(value, forever ? -1 : Integer.MAX_VALUE));
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldEndAtTheTimeout(String provider) {
    try (Pair pair = new Pair(provider, Capabilities.MSG)) {
      long start = System.nanoTime();
      assertEquals(-Errno.ETIMEDOUT, pair.a.counter.await(1, 80));
      assertTrue(System.nanoTime() - start >= 80_000_000);
      assertEquals(-Errno.ETIMEDOUT, pair.a.counter.await(1, 0));
      pair.a.counter.addErr(1);
      assertEquals(-Errno.ETIMEDOUT, pair.a.counter.await(1, 5), "an old error");
      assertEquals(0, pair.a.counter.await(0, -1));
    }
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldEndByAnError(String provider) throws Exception {
    try (Pair pair = new Pair(provider, Capabilities.MSG)) {
      FutureTask<Integer> waiter = waiter(pair.a.counter, 2, true);
      awaitParked(Thread.ofPlatform().start(waiter), waiter);
      pair.a.counter.add(1);
      pair.a.counter.addErr(1);
      assertEquals(-Errno.EAVAIL, waiter.get());
    }
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldEndByAnInterrupt(String provider) throws Exception {
    try (Pair pair = new Pair(provider, Capabilities.MSG)) {
      for (Thread.Builder builder : List.of(Thread.ofVirtual(), Thread.ofPlatform())) {
        FutureTask<Boolean> waiter =
            new FutureTask<>(
                () ->
                    pair.a.counter.await(1, -1) == -Errno.EINTR
                        && Thread.currentThread().isInterrupted());
        builder.start(waiter).interrupt();
        assertTrue(waiter.get());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldEndByTheClose(String provider) throws Exception {
    try (Pair pair = new Pair(provider, Capabilities.MSG)) {
      for (Thread.Builder builder : List.of(Thread.ofVirtual(), Thread.ofPlatform())) {
        Counter counter =
            pair.domain.openCounter(
                CounterAttributes.builder().waitObject(WaitObject.UNSPEC).build());
        FutureTask<Integer> waiter = waiter(counter, 1, true);
        awaitParked(builder.start(waiter), waiter);
        counter.close();
        assertEquals(-Errno.EBADF, waiter.get());
      }
    }
  }

  private static void awaitParked(Thread thread, FutureTask<Integer> waiter) {
    while (thread.getState() != Thread.State.TIMED_WAITING && !waiter.isDone()) {
      Thread.onSpinWait();
    }
  }
}
