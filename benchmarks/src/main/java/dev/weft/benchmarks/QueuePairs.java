package dev.weft.benchmarks;

import java.util.List;

/** The rows of section {@code verbs}: queue pairs of two processes, beside Weft's endpoints. */
final class QueuePairs {
  private static final String SECTION = "verbs";

  private QueuePairs() {}

  static List<Comparison> comparisons() {
    return List.of(
        half("RC send, 8 B half round trip", "", 1.2),
        half("RC send, 64 KiB half round trip", "-medium", 1.1),
        half("RC send, 1 MiB half round trip", "-large", 1.1),
        row("RC send, 8 B rate", Target.atLeastTimesThePeers(0.8, "M/s"), "rate", "-many"));
  }

  private static Comparison half(String what, String size, double bound) {
    return row(what, Target.timesThePeers(bound, "ns"), "half", size);
  }

  private static Comparison row(String what, Target target, String figure, String size) {
    return new Comparison(
        SECTION,
        what,
        target,
        true,
        List.of(
            BetweenProcesses.between("weft, queue pair", figure, "queue-pair" + size, 0),
            BetweenProcesses.between("weft, endpoint", figure, "weft-safe" + size, 0)));
  }
}
