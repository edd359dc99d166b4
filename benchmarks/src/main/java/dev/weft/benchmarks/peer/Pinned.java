package dev.weft.benchmarks.peer;

import java.util.ArrayList;
import java.util.List;

/** Programs that are not Java, each kept on one processor. */
final class Pinned {
  private Pinned() {}

  /** A command on this processor; both of its outputs are one. */
  static ProcessBuilder command(int processor, List<String> command) {
    List<String> pinned = new ArrayList<>(List.of("taskset", "-c", Integer.toString(processor)));
    pinned.addAll(command);
    return new ProcessBuilder(pinned).redirectErrorStream(true);
  }
}
