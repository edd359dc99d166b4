package dev.weft.cli.perf;

import dev.weft.fabric.Capabilities;
import dev.weft.fabric.EndpointType;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricInfo;
import dev.weft.fabric.Fabrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Runs a plan, one row after the other; each is warmed up first. */
public final class PerfRun {
  private static final Duration LONGEST_WARM_UP = Duration.ofMillis(300);

  private final PerfPlan plan;
  private final Listener listener;

  /** Hears of the run while it goes on. */
  public interface Listener {

    /** A row starts. */
    void started(PerfTest test, int size);

    /** A row is done. */
    void finished(PerfResult result);
  }

  /** A run of this plan. */
  public PerfRun(PerfPlan plan, Listener listener) {
    this.plan = plan;
    this.listener = listener;
  }

  /** What a fabric must be able to do for a plan. */
  public static FabricInfo hints(PerfPlan plan) {
    return FabricInfo.builder()
        .provider(plan.fabric())
        .capabilities(Capabilities.MSG | Capabilities.TAGGED)
        .endpointType(EndpointType.RDM)
        .threading(plan.threading())
        .build();
  }

  /** Measures everything. */
  public List<PerfResult> run() {
    FabricInfo info = Fabrics.query(hints(plan)).getFirst();
    List<PerfResult> results = new ArrayList<>();
    try (Fabric fabric = Fabrics.open(info)) {
      for (PerfTest test : plan.tests()) {
        for (int size : plan.sizes()) {
          listener.started(test, size);
          PerfResult result = measure(fabric, info, test, size);
          results.add(result);
          listener.finished(result);
        }
      }
    }
    return results;
  }

  private PerfResult measure(Fabric fabric, FabricInfo info, PerfTest test, int size) {
    double bounce = CacheLineBounce.measure();
    PerfTest warming = test == PerfTest.FILE ? PerfTest.BANDWIDTH : test;
    PerfResult warm = exchange(fabric, info, warming, size, warmUp(), bounce);
    return warm.isSound() ? exchange(fabric, info, test, size, plan.duration(), bounce) : warm;
  }

  private Duration warmUp() {
    return plan.duration().compareTo(LONGEST_WARM_UP) < 0 ? plan.duration() : LONGEST_WARM_UP;
  }

  private PerfResult exchange(
      Fabric fabric, FabricInfo info, PerfTest test, int size, Duration duration, double bounce) {
    try (Exchange exchange = new Exchange(plan, fabric, info, test, size)) {
      return exchange.run(duration, bounce);
    }
  }
}
