package dev.weft.cli.perf;

/**
 * Accounts for operations of one kind and detects lost and duplicate completions.
 *
 * <p>Operations are numbered from 0 in the order of posting, and their contexts carry the number.
 * One bit per operation in flight:
 *
 * <pre>
 *   number    0 . . . . . . . completed . . . . | 1 0 1 1 0 1 |  next
 *                                               ^ oldest        ^ posted
 * </pre>
 *
 * Not thread-safe: one thread posts and reads.
 */
public final class CompletionLedger {
  private final long[] underWay;
  private final int capacity;
  private long posted;
  private long seen;
  private long duplicated;

  /**
   * @param capacity maximum number of operations in flight; 1 to 2^30
   */
  public CompletionLedger(int capacity) {
    if (capacity < 1 || capacity > 1 << 30) {
      throw new IllegalArgumentException("capacity=" + capacity + ", allowed are 1 to 2^30");
    }
    this.capacity = Math.max(64, Integer.highestOneBit(capacity - 1) << 1);
    this.underWay = new long[this.capacity / 64];
  }

  /** The number that the next accepted operation gets. */
  public long next() {
    return posted;
  }

  /** Enters the accepted operation with number {@link #next()}. */
  public void accept() {
    underWay[word(posted)] |= bit(posted);
    posted++;
  }

  /**
   * Enters a completion.
   *
   * @return false if no operation in flight has this number
   */
  public boolean complete(long number) {
    if (!isUnderWay(number)) {
      duplicated++;
      return false;
    }
    underWay[word(number)] &= ~bit(number);
    seen++;
    return true;
  }

  /** Whether the operation with this number was accepted and has not completed. */
  public boolean isUnderWay(long number) {
    return number >= 0
        && number < posted
        && number >= posted - capacity
        && (underWay[word(number)] & bit(number)) != 0;
  }

  /** The number of accepted operations. */
  public long posted() {
    return posted;
  }

  /** The number of completed operations, each counted once. */
  public long seen() {
    return seen;
  }

  /** The number of operations in flight; after the end of the test, the number lost. */
  public long outstanding() {
    return posted - seen;
  }

  /** The number of completions that match no operation in flight. */
  public long duplicated() {
    return duplicated;
  }

  private int word(long number) {
    return (int) (number & (capacity - 1)) >>> 6;
  }

  private static long bit(long number) {
    return 1L << number;
  }
}
