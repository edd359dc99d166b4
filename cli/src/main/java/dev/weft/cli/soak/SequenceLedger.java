package dev.weft.cli.soak;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Whether each number of an endless row is seen exactly once, in the memory of a window.
 *
 * <pre>
 *   cell[n mod window]: the number last seen there; n may be seen when n - window was, and once
 * </pre>
 */
final class SequenceLedger {
  private final int window;
  private final AtomicLongArray cells;
  private final LongAdder seen = new LongAdder();

  /** A ledger that has seen nothing; {@code window} is a power of two. */
  SequenceLedger(int window) {
    this.window = window;
    this.cells = new AtomicLongArray(window);
    for (int i = 0; i < window; i++) {
      cells.setPlain(i, (long) i - window);
    }
  }

  /** Whether the number may come next into its cell: what was there before is done with. */
  boolean isOpen(long number) {
    return cells.getAcquire(cell(number)) == number - window;
  }

  /** Sees a number; false where it was seen before, or was never to come. */
  boolean see(long number) {
    if (!cells.compareAndSet(cell(number), number - window, number)) {
      return false;
    }
    seen.increment();
    return true;
  }

  /** Whether this number, not older than a window, was seen. */
  boolean hasSeen(long number) {
    return cells.getAcquire(cell(number)) >= number;
  }

  /** How many numbers were seen. */
  long seen() {
    return seen.sum();
  }

  private int cell(long number) {
    return (int) (number & (window - 1));
  }
}
