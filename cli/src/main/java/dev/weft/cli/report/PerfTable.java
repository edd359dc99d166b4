package dev.weft.cli.report;

import dev.weft.cli.perf.plan.PerfResult;
import java.util.List;
import java.util.Locale;

/** Formats results as a table of at most 80 columns, with a section per fabric. */
public final class PerfTable {
  private static final String INDENT = "  ";

  /** Where p99.9 ends. */
  private static final int FOLD = 56;

  private PerfTable() {}

  /** The column names. */
  public static String header() {
    return line("test", "size", "rate", "p50", "p99", "p99.9", "max", "GB/s", "B/op", "bad");
  }

  /** The line that separates the table from other output. */
  public static String rule() {
    return "-".repeat(Terminal.lineWidth());
  }

  /** The heading of a fabric's section. */
  public static String section(String fabric) {
    String start = "-- " + fabric + " ";
    return start + rule().substring(start.length());
  }

  /** One result; further lines contain a file's digest and the failure, if any. */
  public static String row(PerfResult result) {
    PerfResult.Traffic traffic = result.traffic();
    String row =
        line(
            result.test().label(result.fabric()),
            Quantity.bytes(result.size()),
            Quantity.rate(traffic.rate()),
            percentile(traffic, 50),
            percentile(traffic, 99),
            percentile(traffic, 99.9),
            percentile(traffic, 100),
            Quantity.digits(traffic.gigabytesPerSecond()),
            perOperation(result.allocatedPerMessage()),
            Quantity.count(faults(result)));
    return row + digests(result.digests()) + faultsIfAny(result) + remark(result.failure());
  }

  /** Explains the columns and summarises the results. */
  public static List<String> footer(List<PerfResult> results) {
    long unsound = results.stream().filter(result -> !result.isSound()).count();
    List<String> lines =
        List.of(
            "p50 .. max: half the round trip (ping-pong), to its own completion (one-sided),",
            "else from the send to the completion of its receive. GB/s: 10^9 bytes one way.",
            "rate: a ping-pong's both ways. B/op: heap bytes. bad: lost, extra or damaged.",
            unsound == 0
                ? "All payloads arrived whole, all completions exactly once."
                : "%d of %d rows are NOT sound.".formatted(unsound, results.size()));
    return lines.stream().map(line -> LineWrap.wrap(line, "")).toList();
  }

  private static String percentile(PerfResult.Traffic traffic, double percentile) {
    return traffic.latencies().getTotalCount() == 0
        ? "-"
        : Quantity.nanos((double) traffic.latencies().getValueAtPercentile(percentile));
  }

  private static long faults(PerfResult result) {
    PerfResult.Completions completions = result.completions();
    return Math.abs(completions.lost()) + completions.duplicated() + result.traffic().corrupt();
  }

  private static String faultsIfAny(PerfResult result) {
    PerfResult.Completions completions = result.completions();
    return faults(result) == 0
        ? ""
        : remark(
            "lost %s, duplicated %s, damaged %s; posted %s, completed %s"
                .formatted(
                    Quantity.exact(completions.lost()),
                    Quantity.exact(completions.duplicated()),
                    Quantity.exact(result.traffic().corrupt()),
                    Quantity.exact(completions.posted()),
                    Quantity.exact(completions.seen())));
  }

  private static String perOperation(double bytes) {
    long whole = bytes < 0.05 ? 0 : (long) Math.ceil(bytes);
    return whole < 10_000 ? "" + whole : Math.ceilDiv(whole, 1000) + "k";
  }

  private static String digests(PerfResult.Digests digests) {
    if (digests.sent() == null) {
      return "";
    }
    return digests.agree()
        ? remark("SHA-256 of what was sent and of what arrived:") + remark(digests.sent())
        : remark("SHA-256 of what was sent, and of what arrived:")
            + remark(digests.sent())
            + remark(String.valueOf(digests.arrived()));
  }

  private static String remark(String text) {
    return text.isEmpty() ? "" : System.lineSeparator() + LineWrap.wrap(INDENT + text, INDENT);
  }

  private static String line(Object... cells) {
    String row = String.format(Locale.ROOT, "%-16s %6s %8s %7s %7s %7s %7s %5s %4s %3s", cells);
    return LineWrap.fold(row, FOLD);
  }
}
