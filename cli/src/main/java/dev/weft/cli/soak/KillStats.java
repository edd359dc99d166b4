package dev.weft.cli.soak;

import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** What deaths fell amid, and how everything has ended; one thread at a time counts. */
final class KillStats {
  private static final String NOTHING = "nothing yet";

  private final Map<String, Long> amid = new TreeMap<>();
  private long failed;
  private long longestNanos;
  private boolean met;

  /** The next process was heard of: what fails first from now on is what its death fell amid. */
  void meet() {
    met = true;
  }

  /** An operation has failed, as it should. */
  void fail(String what) {
    failed++;
    if (met) {
      amid.merge(what, 1L, Long::sum);
      met = false;
    }
  }

  /** A process died before it was heard of. */
  void miss() {
    amid.merge(NOTHING, 1L, Long::sum);
  }

  /** Everything has ended so many nanoseconds after the process. */
  void end(long nanos) {
    longestNanos = Math.max(longestNanos, nanos);
  }

  /** Counts what another has counted. */
  void add(KillStats other) {
    failed += other.failed;
    longestNanos = Math.max(longestNanos, other.longestNanos);
    other.amid.forEach((what, count) -> amid.merge(what, count, Long::sum));
  }

  /** How much has failed, and what the deaths fell amid, the most frequent first. */
  @Override
  public String toString() {
    String deaths =
        amid.entrySet().stream()
            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
            .map(each -> each.getKey() + " %,d".formatted(each.getValue()))
            .collect(Collectors.joining(", "));
    return "%,d ended with an error, the last %d ms after a death; deaths amid: %s"
        .formatted(failed, TimeUnit.NANOSECONDS.toMillis(longestNanos), deaths);
  }
}
