package dev.weft.cli.perf;

import org.HdrHistogram.Histogram;

/** What the measuring end of a test counts. */
final class Measurements {
  static final long LONGEST_NANOS = 60_000_000_000L;

  private final Histogram latencies = new Histogram(1, LONGEST_NANOS, 3);
  private long messages;
  private long bytes;
  private long elapsedNanos;
  private long corrupt;

  /** These messages arrived. */
  void arrived(long messages, long bytes) {
    this.messages += messages;
    this.bytes += bytes;
  }

  /** They took this long. */
  void took(long nanos) {
    elapsedNanos += nanos;
  }

  /** One of them took this long. */
  void latency(long nanos) {
    latencies.recordValue(Math.clamp(nanos, 1, LONGEST_NANOS));
  }

  /** One of them is not what was sent, unless {@code whole}. */
  void checked(boolean whole) {
    if (!whole) {
      corrupt++;
    }
  }

  /** What was counted. */
  PerfResult.Traffic traffic() {
    return new PerfResult.Traffic(messages, bytes, elapsedNanos, corrupt, latencies);
  }
}
