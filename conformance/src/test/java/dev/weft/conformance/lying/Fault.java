package dev.weft.conformance.lying;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.poll.Waitable;
import java.util.function.UnaryOperator;

/**
 * One fault and the clause that must catch it.
 *
 * @param queue wraps a queue in the fault
 * @param tryWait the faulty {@code fi_trywait}
 * @param calls the faulty calls of all objects but queues
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

  /** An implementation of {@code fi_trywait}. */
  @FunctionalInterface
  public interface TryWait {
    /** Called with the real objects and fabric. */
    int tryWait(Fabric honest, Waitable... objects);
  }

  /** An implementation of the calls of an object. */
  @FunctionalInterface
  public interface Calls {
    /** Returns the result of the call. */
    Object answer(Call call) throws Throwable;
  }

  /** No fault. */
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
