package dev.weft.cli.perf;

import dev.weft.fabric.info.Threading;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The parameters of a measurement.
 *
 * @param fabric name of the provider, or of a device
 * @param waitMode how the measuring threads wait
 * @param threading of the domains; each end has its own domain
 * @param tests in execution order
 * @param sizes of the messages, in bytes; atomic elements have 8
 * @param duration of each measurement
 * @param patience how long completions may be missing before a test is aborted
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

  /** The default patience. */
  public static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Whether it measures a device, with the verbs API. */
  public static boolean isDevice(String fabric) {
    return TestFabric.isDevice(fabric);
  }

  /** Why a file cannot be the payload, to follow its name; empty if it can. */
  public static String refusal(Path payload) {
    return FilePayload.refusal(payload);
  }

  /** Whether both ends are in this process. */
  public boolean isWithinProcess() {
    return TestFabric.provider(fabric).equals("loopback");
  }

  /** The number of results. */
  public int rows() {
    return tests.stream().mapToInt(test -> sizes(test).size()).sum();
  }

  /** The sizes for a test. */
  List<Integer> sizes(PerfTest test) {
    return test.isAtomic() ? List.of(Long.BYTES) : sizes;
  }

  /** The same plan with these tests only. */
  public PerfPlan with(List<PerfTest> some) {
    return new PerfPlan(fabric, waitMode, threading, some, sizes, duration, patience, payload);
  }
}
