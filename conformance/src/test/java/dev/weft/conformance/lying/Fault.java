package dev.weft.conformance.lying;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.Waitable;
import java.util.function.UnaryOperator;

/**
 * One lie and the clause that must notice it.
 *
 * @param queue puts the lie around a queue
 * @param tryWait what {@code fi_trywait} does instead of the honest thing
 */
public record Fault(
    String name, String caughtBy, UnaryOperator<CompletionQueue> queue, TryWait tryWait) {

  /** A way to answer {@code fi_trywait}. */
  @FunctionalInterface
  public interface TryWait {
    /** Answers for these honest objects of this honest fabric. */
    int tryWait(Fabric honest, Waitable... objects);
  }

  /** No lie at all. */
  public static final Fault NONE = ofQueue("nothing", "", UnaryOperator.identity());

  static Fault ofQueue(String name, String caughtBy, UnaryOperator<CompletionQueue> queue) {
    return new Fault(name, caughtBy, queue, Fabric::tryWait);
  }

  static Fault ofTryWait(String name, String caughtBy, TryWait tryWait) {
    return new Fault(name, caughtBy, UnaryOperator.identity(), tryWait);
  }

  @Override
  public String toString() {
    return caughtBy + " catches a queue that " + name;
  }
}
