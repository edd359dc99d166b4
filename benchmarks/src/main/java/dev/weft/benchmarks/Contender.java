package dev.weft.benchmarks;

import java.util.List;

/**
 * A library under measurement, and the arguments of its {@link
 * dev.weft.benchmarks.measure.Measurement}.
 */
record Contender(String name, List<String> measurement) {
  /** A command that must be installed, or null. */
  String tool() {
    return switch (measurement.getFirst()) {
      case "ucx" -> "ucx_perftest";
      case "libfabric" -> "fi_pingpong";
      default -> null;
    };
  }

  /** Whether it is UCX for Java, whose native library may not load. */
  boolean isJucx() {
    return name.startsWith("jucx");
  }

  static Contender of(String name, String... measurement) {
    return new Contender(name, List.of(measurement));
  }
}
