package dev.weft.benchmarks;

import java.util.List;

/** Who is measured, and what {@link dev.weft.benchmarks.measure.Measurement} is to do for it. */
record Contender(String name, List<String> measurement) {
  static Contender of(String name, String... measurement) {
    return new Contender(name, List.of(measurement));
  }
}
