package dev.weft.cli.perf.plan;

import dev.weft.fabric.poll.WaitObject;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How a thread waits for completions. */
public enum WaitMode {
  /** Polls; uses a whole core and reacts at once. */
  SPIN(WaitObject.NONE),
  /** {@code FI_WAIT_YIELD}: yields the core between reads. */
  YIELD(WaitObject.YIELD),
  /** {@code FI_WAIT_UNSPEC}: a platform thread sleeps in {@code sread}. */
  PARK(WaitObject.UNSPEC),
  /** {@code FI_WAIT_UNSPEC}: a virtual thread sleeps in {@code sread}. */
  VIRTUAL(WaitObject.UNSPEC);

  private final WaitObject waitObject;

  WaitMode(WaitObject waitObject) {
    this.waitObject = waitObject;
  }

  /** The wait object of the completion queue. */
  public WaitObject waitObject() {
    return waitObject;
  }

  /** Whether a thread sleeps until an event (verbs). */
  public boolean hasEvents() {
    return this == PARK || this == VIRTUAL;
  }

  /** Whether a waiting thread stays runnable, and so needs a processor of its own. */
  public boolean isBusy() {
    return this == SPIN || this == YIELD;
  }

  /** An unstarted thread of the right kind. */
  public Thread newThread(String name, Runnable task) {
    Thread.Builder builder =
        this == VIRTUAL ? Thread.ofVirtual() : Thread.ofPlatform().daemon(true);
    return builder.name(name).unstarted(task);
  }

  /** The name in options and JSON. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The mode with this name. */
  public static WaitMode parse(String name) {
    return Arrays.stream(values())
        .filter(mode -> mode.key().equals(name.strip().toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("wait=" + name + ", allowed are " + keys()));
  }

  private static String keys() {
    return Arrays.stream(values()).map(WaitMode::key).collect(Collectors.joining(", "));
  }
}
