package dev.weft.cli.workload;

/**
 * Accounts for operations of one kind and detects lost and duplicate completions. Operations are
 * numbered from 0 in the order of posting, and their contexts carry the number.
 *
 * <p>Not thread-safe: one thread posts and reads.
 */
public final class CompletionLedger {
  private final SequenceLedger completed;
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
    this.completed = new SequenceLedger(this.capacity);
  }

  /** The number that the next accepted operation gets. */
  public long next() {
    return posted;
  }

  /** Enters the accepted operation with number {@link #next()}. */
  public void accept() {
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
    completed.seeAlone(number);
    seen++;
    return true;
  }

  /** Whether the operation with this number was accepted and has not completed. */
  public boolean isUnderWay(long number) {
    return number >= 0
        && number < posted
        && number >= posted - capacity
        && !completed.hasSeen(number);
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
}
