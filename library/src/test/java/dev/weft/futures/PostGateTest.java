package dev.weft.futures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that wait for room while another thread reads. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class PostGateTest {
  private static final int THREADS = 6;
  private static final int POSTS = 20_000;
  private static final int ROOM = 3;
  private static final long SEND = 1;
  private static final long RECEIVE = 2;
  private static final long ONLY_WHEN_WOKEN = TimeUnit.DAYS.toNanos(1);

  /** A lost wake-up would leave a thread asleep. */
  @Test
  void shouldLoseNoWakeUp() throws Exception {
    PostGate gate = new PostGate(ONLY_WHEN_WOKEN);
    Semaphore room = new Semaphore(ROOM);
    Semaphore completions = new Semaphore(0);
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<?>> posters = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        posters.add(threads.submit(() -> postAll(gate, room, completions)));
      }
      for (int read = 0; read < THREADS * POSTS; read++) {
        completions.acquire();
        room.release();
        gate.roomFreed();
      }
      for (Future<?> poster : posters) {
        poster.get();
      }
    }
    assertEquals(ROOM, room.availablePermits());
  }

  private static void postAll(PostGate gate, Semaphore room, Semaphore completions) {
    for (int i = 0; i < POSTS; i++) {
      assertEquals(0, gate.post(() -> room.tryAcquire() ? 0 : -Errno.EAGAIN));
      completions.release();
    }
  }

  @Test
  void shouldReturnWhatThePostReturnsAndStopWhenInterrupted() throws Exception {
    PostGate gate = new PostGate(ONLY_WHEN_WOKEN);
    assertEquals(-Errno.EINVAL, gate.post(() -> -Errno.EINVAL));
    AtomicInteger result = new AtomicInteger();
    AtomicInteger posts = new AtomicInteger();
    Thread poster =
        Thread.ofPlatform()
            .start(
                () -> {
                  result.set(
                      gate.post(
                          () -> {
                            posts.incrementAndGet();
                            return -Errno.EAGAIN;
                          }));
                  assertTrue(Thread.currentThread().isInterrupted());
                });
    while (posts.get() < 2) {
      Thread.onSpinWait();
    }
    poster.interrupt();
    poster.join();
    assertEquals(-Errno.EINTR, result.get());
  }

  /** The queue has little room, and the reader, which posts the receives, sleeps in sread. */
  @Test
  void shouldLetManyThreadsPostBesideTheReader() throws Exception {
    int messages = 5_000;
    PostGate gate = new PostGate();
    try (Station station = Station.open(8);
        ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<?>> posters = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        posters.add(threads.submit(() -> send(gate, station, messages)));
      }
      read(gate, station, THREADS * messages);
      for (Future<?> poster : posters) {
        poster.get();
      }
    }
  }

  private static void send(PostGate gate, Station station, int messages) {
    var memory = station.memory(8);
    for (int i = 0; i < messages; i++) {
      assertEquals(0, gate.post(() -> station.endpoint.send(memory, 8, station.self, SEND)));
    }
  }

  /** Reads the completions of so many sends and of their receives. */
  private static void read(PostGate gate, Station station, int messages) {
    var room = station.memory(8);
    var batch = CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, 4);
    int left = 2 * messages;
    int unposted = messages;
    int posted = 0;
    while (left > 0) {
      while (posted < 2 && unposted > 0 && station.endpoint.recv(room, 8, -1, RECEIVE) == 0) {
        posted++;
        unposted--;
      }
      int count = station.queue.sread(batch, 4, 0, -1);
      assertTrue(count > 0, () -> Errno.strerror(count));
      left -= count;
      for (int i = 0; i < count; i++) {
        posted -= batch.context(i) == RECEIVE ? 1 : 0;
      }
      gate.roomFreed();
    }
  }
}
