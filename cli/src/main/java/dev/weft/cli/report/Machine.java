package dev.weft.cli.report;

import java.util.stream.Collectors;

/** Describes the properties of this machine that affect latencies. */
public final class Machine {

  private Machine() {}

  /** {@code JDK 25.0.3 (Eclipse Adoptium), Linux amd64, 2 cores}. */
  public static String describe() {
    int cores = Runtime.getRuntime().availableProcessors();
    return "JDK %s (%s), %s %s, %d core%s"
        .formatted(
            Runtime.version().version().stream()
                .map(String::valueOf)
                .collect(Collectors.joining(".")),
            System.getProperty("java.vendor"),
            System.getProperty("os.name"),
            System.getProperty("os.arch"),
            cores,
            cores == 1 ? "" : "s");
  }

  /** Nanoseconds per {@link System#nanoTime} call, which is included in each latency. */
  public static double clockNanos() {
    int calls = 200_000;
    double best = Double.MAX_VALUE;
    for (int round = 0; round < 5; round++) {
      long start = System.nanoTime();
      for (int call = 0; call < calls; call++) {
        System.nanoTime();
      }
      best = Math.min(best, (double) (System.nanoTime() - start) / calls);
    }
    return best;
  }
}
