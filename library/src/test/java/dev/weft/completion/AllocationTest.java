package dev.weft.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import dev.weft.wait.Deadline;
import dev.weft.wait.Notifier;
import dev.weft.wait.WaitCondition;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Promising, completing, reading, and waiting for what is there already allocate nothing. */
@Tag("long")
class AllocationTest {
  private static final int ROUNDS = 20_000;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @ParameterizedTest
  @EnumSource
  void shouldAllocateNothingInSteadyState(Sharing sharing) {
    Notifier notifier = new Notifier();
    CompletionRing ring = new CompletionRing(64, sharing, notifier);
    WaitCondition condition = () -> !ring.reader().isEmpty();
    Batch batch = new Batch(48, 16);
    long before = 0;
    for (int attempt = 0; attempt < 20; attempt++) { // until everything is compiled
      before = THREADS.getCurrentThreadAllocatedBytes();
      rounds(ring, batch, notifier, condition);
      if (THREADS.getCurrentThreadAllocatedBytes() == before) {
        return;
      }
    }
    assertEquals(0, THREADS.getCurrentThreadAllocatedBytes() - before);
  }

  private static void rounds(
      CompletionRing ring, Batch batch, Notifier notifier, WaitCondition condition) {
    for (int round = 0; round < ROUNDS; round++) {
      ring.writer().reserve(16);
      for (int i = 0; i < 16; i++) {
        ring.writer().write(i, 2, 3, 4, 5, 6, 7);
      }
      notifier.await(condition, Deadline.FOREVER);
      batch.readFrom(ring);
      batch.readFrom(ring);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldAllocateNothingForWorkCompletions(boolean timed) {
    WorkQueueFixture on =
        new WorkQueueFixture(64, new WorkCompletionOptions(false, false, timed, timed));
    long before = 0;
    for (int attempt = 0; attempt < 20; attempt++) { // until everything is compiled
      before = THREADS.getCurrentThreadAllocatedBytes();
      workRounds(on);
      if (THREADS.getCurrentThreadAllocatedBytes() == before) {
        return;
      }
    }
    assertEquals(0, THREADS.getCurrentThreadAllocatedBytes() - before);
  }

  private static void workRounds(WorkQueueFixture on) {
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < 32; i++) {
        on.add(i);
      }
      on.reader.start();
      for (int i = 0; i < 16; i++) {
        on.reader.next();
      }
      on.reader.end();
      on.reader.poll(on.structs, 16);
      on.queue.arm(true);
    }
  }
}
