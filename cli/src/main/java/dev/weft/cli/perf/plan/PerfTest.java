package dev.weft.cli.perf.plan;

import dev.weft.fabric.info.Capabilities;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The tests. */
public enum PerfTest {
  /** Messages back and forth between two threads, tagged if the API has tags. */
  PING_PONG("ping-pong", "tagged ping-pong", "RC ping-pong"),
  /** The same with both ends on one thread: the cost of the software alone. */
  ONE_THREAD("one-thread", "  on one thread", "  on one thread"),
  /** Messages one way at full rate, each checked on arrival. */
  STREAM("stream", "streaming send", "RC send"),
  /** Bursts one way, checked in between. */
  BANDWIDTH("bandwidth", "bandwidth", "RC bandwidth"),
  /** Writes into the other end's memory. */
  WRITE("write", "one-sided write", "RDMA write"),
  /** Reads of the other end's memory. */
  READ("read", "one-sided read", "RDMA read"),
  /** Fetch-and-add on elements of the other end's memory. */
  FETCH_ADD("fetch-add", "fetch-add", "fetch-and-add"),
  /** Compare-and-swap on elements of the other end's memory. */
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

  /** The name in options and JSON. */
  public String key() {
    return key;
  }

  /** The name in tables, for this fabric or device. */
  public String label(String fabric) {
    return FabricName.isDevice(fabric) ? verbsLabel : label;
  }

  /** Whether one message at a time is in flight. */
  public boolean isPingPong() {
    return this == PING_PONG || this == ONE_THREAD;
  }

  /** Whether only one end is active. */
  public boolean isOneSided() {
    return this == WRITE || this == READ || isAtomic();
  }

  /** Whether it changes elements, whose size is fixed. */
  public boolean isAtomic() {
    return this == FETCH_ADD || this == COMPARE_SWAP;
  }

  /** The capabilities that it needs besides messages. */
  long capabilities() {
    if (isAtomic()) {
      return Capabilities.ATOMIC;
    }
    return isOneSided() ? Capabilities.RMA : 0;
  }

  /** The test with this name. */
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
