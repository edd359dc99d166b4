package dev.weft.cli.perf.plan;

import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.Threading;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The parameters of a measurement.
 *
 * @param fabric name of the provider, or of a device
 * @param waitMode how the measuring threads wait
 * @param pinned whether each of the two threads stays on a processor of its own
 * @param threading of the domains; each end has its own domain
 * @param memory what memory the messages are in
 * @param tests in execution order
 * @param sizes of the messages, in bytes; atomic elements have 8
 * @param duration of each measurement
 * @param patience how long completions may be missing before a test is aborted
 * @param payload the file that {@link PerfTest#FILE} sends, or null
 */
public record PerfPlan(
    String fabric,
    WaitMode waitMode,
    boolean pinned,
    Threading threading,
    BufferMemory memory,
    List<PerfTest> tests,
    List<Integer> sizes,
    Duration duration,
    Duration patience,
    Path payload) {

  /** The default patience. */
  public static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Whether the ends on this fabric or device must be in one process. */
  public static boolean isWithinProcess(String fabric) {
    return FabricName.provider(fabric).equals("loopback");
  }

  /** The attributes that it requires of a fabric. */
  public FabricInfo hints() {
    long capabilities = tests.stream().mapToLong(PerfTest::capabilities).reduce(0, (a, b) -> a | b);
    return hints(capabilities);
  }

  private FabricInfo hints(long capabilities) {
    return FabricOffers.hints(fabric, threading, capabilities);
  }

  /**
   * The same plan with what its fabric offers; unchanged if its fabric offers nothing.
   *
   * @param leftOut gets a line for each part that is left out
   */
  public PerfPlan offered(Consumer<String> leftOut) {
    return FabricName.isDevice(fabric) ? this : offered(FabricOffers::all, leftOut);
  }

  /** {@link #offered(Consumer)} with these offers for hints. */
  PerfPlan offered(Function<FabricInfo, List<FabricInfo>> query, Consumer<String> leftOut) {
    List<FabricInfo> offers = query.apply(hints(0));
    if (offers.isEmpty()) {
      return this;
    }
    long largest = offers.getFirst().endpoint().maxMessageSize();
    List<Integer> fitting = sizes.stream().filter(size -> size <= largest).toList();
    if (fitting.size() < sizes.size()) {
      leftOut.accept("%s: messages of more than %d bytes".formatted(fabric, largest));
    }
    List<PerfTest> possible =
        tests.stream().filter(test -> !query.apply(hints(test.capabilities())).isEmpty()).toList();
    tests.stream()
        .filter(test -> !possible.contains(test))
        .forEach(test -> leftOut.accept(missing(test)));
    return with(possible, fitting);
  }

  private String missing(PerfTest test) {
    String capabilities = Capabilities.describe(test.capabilities());
    return "%s: %s, which needs %s".formatted(fabric, test.key(), capabilities);
  }

  /** The number of results. */
  public int rows() {
    return tests.stream().mapToInt(test -> sizes(test).size()).sum();
  }

  /** The sizes for a test. */
  public List<Integer> sizes(PerfTest test) {
    return test.isAtomic() ? List.of(Long.BYTES) : sizes;
  }

  /** The same plan with these tests only. */
  public PerfPlan with(List<PerfTest> some) {
    return with(some, sizes);
  }

  private PerfPlan with(List<PerfTest> some, List<Integer> these) {
    return new PerfPlan(
        fabric, waitMode, pinned, threading, memory, some, these, duration, patience, payload);
  }
}
