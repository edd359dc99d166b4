package dev.weft.provider.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.completion.UnwritableMemory;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.completion.WorkCompletionBatch;
import dev.weft.verbs.completion.WorkCompletionLayout;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A poll into memory that cannot be written names that memory, and loses no completion. */
class UnwritableBatchTest {
  private final Opened on = new Opened();
  private final CompletionQueue queue = on.queue(null);

  @AfterEach
  void close() {
    queue.close();
    on.context.close();
  }

  private void refused(String text, WorkCompletionBatch batch) {
    assertTrue(on.complete(queue, 1));
    var misuse = assertThrows(RuntimeException.class, () -> queue.poll(batch, 1));
    assertTrue(misuse.getMessage().startsWith(text), misuse::toString);
    assertTrue(misuse.getMessage().contains(", allowed"), misuse::toString);
    assertEquals(List.of(1L), on.drain(queue));
  }

  @ParameterizedTest
  @EnumSource
  void shouldNameTheBatch(UnwritableMemory kind) {
    var memory = kind.allocate(WorkCompletionLayout.SIZE);
    refused("batch.segment()=", WorkCompletionBatch.over(memory));
  }

  @Test
  void shouldNeedNoBatchForNothing() {
    refused("batch=null", null);
    assertTrue(on.complete(queue, 2));
    assertEquals(0, queue.poll(null, 0));
    assertEquals(List.of(2L), on.drain(queue));
  }
}
