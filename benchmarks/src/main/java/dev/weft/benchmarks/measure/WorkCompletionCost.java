package dev.weft.benchmarks.measure;

import dev.weft.completion.CompletionRing;
import dev.weft.completion.Sharing;
import dev.weft.completion.work.WorkCompletion;
import dev.weft.completion.work.WorkCompletionListener;
import dev.weft.completion.work.WorkCompletionOptions;
import dev.weft.completion.work.WorkCompletionQueue;
import dev.weft.completion.work.WorkCompletionReader;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Measures the cost of taking a completion out of a queue, in batches, by one thread: from the bare
 * ring, by the verbs iterator, or into {@code struct ibv_wc}. Filling the queue is not timed.
 */
final class WorkCompletionCost {
  private static final int SIZE = 1024;
  private static final int STRIDE = 48;

  private static final WorkCompletionListener NO_LISTENER =
      new WorkCompletionListener() {
        @Override
        public void completionEvent() {}

        @Override
        public void overrun() {
          throw new IllegalStateException("overrun");
        }

        @Override
        public void eventHeldBack(long nanos) {}
      };

  private final CompletionRing ring = new CompletionRing(SIZE, Sharing.MULTI, null);
  private final WorkCompletionQueue queue =
      new WorkCompletionQueue(SIZE, WorkCompletionOptions.PLAIN, NO_LISTENER);
  private final WorkCompletion completion = new WorkCompletion();
  private final MemorySegment entries = Arena.ofAuto().allocate((long) SIZE * STRIDE);
  private final int batch;
  private long sum;

  private long slices;

  private WorkCompletionCost(int batch) {
    this.batch = batch;
  }

  /** Nanoseconds for one completion. */
  static double measure(String name, String batch, long nanos) {
    WorkCompletionCost cost = new WorkCompletionCost(Integer.parseInt(batch));
    return cost.measure(name, nanos);
  }

  private double measure(String name, long nanos) {
    double cost = Median.ofSlices(1_000_000_000 + nanos, slice -> slice(name));
    if (sum != slices * SIZE * (SIZE - 1) / 2) {
      throw new IllegalStateException("sum of the contexts=" + sum);
    }
    return cost;
  }

  private double slice(String name) {
    slices++;
    fill(name);
    long start = System.nanoTime();
    take(name);
    return (System.nanoTime() - start) / (double) SIZE;
  }

  private void fill(String name) {
    for (int i = 0; i < SIZE; i++) {
      if (name.equals("ring")) {
        ring.writer().reserve(1);
        ring.writer().write(i, 2, 3, 4, 5, 6, 7);
      } else {
        completion.wrId = i;
        queue.add(completion);
      }
    }
  }

  private void take(String name) {
    for (int taken = 0; taken < SIZE; taken += batch) {
      switch (name) {
        case "ring" -> sumUp(ring.reader().read(entries, STRIDE, batch, null));
        case "poll" -> sumUp(queue.reader().poll(entries, batch));
        default -> iterate(queue.reader());
      }
    }
  }

  private void sumUp(int taken) {
    for (int i = 0; i < taken; i++) {
      sum += entries.get(ValueLayout.JAVA_LONG, (long) i * STRIDE);
    }
  }

  private void iterate(WorkCompletionReader reader) {
    reader.start();
    int visited = 0;
    do {
      sum += reader.wrId() + reader.status();
    } while (++visited < batch && reader.next() == WorkCompletionReader.READY);
    reader.end();
  }
}
