package dev.weft.benchmarks.peer;

import dev.weft.benchmarks.between.EndpointParts;
import dev.weft.fabric.FabricException;
import java.util.stream.Collectors;

/** Exits with status 0 if a provider of libfabric can be used here. */
public final class FabricProbe {
  private FabricProbe() {}

  /** Argument: the provider. */
  public static void main(String[] arguments) {
    try {
      System.out.println("found " + EndpointParts.query(arguments[0]).fabric().name());
    } catch (FabricException e) {
      System.out.println(inOneLine(e.getMessage()));
      System.exit(1);
    }
  }

  private static String inOneLine(String text) {
    return text.lines().map(String::strip).collect(Collectors.joining(", "));
  }
}
