package dev.weft.provider.fabric.threads;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** All operations of a program, and its first failure. */
final class Ledger {
  private final Map<Long, Operation> operations = new ConcurrentHashMap<>();
  private final AtomicLong last = new AtomicLong();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  long next() {
    return last.incrementAndGet();
  }

  /** The latest number, which may not be recorded yet. */
  long last() {
    return last.get();
  }

  <T extends Operation> T record(T operation) {
    operations.put(operation.number, operation);
    return operation;
  }

  Operation find(long number) {
    return operations.get(number);
  }

  <T extends Operation> Stream<T> all(Class<T> type) {
    return operations.values().stream().filter(type::isInstance).map(type::cast);
  }

  void fail(Throwable cause) {
    failure.compareAndSet(null, cause);
  }

  Throwable failure() {
    return failure.get();
  }

  boolean hasFailed() {
    return failure.get() != null;
  }
}
