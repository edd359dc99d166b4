package dev.weft.cli.perf;

/**
 * Accounts for operations of one kind, so that a completion which is lost or comes twice is seen.
 *
 * <p>Operations are numbered from 0 in the order of posting, and their contexts carry the number.
 * One bit for each operation under way:
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
   * @param capacity the most operations that are under way at once; 1 to 2^30
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

  /** The operation numbered {@link #next()} was accepted. */
  public void accept() {
    underWay[word(posted)] |= bit(posted);
    posted++;
  }

  /**
   * The completion of an operation was read.
   *
   * @return false where no operation under way has this number
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

  /** How many operations were accepted. */
  public long posted() {
    return posted;
  }

  /** How many of them have completed, each counted once. */
  public long seen() {
    return seen;
  }

  /** How many are still under way; once nothing more can come, how many were lost. */
  public long outstanding() {
    return posted - seen;
  }

  /** How many completions came that no operation under way explains. */
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
