package dev.weft.cli.perf;

import java.time.Duration;

/** The other process runs, or is stopped, but does not answer in time. */
final class PeerSilent extends PeerGone {
  private static final long serialVersionUID = 1L;

  private final long seconds;

  /** With how long it was waited for. */
  PeerSilent(Duration lasted) {
    super("The other process does not answer for %d s.".formatted(lasted.toSeconds()));
    seconds = lasted.toSeconds();
  }

  /** How long it was waited for: more than the patience where the machine was busy. */
  long seconds() {
    return seconds;
  }
}
