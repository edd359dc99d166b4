package dev.weft.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A read into memory that cannot be written fails, and the entries stay queued. */
class UnwritableMemoryTest {
  private static final int STRIDE = 48;

  private static void refused(Runnable read) {
    assertThrows(RuntimeException.class, read::run);
  }

  @ParameterizedTest
  @EnumSource
  void shouldKeepEntriesOfEndpoints(UnwritableMemory kind) {
    CompletionRing ring = new CompletionRing(4, Sharing.MULTI, null);
    assertTrue(ring.writer().reserve(1));
    ring.writer().write(1, 0, 0, 0, 0, 0, 0);
    MemorySegment memory = kind.allocate(4 * STRIDE);
    Batch batch = new Batch(STRIDE, 4);
    refused(() -> ring.reader().read(memory, STRIDE, 4, null));
    refused(() -> ring.reader().read(batch.entries, STRIDE, 4, memory));
    assertEquals(1, batch.readFrom(ring));
  }

  @ParameterizedTest
  @EnumSource
  void shouldKeepFailures(UnwritableMemory kind) {
    CompletionRing ring = new CompletionRing(4, Sharing.MULTI, null);
    assertTrue(ring.writer().reserve(1));
    ring.writer().writeError(CompletionFailure.of(7, 0, 5).build());
    MemorySegment memory = kind.allocate(8);
    refused(() -> ring.reader().readError(failure -> memory.fill((byte) failure.error())));
    assertEquals(7, Batch.readError(ring).context());
  }
}
