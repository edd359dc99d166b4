package dev.weft.cli.report;

import dev.weft.cli.perf.plan.BufferMemory;
import dev.weft.cli.perf.plan.PerfPlan;
import dev.weft.cli.perf.plan.PerfResult;
import dev.weft.cli.perf.plan.PerfTest;
import dev.weft.cli.perf.plan.WaitMode;
import dev.weft.fabric.info.Threading;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;

/** Results with known numbers. */
final class Results {
  static final PerfPlan PLAN =
      new PerfPlan(
          "loopback",
          WaitMode.SPIN,
          false,
          Threading.SAFE,
          BufferMemory.SHARED,
          List.of(PerfTest.PING_PONG),
          List.of(8),
          Duration.ofSeconds(1),
          PerfPlan.PATIENCE,
          null);

  private Results() {}

  static PerfResult sound(PerfTest test, int size) {
    return result(test, size, 2_000_000, 0, 0, "");
  }

  static PerfResult result(
      PerfTest test, int size, long seen, long duplicated, long corrupt, String failure) {
    return new PerfResult(
        PLAN.fabric(),
        test,
        size,
        new PerfResult.Traffic(
            1_000_000, 1_000_000L * size, 500_000_000, corrupt, latencies(100 + size / 20)),
        new PerfResult.Completions(2_000_000, seen, duplicated),
        0,
        52.4,
        PerfResult.Digests.NONE,
        failure);
  }

  /** From a fixed seed, with a long tail. */
  static Histogram latencies(double typical) {
    Histogram latencies = new Histogram(1, 60_000_000_000L, 3);
    Random random = new Random(11);
    for (int i = 0; i < 200_000; i++) {
      double tail = Math.pow(random.nextDouble(), -0.4);
      latencies.recordValue((long) (typical * (1 + 0.1 * random.nextDouble()) * tail));
    }
    return latencies;
  }
}
