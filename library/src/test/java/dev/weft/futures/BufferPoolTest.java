package dev.weft.futures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A window of buffers. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class BufferPoolTest {
  private static final ValueLayout.OfLong NUMBER = ValueLayout.JAVA_LONG;
  private static final int COUNT = 4;
  private static final int THREADS = 8;
  private static final int MESSAGES = 500;
  private static final long LONG = 20_000;
  private static final long ANY = -1;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @Test
  void shouldHaveAFixedNumberOfBuffers() throws Exception {
    try (Station station = Station.open()) {
      BufferPool pool = BufferPool.allocate(station.domain, 2, 100);
      LeasedBuffer first = pool.take();
      LeasedBuffer second = pool.tryTake();
      assertNotNull(second);
      assertNull(pool.tryTake());
      assertEquals(100, first.size());
      assertFalse(pool.awaitAll(Duration.ZERO));
      first.segment().fill((byte) 1);
      assertEquals(0, second.segment().get(ValueLayout.JAVA_BYTE, 0), "they overlap");
      pool.give(first);
      assertThrows(IllegalArgumentException.class, () -> pool.give(first));
      assertThrows(IllegalArgumentException.class, () -> pool.give(station.buffer(100)));
      assertEquals(1, pool.available());
      pool.give(second);
      assertTrue(pool.awaitAll(PATIENCE));
      assertTrue(pool.awaitAll(ChronoUnit.FOREVER.getDuration()));
      assertThrows(IllegalArgumentException.class, () -> pool.awaitAll(null));
      assertThrows(
          IllegalArgumentException.class, () -> BufferPool.allocate(station.domain, 0, 100));
      assertThrows(IllegalArgumentException.class, () -> BufferPool.allocate(station.domain, 2, 0));
    }
  }

  @Test
  void shouldGiveBuffersToOthersWhileAThreadWaitsForAll() throws Exception {
    try (Station station = Station.open();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      BufferPool pool = BufferPool.allocate(station.domain, 2, 8);
      LeasedBuffer first = pool.take();
      CompletableFuture<Thread> waiter = new CompletableFuture<>();
      Future<Boolean> all = threads.submit(() -> awaitAll(pool, waiter));
      awaitSleep(waiter.get());
      Future<LeasedBuffer> second = threads.submit(pool::take);
      try {
        pool.give(second.get(300, TimeUnit.SECONDS));
        assertFalse(all.isDone());
      } finally {
        pool.give(first);
      }
      assertTrue(all.get(300, TimeUnit.SECONDS));
    }
  }

  private static boolean awaitAll(BufferPool pool, CompletableFuture<Thread> waiter)
      throws InterruptedException {
    waiter.complete(Thread.currentThread());
    return pool.awaitAll(PATIENCE);
  }

  private static void awaitSleep(Thread thread) throws InterruptedException {
    while (thread.getState() != Thread.State.TIMED_WAITING) {
      TimeUnit.MILLISECONDS.sleep(1);
    }
  }

  @Test
  void shouldGetALentBufferBackWhenItsOperationHasEnded() throws Exception {
    try (Station station = Station.open();
        Operations operations = Operations.driven(station.endpoint, station.queue)) {
      BufferPool pool = BufferPool.allocate(station.domain, 1, 8);
      LeasedBuffer room = pool.take();
      CompletableFuture<Success> received = operations.recv(room, ANY);
      pool.give(room);
      assertNull(pool.tryTake(), "it is lent");
      station.inject(8);
      pool.give(pool.take());
      assertEquals(8, received.get(300, TimeUnit.SECONDS).length());
    }
  }

  @Test
  void shouldLimitWhatManyThreadsHaveUnderWay() throws Exception {
    try (Station station = Station.open();
        Operations operations = Operations.driven(station.endpoint, station.queue);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      BufferPool window = BufferPool.allocate(station.domain, COUNT, LONG);
      ConcurrentHashMap.KeySetView<Long, Boolean> seen = ConcurrentHashMap.newKeySet();
      CompletableFuture<Void> all = new CompletableFuture<>();
      receive(operations, station.buffer(LONG), seen, all);
      List<Future<?>> senders = new ArrayList<>();
      for (long thread = 0; thread < THREADS; thread++) {
        long first = thread * MESSAGES;
        senders.add(threads.submit(() -> send(operations, window, station.self, first)));
      }
      for (Future<?> sender : senders) {
        sender.get();
      }
      assertTrue(window.awaitAll(PATIENCE));
      all.get(300, TimeUnit.SECONDS);
      assertEquals(THREADS * MESSAGES, seen.size());
    }
  }

  private static Void send(Operations operations, BufferPool window, long peer, long first)
      throws InterruptedException {
    for (long number = first; number < first + MESSAGES; number++) {
      LeasedBuffer buffer = window.take();
      buffer.segment().set(NUMBER, 0, number);
      var _ = operations.send(buffer, number % 16 == 0 ? LONG : 8, peer);
      window.give(buffer);
      assertTrue(operations.pending() <= COUNT + 1, "one receive, and what the window allows");
    }
    return null;
  }

  private static void receive(
      Operations operations,
      LeasedBuffer room,
      ConcurrentHashMap.KeySetView<Long, Boolean> seen,
      CompletableFuture<Void> all) {
    var _ =
        operations
            .recv(room, ANY)
            .thenRun(
                () -> {
                  assertTrue(seen.add(room.segment().get(NUMBER, 0)));
                  if (seen.size() == THREADS * MESSAGES) {
                    all.complete(null);
                  } else {
                    receive(operations, room, seen, all);
                  }
                })
            .exceptionally(
                thrown -> {
                  all.completeExceptionally(thrown);
                  return null;
                });
  }
}
