package dev.weft.cli.soak.kill;

import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Statistics of killed peers: the operation in progress at each death, and how all operations
 * ended. One thread at a time counts.
 */
final class KillStats {
  private static final String NOTHING = "nothing yet";

  private final Map<String, Long> amid = new TreeMap<>();
  private long failed;
  private long longestNanos;
  private boolean met;

  /**
   * The next process was met: the operation that fails first from now on was in progress at its
   * death.
   */
  void meet() {
    met = true;
  }

  /** An operation failed as expected. */
  void fail(String what) {
    failed++;
    if (met) {
      amid.merge(what, 1L, Long::sum);
      met = false;
    }
  }

  /** A process died before it was met. */
  void miss() {
    amid.merge(NOTHING, 1L, Long::sum);
  }

  /** All operations have ended, this many nanoseconds after the process. */
  void end(long nanos) {
    longestNanos = Math.max(longestNanos, nanos);
  }

  /** Adds another object's counts. */
  void add(KillStats other) {
    failed += other.failed;
    longestNanos = Math.max(longestNanos, other.longestNanos);
    other.amid.forEach((what, count) -> amid.merge(what, count, Long::sum));
  }

  /**
   * The number of failures and the operations in progress at the deaths, the most frequent first.
   */
  @Override
  public String toString() {
    String deaths =
        amid.entrySet().stream()
            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
            .map(each -> each.getKey() + " %,d".formatted(each.getValue()))
            .collect(Collectors.joining(", "));
    return "%,d ended with an error, the last %d ms after a death; deaths during: %s"
        .formatted(failed, TimeUnit.NANOSECONDS.toMillis(longestNanos), deaths);
  }
}
