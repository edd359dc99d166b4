package dev.weft.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Many threads on one ring: entries are read once, intact, in order, and never exceed the capacity.
 */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
@Tag("long")
class SharedRingTest {
  private static final int PER_WRITER = 50_000;
  private static final int FAILURE_EVERY = 97;

  @Test
  void shouldDeliverExactlyOnceToManyReaders() throws Exception {
    run(Sharing.MULTI, 4, 4);
  }

  @Test
  void shouldDeliverExactlyOnceFromManyWriters() throws Exception {
    run(Sharing.MULTI, 8, 1);
  }

  @Test
  void shouldDeliverExactlyOnceBetweenTwoThreads() throws Exception {
    run(Sharing.SINGLE, 1, 1);
  }

  private static void run(Sharing sharing, int writers, int readers) throws Exception {
    CompletionRing ring = new CompletionRing(64, sharing, null);
    Seen seen = new Seen(writers);
    List<Callable<Void>> tasks = new ArrayList<>();
    for (int writer = 0; writer < writers; writer++) {
      int number = writer;
      tasks.add(() -> writeAll(ring.writer(), number));
    }
    for (int reader = 0; reader < readers; reader++) {
      tasks.add(() -> readAll(ring, seen));
    }
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      for (Future<Void> task : threads.invokeAll(tasks)) {
        task.get();
      }
    }
    seen.verify();
  }

  private static Void writeAll(CompletionWriter writer, int number) {
    for (int i = 0; i < PER_WRITER; i++) {
      while (!writer.reserve(1)) {
        Thread.yield();
      }
      long context = (long) number * PER_WRITER + i;
      if (i % FAILURE_EVERY == 0) {
        writer.writeError(CompletionFailure.of(context, ~context, 5).tag(context).build());
      } else {
        writer.write(context, ~context, context, context, context, context, -context);
      }
    }
    return null;
  }

  private static Void readAll(CompletionRing ring, Seen seen) {
    Batch batch = new Batch(48, 7);
    long[] last = new long[seen.writers];
    Arrays.fill(last, -1);
    while (seen.left.get() > 0) {
      int n = batch.readFrom(ring);
      for (int entry = 0; entry < n; entry++) {
        assertWhole(batch, entry);
        seen.add(batch.context(entry), last);
      }
      if (n == CompletionReader.FAILED) {
        CompletionFailure failure = Batch.readError(ring);
        if (failure != null) {
          assertEquals(failure.context(), failure.tag());
          seen.add(failure.context(), last);
        }
      } else if (n == CompletionReader.EMPTY) {
        Thread.yield();
      }
    }
    return null;
  }

  private static void assertWhole(Batch batch, int entry) {
    long context = batch.context(entry);
    assertEquals(~context, batch.word(entry, CompletionLayout.FLAGS));
    assertEquals(context, batch.word(entry, CompletionLayout.LENGTH));
    assertEquals(context, batch.word(entry, CompletionLayout.BUFFER));
    assertEquals(context, batch.word(entry, CompletionLayout.DATA));
    assertEquals(context, batch.word(entry, CompletionLayout.TAG));
    assertEquals(-context, batch.source(entry));
  }

  private static final class Seen {
    final int writers;
    final AtomicLong left;
    private final AtomicIntegerArray times;

    Seen(int writers) {
      this.writers = writers;
      this.left = new AtomicLong((long) writers * PER_WRITER);
      this.times = new AtomicIntegerArray(writers * PER_WRITER);
    }

    void add(long context, long[] lastOfThisReader) {
      int writer = (int) (context / PER_WRITER);
      assertTrue(context > lastOfThisReader[writer], "order of one writer");
      lastOfThisReader[writer] = context;
      times.incrementAndGet((int) context);
      left.decrementAndGet();
    }

    void verify() {
      for (int i = 0; i < times.length(); i++) {
        assertEquals(1, times.get(i), "times that entry " + i + " was read");
      }
    }
  }
}
