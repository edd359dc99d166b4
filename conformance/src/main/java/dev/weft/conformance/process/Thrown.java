package dev.weft.conformance.process;

import dev.weft.conformance.failure.ClauseFailure;
import dev.weft.conformance.failure.StackTraces;
import dev.weft.fabric.FabricException;
import dev.weft.verbs.VerbsException;

/** An exception of a call in the peer process, which the caller's process throws again. */
public record Thrown(String type, String message, int errno, String call, String hint) {

  static Thrown of(Throwable thrown) {
    String type = thrown.getClass().getSimpleName();
    return switch (thrown) {
      case FabricException refusal ->
          new Thrown(type, "", refusal.errno(), refusal.call(), refusal.hint());
      case VerbsException refusal ->
          new Thrown(type, "", refusal.errno(), refusal.call(), refusal.hint());
      case IllegalArgumentException misuse -> new Thrown(type, misuse.getMessage(), 0, "", "");
      case IllegalStateException misuse -> new Thrown(type, misuse.getMessage(), 0, "", "");
      default -> new Thrown("", StackTraces.describe(thrown), 0, "", "");
    };
  }

  /** The same exception if a caller may expect it, else a failure of the check. */
  RuntimeException again() {
    return switch (type) {
      case "FabricException" -> new FabricException(errno, call, hint);
      case "VerbsException" -> new VerbsException(errno, call, "", hint);
      case "IllegalArgumentException" -> new IllegalArgumentException(message);
      case "IllegalStateException" -> new IllegalStateException(message);
      default -> new ClauseFailure("the peer process " + message);
    };
  }
}
