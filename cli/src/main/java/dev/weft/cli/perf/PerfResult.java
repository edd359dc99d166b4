package dev.weft.cli.perf;

import java.util.Objects;
import org.HdrHistogram.Histogram;

/**
 * What one test found out for one message size.
 *
 * @param fabric name of the provider
 * @param size of a message, in bytes
 * @param allocated heap bytes that the measuring threads allocated
 * @param bounceNanos the cache-line bounce just before
 * @param digests of a file
 * @param failure the sentence that says what stopped the test early, else empty
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
   * @param elapsedNanos in which they did
   * @param corrupt how many of them have a wrong byte or length
   * @param latencies in nanoseconds; of ping-pong half the round trip, of one-sided operations to
   *     the initiator's completion, else from the call of send to that of the receive
   */
  public record Traffic(
      long messages, long bytes, long elapsedNanos, long corrupt, Histogram latencies) {

    /** The same, if the other end has found these to be corrupt. */
    Traffic alsoCorrupt(long more) {
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
   * @param posted operations that were accepted, and so have to complete
   * @param seen how many of them completed
   * @param duplicated completions that no operation under way explains
   */
  public record Completions(long posted, long seen, long duplicated) {

    /** Operations that never completed. */
    public long lost() {
      return posted - seen;
    }

    Completions plus(Completions other) {
      return new Completions(
          posted + other.posted, seen + other.seen, duplicated + other.duplicated);
    }
  }

  /**
   * SHA-256 of a file in hexadecimal digits.
   *
   * @param sent what was to be sent, or null where no file was
   * @param arrived what arrived, or null
   */
  public record Digests(String sent, String arrived) {

    /** For tests that send no file. */
    public static final Digests NONE = new Digests(null, null);

    /** Whether what arrived is what was sent. */
    public boolean agree() {
      return Objects.equals(sent, arrived);
    }
  }

  /** Heap bytes for each message, both ends together. */
  public double allocatedPerMessage() {
    return traffic.messages == 0 ? 0 : (double) allocated / traffic.messages;
  }

  /** Whether every message arrived whole and every operation completed exactly once. */
  public boolean isSound() {
    return failure.isEmpty()
        && completions.lost() == 0
        && completions.duplicated() == 0
        && traffic.corrupt() == 0
        && digests.agree();
  }
}
