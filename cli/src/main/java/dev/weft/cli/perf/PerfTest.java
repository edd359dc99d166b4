package dev.weft.cli.perf;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What can be measured. */
public enum PerfTest {
  /** Messages, tagged where there are tags, to and fro between two threads. */
  PING_PONG("ping-pong", "tagged ping-pong", "RC ping-pong"),
  /** The same with both ends on one thread: what the software itself costs. */
  ONE_THREAD("one-thread", "  on one thread", "  on one thread"),
  /** Messages one way as fast as they go, each checked as it arrives. */
  STREAM("stream", "streaming send", "RC send"),
  /** Bursts one way, checked in between. */
  BANDWIDTH("bandwidth", "bandwidth", "RC bandwidth"),
  /** Writes into the other end's memory. */
  WRITE("write", "one-sided write", "RDMA write"),
  /** Reads of the other end's memory. */
  READ("read", "one-sided read", "RDMA read"),
  /** Elements of the other end's memory are fetched and added to. */
  FETCH_ADD("fetch-add", "fetch-add", "fetch-and-add"),
  /** The same, swapped where they are what they should be. */
  COMPARE_SWAP("compare-swap", "compare-swap", "compare-and-swap"),
  /** A file's bytes one way. */
  FILE("file", "file", "RC file");

  private final String key;
  private final String label;
  private final String verbsLabel;

  PerfTest(String key, String label, String verbsLabel) {
    this.key = key;
    this.label = label;
    this.verbsLabel = verbsLabel;
  }

  /** How options and JSON name it. */
  public String key() {
    return key;
  }

  /** How tables name it where it runs on this fabric or device. */
  public String label(String fabric) {
    return TestFabric.isDevice(fabric) ? verbsLabel : label;
  }

  /** Whether only one message is under way at a time. */
  boolean isPingPong() {
    return this == PING_PONG || this == ONE_THREAD;
  }

  /** Whether one end only does something. */
  boolean isOneSided() {
    return this == WRITE || this == READ || isAtomic();
  }

  /** Whether elements are changed, whose size is theirs. */
  boolean isAtomic() {
    return this == FETCH_ADD || this == COMPARE_SWAP;
  }

  /** The test of this name. */
  public static PerfTest parse(String name) {
    String wanted = name.strip().toLowerCase(Locale.ROOT);
    return Arrays.stream(values())
        .filter(test -> test.key.equals(wanted))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("test=" + name + ", allowed are " + keys()));
  }

  private static String keys() {
    return Arrays.stream(values()).map(PerfTest::key).collect(Collectors.joining(", "));
  }
}
