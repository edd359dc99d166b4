package dev.weft.ffm.event;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The contexts of control operations whose events are not read yet. In C the context of such an
 * operation is a number.
 */
final class PendingContexts {
  private final Map<Long, Pending> contexts = new ConcurrentHashMap<>();
  private final AtomicLong numbers = new AtomicLong();

  /** Keeps a context; returns its number, which is not 0. */
  long add(Object context, Runnable onCompletion) {
    long number = numbers.incrementAndGet();
    contexts.put(number, new Pending(context, onCompletion));
    return number;
  }

  /** The context with this number; for an unknown number {@code other}. */
  Object get(long number, Object other) {
    Pending pending = contexts.get(number);
    return pending == null || pending.context() == null ? other : pending.context();
  }

  /** The operation with this number has completed. */
  void complete(long number) {
    Pending pending = contexts.remove(number);
    if (pending != null) {
      pending.onCompletion().run();
    }
  }

  private record Pending(Object context, Runnable onCompletion) {}
}
