package dev.weft.cli.report;

import dev.weft.cli.perf.PerfResult;
import java.util.List;
import java.util.Locale;

/** Results as lines of a table at most 120 columns wide. */
public final class PerfTable {
  private PerfTable() {}

  /** The names of the columns. */
  public static String header() {
    return line(
        "test",
        "fabric",
        "size",
        "count",
        "rate",
        "p50",
        "p99",
        "p99.9",
        "max",
        "GB/s",
        "B/op",
        "posted = seen",
        "lost",
        "dup",
        "bad");
  }

  /** A line of dashes as wide as the table. */
  public static String rule() {
    return "-".repeat(header().length());
  }

  /** One result; a second line has a file's digest, and tells what went wrong. */
  public static String row(PerfResult result) {
    PerfResult.Traffic traffic = result.traffic();
    String row =
        line(
            result.test().label(result.fabric()),
            result.fabric(),
            Quantity.bytes(result.size()),
            Quantity.count(traffic.messages()),
            Quantity.rate(traffic.rate()),
            percentile(traffic, 50),
            percentile(traffic, 99),
            percentile(traffic, 99.9),
            percentile(traffic, 100),
            Quantity.digits(traffic.gigabytesPerSecond()),
            perOperation(result.allocatedPerMessage()),
            completions(result.completions()),
            result.completions().lost(),
            result.completions().duplicated(),
            traffic.corrupt());
    return row + remark(result.digests()) + remark(result.failure());
  }

  /** Explains the columns and sums up. */
  public static List<String> footer(List<PerfResult> results) {
    long unsound = results.stream().filter(result -> !result.isSound()).count();
    return List.of(
        "p50 .. max: ping-pong half of the round trip, one-sided to its own completion, else from"
            + " send to that of the receive",
        "count, rate, GB/s: messages or operations, 10^9 bytes one way; bursts (all but ping-pong"
            + " and stream) are checked between",
        "posted = seen: operations accepted, each completed once. lost, dup: completions missing,"
            + " too many. B/op: heap bytes",
        unsound == 0
            ? "All payloads arrived whole, all completions exactly once."
            : "%d of %d rows are NOT sound.".formatted(unsound, results.size()));
  }

  private static String percentile(PerfResult.Traffic traffic, double percentile) {
    return traffic.latencies().getTotalCount() == 0
        ? "-"
        : Quantity.nanos((double) traffic.latencies().getValueAtPercentile(percentile));
  }

  private static String completions(PerfResult.Completions completions) {
    return completions.lost() == 0 ? Quantity.exact(completions.posted()) : "not equal";
  }

  private static String perOperation(double bytes) {
    return bytes < 0.05 ? "0" : Quantity.count((long) Math.ceil(bytes)).replace(" ", "");
  }

  private static String remark(PerfResult.Digests digests) {
    if (digests.sent() == null) {
      return "";
    }
    return remark(
        digests.agree()
            ? "SHA-256 " + digests.sent() + " sent and arrived"
            : "SHA-256 " + digests.sent() + " was sent, " + digests.arrived() + " arrived");
  }

  private static String remark(String text) {
    return text.isEmpty() ? "" : System.lineSeparator() + "  " + text;
  }

  private static String line(Object... cells) {
    return String.format(
        Locale.ROOT, "%-16s %-8s %6s %7s %8s %7s %7s %7s %7s %6s %4s %13s %4s %3s %3s", cells);
  }
}
