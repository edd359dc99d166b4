package dev.weft.completion.work;

import static dev.weft.completion.CompletionLayout.HEAD;
import static dev.weft.completion.CompletionLayout.HEAD_SEEN;
import static dev.weft.completion.CompletionLayout.RESERVED;
import static dev.weft.completion.CompletionLayout.TAIL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.completion.Batch;
import dev.weft.completion.CompletionRing;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RingResizeTest {
  /** Its stamp is 0, as in memory that was never written. */
  private static final long STAMPED_ZERO = (1L << 32) - 1;

  private static CompletionRing at(long position, int capacity) {
    CompletionRing ring = new CompletionRing(capacity, false, false);
    for (int cursor : new int[] {HEAD, HEAD_SEEN, TAIL, RESERVED}) {
      ring.cursors[cursor] = position;
    }
    return ring;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void shouldShowNothingThatWasNotWritten(int before) {
    CompletionRing to = new CompletionRing(8, false, false);
    RingResize.enlarge(at(STAMPED_ZERO - before, 4), to);
    for (int i = 0; i < 2 * 8; i++) {
      assertTrue(to.reader().isEmpty(), "at " + i);
      assertTrue(to.writer().reserve(1));
      to.writer().write(i, 2, 3, 4, 5, 6, 7);
      assertFalse(to.reader().isEmpty());
      Batch batch = new Batch(48, 8);
      assertEquals(1, batch.readFrom(to));
      assertEquals(i, batch.context(0));
    }
  }
}
