package dev.weft.benchmarks;

import dev.weft.benchmarks.between.EndName;
import dev.weft.benchmarks.peer.CompilerProbe;
import dev.weft.benchmarks.peer.FabricProbe;
import dev.weft.benchmarks.peer.JucxProbe;
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

  /** A program, with its arguments, whose status is 0 if what it needs is there; or nothing. */
  List<String> probe() {
    if (measurement.getFirst().equals("libfabric-threads")) {
      return List.of(CompilerProbe.class.getName());
    }
    if (name.startsWith("jucx")) {
      return List.of(JucxProbe.class.getName());
    }
    return measurement.stream()
        .map(word -> EndName.of(word).transport())
        .filter(transport -> transport.startsWith("ofi:"))
        .findFirst()
        .map(provider -> List.of(FabricProbe.class.getName(), provider))
        .orElse(List.of());
  }

  /** Whether it calls C through the JVM: libfabric, or UCX for Java. */
  boolean callsC() {
    return measurement.getFirst().equals("between") && !probe().isEmpty();
  }

  static Contender of(String name, String... measurement) {
    return new Contender(name, List.of(measurement));
  }
}
