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
 * @param calls how all objects but queues answer
 */
public record Fault(
    String name,
    String caughtBy,
    UnaryOperator<CompletionQueue> queue,
    TryWait tryWait,
    Calls calls) {

  Fault(String name, String caughtBy, UnaryOperator<CompletionQueue> queue, TryWait tryWait) {
    this(name, caughtBy, queue, tryWait, Call::honestly);
  }

  /** A way to answer {@code fi_trywait}. */
  @FunctionalInterface
  public interface TryWait {
    /** Answers for these honest objects of this honest fabric. */
    int tryWait(Fabric honest, Waitable... objects);
  }

  /** A way to answer the calls of an object. */
  @FunctionalInterface
  public interface Calls {
    /** What the call returns. */
    Object answer(Call call) throws Throwable;
  }

  /** No lie at all. */
  public static final Fault NONE = ofQueue("nothing", "", UnaryOperator.identity());

  static Fault ofQueue(String name, String caughtBy, UnaryOperator<CompletionQueue> queue) {
    return new Fault(name, caughtBy, queue, Fabric::tryWait);
  }

  static Fault ofTryWait(String name, String caughtBy, TryWait tryWait) {
    return new Fault(name, caughtBy, UnaryOperator.identity(), tryWait);
  }

  static Fault ofCalls(String name, String caughtBy, Calls calls) {
    return new Fault(name, caughtBy, UnaryOperator.identity(), Fabric::tryWait, calls);
  }

  @Override
  public String toString() {
    return caughtBy + " catches a provider that " + name;
  }
}
