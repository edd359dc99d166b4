package dev.weft.cli.soak;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Checks that each number of an endless sequence is seen exactly once, with a window's worth of
 * memory.
 *
 * <pre>
 *   cell[n mod window]: the number last seen there; n may be seen when n - window was, and once
 * </pre>
 */
final class SequenceLedger {
  private final int window;
  private final AtomicLongArray cells;
  private final LongAdder seen = new LongAdder();

  /** Makes an empty ledger; {@code window} is a power of two. */
  SequenceLedger(int window) {
    this.window = window;
    this.cells = new AtomicLongArray(window);
    for (int i = 0; i < window; i++) {
      cells.setPlain(i, (long) i - window);
    }
  }

  /** Whether the number may use its cell next: the previous one there is done. */
  boolean isOpen(long number) {
    return cells.getAcquire(cell(number)) == number - window;
  }

  /** Records a number; false if it was seen before or is outside the window. */
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

  /** The count of distinct numbers. */
  long seen() {
    return seen.sum();
  }

  private int cell(long number) {
    return (int) (number & (window - 1));
  }
}
