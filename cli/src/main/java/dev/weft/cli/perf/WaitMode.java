package dev.weft.cli.perf;

import dev.weft.fabric.WaitObject;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How a thread waits for completions. */
public enum WaitMode {
  /** Reads again and again; costs a core, wakes at once. */
  SPIN(WaitObject.NONE),
  /** {@code FI_WAIT_YIELD}: gives the core away between reads. */
  YIELD(WaitObject.YIELD),
  /** {@code FI_WAIT_UNSPEC}: a platform thread sleeps in {@code sread}. */
  PARK(WaitObject.UNSPEC),
  /** {@code FI_WAIT_UNSPEC}: a virtual thread sleeps in {@code sread}. */
  VIRTUAL(WaitObject.UNSPEC);

  private final WaitObject waitObject;

  WaitMode(WaitObject waitObject) {
    this.waitObject = waitObject;
  }

  /** What the completion queue is opened with. */
  WaitObject waitObject() {
    return waitObject;
  }

  /** Whether a thread sleeps until an event, in verbs' words. */
  boolean hasEvents() {
    return this == PARK || this == VIRTUAL;
  }

  /** A thread of the right kind, not started. */
  Thread newThread(String name, Runnable task) {
    Thread.Builder builder =
        this == VIRTUAL ? Thread.ofVirtual() : Thread.ofPlatform().daemon(true);
    return builder.name(name).unstarted(task);
  }

  /** How options and JSON name it. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The mode of this name. */
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
