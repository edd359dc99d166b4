package dev.weft.cli.workload;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Checks that each number of an endless sequence is seen exactly once, with a window's worth of
 * memory. Any number of threads may use it.
 *
 * <pre>
 *   cell[n mod window]: the number last seen there; n may be seen when n - window was, and once
 * </pre>
 */
public final class SequenceLedger {
  private final int window;
  private final AtomicLongArray cells;
  private final LongAdder seen = new LongAdder();

  /** Makes an empty ledger; {@code window} is a power of two. */
  public SequenceLedger(int window) {
    this.window = window;
    this.cells = new AtomicLongArray(window);
    for (int i = 0; i < window; i++) {
      cells.setPlain(i, (long) i - window);
    }
  }

  /** Whether the number may use its cell next: the previous one there is done. */
  public boolean isOpen(long number) {
    return cells.getAcquire(cell(number)) == number - window;
  }

  /** Records a number; false if it was seen before or is outside the window. */
  public boolean see(long number) {
    if (!cells.compareAndSet(cell(number), number - window, number)) {
      return false;
    }
    seen.increment();
    return true;
  }

  /** Records a number that is next in its cell; for a ledger of one thread. Is not counted. */
  void seeAlone(long number) {
    cells.setPlain(cell(number), number);
  }

  /** Whether this number, not older than a window, was seen. */
  public boolean hasSeen(long number) {
    return cells.getAcquire(cell(number)) >= number;
  }

  /** The count of distinct numbers. */
  public long seen() {
    return seen.sum();
  }

  private int cell(long number) {
    return (int) (number & (window - 1));
  }
}
