package dev.weft.conformance.lying.verbs;

import dev.weft.conformance.lying.Call;
import java.util.function.Supplier;

/**
 * One lie and the clause that must notice it.
 *
 * @param lie makes the liar anew for each run
 */
public record VerbsFault(String name, String caughtBy, Supplier<Lie> lie) {

  /** A way to answer the calls of all objects. */
  @FunctionalInterface
  public interface Lie {
    /** What the call returns. */
    Object answer(Call call) throws Throwable;
  }

  /** No lie at all. */
  public static final VerbsFault NONE = new VerbsFault("says", "", () -> Call::honestly);

  /** A lie that remembers nothing. */
  static VerbsFault of(String name, String caughtBy, Lie lie) {
    return new VerbsFault(name, caughtBy, () -> lie);
  }

  @Override
  public String toString() {
    return caughtBy + " catches a device that " + name;
  }
}
