package dev.weft.cli.perf;

import dev.weft.fabric.Threading;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What shall be measured, and how.
 *
 * @param fabric name of the provider
 * @param waitMode how the measuring threads wait
 * @param threading of the domains; each end has a domain of its own
 * @param tests in the order in which they run
 * @param sizes of the messages, in bytes
 * @param duration of each measurement
 * @param patience how long completions may stay away before a test is given up
 * @param payload the file that {@link PerfTest#FILE} sends, or null
 */
public record PerfPlan(
    String fabric,
    WaitMode waitMode,
    Threading threading,
    List<PerfTest> tests,
    List<Integer> sizes,
    Duration duration,
    Duration patience,
    Path payload) {

  /** The usual patience. */
  public static final Duration PATIENCE = Duration.ofSeconds(10);

  /** How many results there will be. */
  public int rows() {
    return tests.size() * sizes.size();
  }

  /** The same with these tests only. */
  public PerfPlan with(List<PerfTest> some) {
    return new PerfPlan(fabric, waitMode, threading, some, sizes, duration, patience, payload);
  }
}
