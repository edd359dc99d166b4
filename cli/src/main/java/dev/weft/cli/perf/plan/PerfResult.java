package dev.weft.cli.perf.plan;

import java.util.Objects;
import org.HdrHistogram.Histogram;

/**
 * The result of one test for one message size.
 *
 * @param fabric name of the provider
 * @param size of a message, in bytes
 * @param allocated heap bytes that the measuring threads allocated
 * @param bounceNanos the cache-line transfer time just before
 * @param digests of a file
 * @param failure why the test stopped early, else empty
 */
public record PerfResult(
    String fabric,
    PerfTest test,
    int size,
    Traffic traffic,
    Completions completions,
    long allocated,
    double bounceNanos,
    Digests digests,
    String failure) {

  /**
   * Messages that arrived.
   *
   * @param elapsedNanos duration
   * @param corrupt messages with a wrong byte or length
   * @param latencies in nanoseconds; of ping-pong half the round trip, of one-sided operations to
   *     the initiator's completion, else from the call of send to that of the receive
   */
  public record Traffic(
      long messages, long bytes, long elapsedNanos, long corrupt, Histogram latencies) {

    /** The same, plus corrupt messages that the other end found. */
    public Traffic alsoCorrupt(long more) {
      return new Traffic(messages, bytes, elapsedNanos, corrupt + more, latencies);
    }

    /** Messages in a second. */
    public double rate() {
      return elapsedNanos == 0 ? 0 : messages * 1e9 / elapsedNanos;
    }

    /** 10^9 bytes in a second, one way. */
    public double gigabytesPerSecond() {
      return elapsedNanos == 0 ? 0 : (double) bytes / elapsedNanos;
    }
  }

  /**
   * Completions of both ends.
   *
   * @param posted operations that were accepted and must complete
   * @param seen those that completed
   * @param duplicated completions that match no operation in flight
   */
  public record Completions(long posted, long seen, long duplicated) {

    /** Operations that never completed. */
    public long lost() {
      return posted - seen;
    }

    public Completions plus(Completions other) {
      return new Completions(
          posted + other.posted, seen + other.seen, duplicated + other.duplicated);
    }
  }

  /**
   * SHA-256 of a file in hexadecimal digits.
   *
   * @param sent of the file that was sent, or null
   * @param arrived of the received bytes, or null
   */
  public record Digests(String sent, String arrived) {

    /** For tests without a file. */
    public static final Digests NONE = new Digests(null, null);

    /** Whether the received file equals the sent one. */
    public boolean agree() {
      return Objects.equals(sent, arrived);
    }
  }

  /** Heap bytes per message, both ends together. */
  public double allocatedPerMessage() {
    return traffic.messages == 0 ? 0 : (double) allocated / traffic.messages;
  }

  /** Whether every message arrived intact and every operation completed exactly once. */
  public boolean isSound() {
    return failure.isEmpty()
        && completions.lost() == 0
        && completions.duplicated() == 0
        && traffic.corrupt() == 0
        && digests.agree();
  }
}
