package dev.weft.cli.perf.traffic;

import dev.weft.cli.perf.plan.PerfResult;
import org.HdrHistogram.Histogram;

/** The counters of the measuring end of a test. */
final class Measurements {
  static final long MAX_NANOS = 60_000_000_000L;

  private final Histogram latencies = new Histogram(1, MAX_NANOS, 3);
  private long messages;
  private long bytes;
  private long elapsedNanos;
  private long corrupt;

  /** Adds messages that arrived. */
  void arrived(long messages, long bytes) {
    this.messages += messages;
    this.bytes += bytes;
  }

  /** Adds the time that they took. */
  void took(long nanos) {
    elapsedNanos += nanos;
  }

  /** Adds the latency of one message. */
  void latency(long nanos) {
    latencies.recordValue(Math.clamp(nanos, 1, MAX_NANOS));
  }

  /** Counts a checked message as corrupt unless {@code whole}. */
  void checked(boolean whole) {
    if (!whole) {
      corrupt++;
    }
  }

  /** The totals. */
  PerfResult.Traffic traffic() {
    return new PerfResult.Traffic(messages, bytes, elapsedNanos, corrupt, latencies);
  }
}
