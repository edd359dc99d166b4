package dev.weft.benchmarks.measure;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** One figure of {@link RingBenchmark}; JMH starts its own JVM for it. */
final class RingCost {
  private static final int WARM_UPS = 3;
  private static final int ITERATIONS = 5;

  private RingCost() {}

  /** Nanoseconds for one completion, or one read; the median of the iterations. */
  static double measure(String benchmark, String sharing, String batch, long nanos)
      throws RunnerException {
    TimeValue iteration = TimeValue.milliseconds(TimeUnit.NANOSECONDS.toMillis(nanos / 4));
    OptionsBuilder options = new OptionsBuilder();
    options.include(RingBenchmark.class.getName() + "\\." + benchmark + "$");
    options.param("sharing", sharing).param("batch", batch);
    options.warmupIterations(WARM_UPS).warmupTime(iteration);
    options.measurementIterations(ITERATIONS).measurementTime(iteration);
    options.forks(1).verbosity(VerboseMode.SILENT);
    return new Runner(options.build())
        .runSingle()
        .getPrimaryResult()
        .getStatistics()
        .getPercentile(50);
  }
}
