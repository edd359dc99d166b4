package dev.weft.completion.work;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Many threads on one queue: each completion is read once, each reader sees each writer's order.
 */
@Tag("long")
class WorkCompletionRacesTest {
  private static final int WRITERS = 2;
  private static final int EACH = 60_000;
  private static final int SIZE = 512;
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private final WorkCompletionQueue queue =
      new WorkCompletionQueue(SIZE, WorkCompletionOptions.PLAIN, new RecordingListener());
  private final AtomicIntegerArray seen = new AtomicIntegerArray(WRITERS * EACH);
  private final AtomicLong total = new AtomicLong();
  private final AtomicLong disorder = new AtomicLong();

  @Test
  void shouldLoseAndRepeatNothingWhileItGrows() throws Exception {
    List<Future<?>> all = new ArrayList<>();
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      for (int writer = 0; writer < WRITERS; writer++) {
        int own = writer;
        all.add(threads.submit(() -> write(own)));
      }
      all.add(threads.submit(this::iterate));
      all.add(threads.submit(this::poll));
      all.add(threads.submit(this::resize));
      for (Future<?> one : all) {
        one.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
      }
    }
    for (int i = 0; i < WRITERS * EACH; i++) {
      assertEquals(1, seen.get(i), "wr_id " + i);
    }
    assertEquals(0, disorder.get());
    assertTrue(queue.capacity() > SIZE);
  }

  /** Writes within the capacity: no overrun. */
  private void write(int writer) {
    WorkCompletion completion = new WorkCompletion();
    for (int i = 0; i < EACH; i++) {
      while (writtenBy(writer, i) - total.get() > SIZE / 2) {
        Thread.yield();
      }
      completion.wrId = (long) writer * EACH + i;
      completion.queuePair = writer;
      assertTrue(queue.add(completion));
    }
  }

  private long writtenBy(int writer, int i) {
    return i * (long) WRITERS - (writer == 0 ? 0 : 1);
  }

  private void poll() {
    MemorySegment structs = Arena.ofAuto().allocate(48 * 8);
    long[] last = {-1, -1};
    while (total.get() < WRITERS * EACH) {
      int taken = queue.reader().poll(structs, 8);
      if (taken == 0) {
        Thread.yield();
      }
      for (int i = 0; i < taken; i++) {
        note(structs.get(ValueLayout.JAVA_LONG, 48L * i), last);
      }
    }
  }

  private void iterate() {
    long[] last = {-1, -1};
    WorkCompletionReader reader = queue.reader();
    while (total.get() < WRITERS * EACH) {
      if (reader.start() == 0) {
        int visited = 0;
        do {
          note(reader.wrId(), last);
        } while (++visited < 5 && reader.next() == 0);
        reader.end();
      } else {
        Thread.yield();
      }
    }
  }

  private void note(long wrId, long[] last) {
    int writer = (int) (wrId / EACH);
    if (wrId <= last[writer]) {
      disorder.incrementAndGet();
    }
    last[writer] = wrId;
    seen.incrementAndGet((int) wrId);
    total.incrementAndGet();
  }

  private void resize() {
    for (int size = SIZE + 1; size <= 1 << 17 && total.get() < WRITERS * EACH; size = size * 2) {
      long until = total.get() + 2_000;
      while (total.get() < Math.min(until, WRITERS * EACH)) {
        Thread.yield();
      }
      assertTrue(queue.resize(size));
    }
  }

  @Test
  void shouldGiveSurvivorsInOrderOnceAndWholeWhereOverrunsAreIgnored() throws Exception {
    WorkCompletionQueue lossy =
        new WorkCompletionQueue(8, WorkQueueFixture.LOSSY, new RecordingListener());
    try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
      Future<?> writer = threads.submit(() -> writeWhole(lossy));
      long read = 0;
      long last = -1;
      while (last != EACH) {
        if (lossy.reader().start() == 0) {
          do {
            long wrId = lossy.reader().wrId();
            assertTrue(wrId > last);
            assertEquals((int) wrId, lossy.reader().byteLength());
            assertEquals((int) wrId, lossy.reader().sourceQueuePair());
            assertEquals(wrId & 0xFFFFFF, lossy.reader().queuePair());
            last = wrId;
            read++;
          } while (lossy.reader().next() == 0);
          lossy.reader().end();
        }
      }
      writer.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
      assertEquals(EACH + 1L, read + lossy.lost());
    }
  }

  private static void writeWhole(WorkCompletionQueue lossy) {
    WorkCompletion completion = new WorkCompletion();
    for (int i = 0; i <= EACH; i++) {
      completion.wrId = i;
      completion.byteLength = i;
      completion.sourceQueuePair = i;
      completion.queuePair = i;
      lossy.add(completion);
    }
  }
}
