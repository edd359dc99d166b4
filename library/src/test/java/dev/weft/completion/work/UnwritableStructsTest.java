package dev.weft.completion.work;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.completion.Batch;
import dev.weft.completion.CompletionFailure;
import dev.weft.completion.CompletionReader;
import dev.weft.completion.UnwritableMemory;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A poll into memory that cannot be written fails, and the entries stay queued. */
class UnwritableStructsTest {
  private static final int STRIDE = 48;

  private static void refused(Runnable read) {
    assertThrows(RuntimeException.class, read::run);
  }

  @ParameterizedTest
  @EnumSource
  void shouldKeepWorkCompletions(UnwritableMemory kind) {
    for (WorkCompletionOptions options :
        List.of(WorkCompletionOptions.PLAIN, WorkQueueFixture.LOSSY)) {
      WorkQueueFixture on = new WorkQueueFixture(4, options);
      on.addAll(1, 3);
      refused(() -> on.reader.poll(kind.allocate(3 * WorkQueueFixture.STRUCT), 3));
      assertEquals(List.of(1L, 2L, 3L), on.drain(), options::toString);
    }
  }

  /** Some fit, and then one does not. */
  @Test
  void shouldKeepAllOfABatchThatEndsTooEarly() {
    WorkQueueFixture on = new WorkQueueFixture(4);
    on.addAll(1, 3);
    refused(() -> on.reader.poll(on.structs.asSlice(0, WorkQueueFixture.STRUCT), 3));
    assertEquals(List.of(1L, 2L, 3L), on.drain());
  }

  /** A failure is also kept if there is no memory to describe it. */
  @Test
  void shouldKeepAFailureWhoseReadThrowsAnError() {
    WorkQueueFixture on = new WorkQueueFixture(4);
    PeerQueue halves = on.queue.share(() -> false, null);
    assertTrue(halves.writer().reserve(1));
    halves.writer().writeError(CompletionFailure.of(7, 0, 5).build());
    Consumer<CompletionFailure> starved =
        failure -> {
          throw new OutOfMemoryError("of " + failure.context());
        };
    assertThrows(OutOfMemoryError.class, () -> halves.reader().readError(starved));
    assertTrue(halves.reader().readError(failure -> assertEquals(7, failure.context())));
  }

  @ParameterizedTest
  @EnumSource
  void shouldKeepEntriesOfASharedQueue(UnwritableMemory kind) {
    WorkQueueFixture on = new WorkQueueFixture(4);
    CompletionReader reader = on.queue.share(() -> false, null).reader();
    on.addAll(1, 2);
    MemorySegment memory = kind.allocate(2 * STRIDE);
    Batch batch = new Batch(STRIDE, 2);
    refused(() -> reader.read(memory, STRIDE, 2, null));
    refused(() -> reader.read(batch.entries, STRIDE, 2, memory));
    refused(() -> reader.read(batch.entries.asSlice(0, STRIDE), STRIDE, 2, null));
    assertEquals(2, reader.read(batch.entries, STRIDE, 2, null));
    assertEquals(1, batch.context(0));
    assertEquals(2, batch.context(1));
  }

  @ParameterizedTest
  @EnumSource
  void shouldKeepFailuresOfASharedQueue(UnwritableMemory kind) {
    WorkQueueFixture on = new WorkQueueFixture(4);
    PeerQueue halves = on.queue.share(() -> false, null);
    assertTrue(halves.writer().reserve(1));
    halves.writer().writeError(CompletionFailure.of(7, 0, 5).tag(9).build());
    MemorySegment memory = kind.allocate(8);
    refused(() -> halves.reader().readError(failure -> memory.fill((byte) failure.error())));
    assertTrue(
        halves
            .reader()
            .readError(
                failure -> {
                  assertEquals(7, failure.context());
                  assertEquals(9, failure.tag());
                }));
    assertTrue(halves.reader().isEmpty());
  }
}
