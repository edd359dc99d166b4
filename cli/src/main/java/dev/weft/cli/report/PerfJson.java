package dev.weft.cli.report;

import dev.weft.cli.perf.plan.PerfPlan;
import dev.weft.cli.perf.plan.PerfResult;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** Formats results as JSON, one object per line. */
public final class PerfJson {

  private PerfJson() {}

  /** Formats one result of a plan. Times are in nanoseconds; {@code gb_per_s} counts 10^9 bytes. */
  public static String line(PerfPlan plan, PerfResult result) {
    PerfResult.Traffic traffic = result.traffic();
    PerfResult.Completions completions = result.completions();
    Histogram latencies = traffic.latencies();
    JsonLine line =
        new JsonLine()
            .put("fabric", plan.fabric())
            .put("test", result.test().key())
            .put("size", result.size())
            .put("messages", traffic.messages())
            .put("rate_per_s", traffic.rate(), 1)
            .put("p50_ns", latencies.getValueAtPercentile(50))
            .put("p99_ns", latencies.getValueAtPercentile(99))
            .put("p999_ns", latencies.getValueAtPercentile(99.9))
            .put("gb_per_s", traffic.gigabytesPerSecond(), 6)
            .put("alloc_bytes_per_op", result.allocatedPerMessage(), 3)
            .put("lost", completions.lost())
            .put("duplicated", completions.duplicated())
            .put("max_ns", latencies.getMaxValue())
            .put("corrupt", traffic.corrupt())
            .put("posted", completions.posted())
            .put("seen", completions.seen())
            .put("wait", plan.waitMode().key())
            .put("threading", plan.threading().name().toLowerCase(Locale.ROOT))
            .put("memory", plan.memory().key())
            .put("pinned", plan.pinned())
            .put("bounce_ns", result.bounceNanos(), 1);
    return finish(line, result).toString();
  }

  private static JsonLine finish(JsonLine line, PerfResult result) {
    if (result.digests().sent() != null) {
      line.put("sha256_sent", result.digests().sent());
      line.put("sha256_arrived", result.digests().arrived());
    }
    return result.failure().isEmpty() ? line : line.put("failure", result.failure());
  }
}
