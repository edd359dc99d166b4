package dev.weft.conformance.lying.verbs;

import dev.weft.conformance.lying.Call;
import java.util.function.Supplier;

/**
 * One fault and the clause that must catch it.
 *
 * @param lie makes a new instance of the fault for each run
 */
public record VerbsFault(String name, String caughtBy, Supplier<Lie> lie) {

  /** An implementation of the calls of all objects. */
  @FunctionalInterface
  public interface Lie {
    /** Returns the result of the call. */
    Object answer(Call call) throws Throwable;
  }

  /** No fault. */
  public static final VerbsFault NONE = new VerbsFault("says", "", () -> Call::honestly);

  /** A fault without state. */
  static VerbsFault of(String name, String caughtBy, Lie lie) {
    return new VerbsFault(name, caughtBy, () -> lie);
  }

  @Override
  public String toString() {
    return caughtBy + " catches a device that " + name;
  }
}
