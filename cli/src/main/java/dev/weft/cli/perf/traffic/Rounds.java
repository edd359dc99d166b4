package dev.weft.cli.perf.traffic;

import dev.weft.cli.perf.plan.TestCase;
import java.time.Duration;

/**
 * The number of messages per round. Both ends know it before the round, so the receiving end posts
 * exactly as many receives.
 */
final class Rounds {
  private static final long LONG_ENOUGH_NANOS = 10_000_000;

  private final long end;
  private final long most;
  private long left;
  private long messages;
  private long started;

  private Rounds(Duration duration, long first, long most, long left) {
    this.end = System.nanoTime() + duration.toNanos();
    this.messages = first;
    this.most = most;
    this.left = left;
  }

  /** The rounds of the leading end of this row; they begin now. */
  static Rounds of(TestCase row) {
    return switch (row.test()) {
      case PING_PONG, ONE_THREAD, STREAM, FETCH_ADD, COMPARE_SWAP -> during(row.duration());
      case BANDWIDTH, WRITE, READ -> bursts(row.duration(), row.slots());
      case FILE -> exactly((row.fileBytes() + row.size() - 1) / row.size(), row.slots());
    };
  }

  /** For this long, at least one round, in rounds that grow until one takes about 10 ms. */
  static Rounds during(Duration duration) {
    return new Rounds(duration, 16, Long.MAX_VALUE / 2, Long.MAX_VALUE);
  }

  /** For this long, at least one round, in bursts of this many messages. */
  static Rounds bursts(Duration duration, int messages) {
    return new Rounds(duration, messages, messages, Long.MAX_VALUE);
  }

  /** A fixed number of messages, in bursts. */
  static Rounds exactly(long total, int messages) {
    return new Rounds(Duration.ofDays(365), messages, messages, total);
  }

  /** Number of messages in the next round; 0 at the end. */
  long next() {
    long now = System.nanoTime();
    if (left == 0 || (started != 0 && now - end >= 0)) {
      return 0;
    }
    if (started != 0 && now - started < LONG_ENOUGH_NANOS) {
      messages = Math.min(most, 2 * messages);
    }
    started = now;
    long round = Math.min(left, messages);
    left -= round;
    return round;
  }
}
