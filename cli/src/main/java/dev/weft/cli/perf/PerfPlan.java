package dev.weft.cli.perf;

import dev.weft.fabric.Threading;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What shall be measured, and how.
 *
 * @param fabric name of the provider, or of a device
 * @param waitMode how the measuring threads wait
 * @param threading of the domains; each end has a domain of its own
 * @param tests in the order in which they run
 * @param sizes of the messages, in bytes; elements that are changed have 8
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

  /** Whether it measures a device, in verbs' words. */
  public static boolean isDevice(String fabric) {
    return TestFabric.isDevice(fabric);
  }

  /** Why a file cannot be the payload, to be put behind its name; empty where it can. */
  public static String refusal(Path payload) {
    return FilePayload.refusal(payload);
  }

  /** Whether both ends are in this process. */
  public boolean isWithinProcess() {
    return TestFabric.provider(fabric).equals("loopback");
  }

  /** How many results there will be. */
  public int rows() {
    return tests.stream().mapToInt(test -> sizes(test).size()).sum();
  }

  /** The sizes that a test is run with. */
  List<Integer> sizes(PerfTest test) {
    return test.isAtomic() ? List.of(Long.BYTES) : sizes;
  }

  /** The same with these tests only. */
  public PerfPlan with(List<PerfTest> some) {
    return new PerfPlan(fabric, waitMode, threading, some, sizes, duration, patience, payload);
  }
}
