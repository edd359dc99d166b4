package dev.weft.futures;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The pending operations by context, and the numbers of those that are not finished. Any thread may
 * call any method.
 */
final class PendingOperations {
  private final ConcurrentHashMap<Long, Operation> operations = new ConcurrentHashMap<>();
  private final AtomicLong contexts = new AtomicLong();
  private final AtomicInteger watches = new AtomicInteger();

  /** All operations except watches, until their futures are completed. */
  final Unfinished all = new Unfinished();

  /** All operations except watches and receives, until they have ended. */
  final Unfinished transfers = new Unfinished();

  /** Adds an operation with a context of its own. */
  Operation add(Operation.Kind kind, LeasedBuffer bufferOrNull) {
    Operation operation = new Operation(kind, contexts.incrementAndGet(), bufferOrNull);
    operations.put(operation.context, operation); // before it counts: the heap may be full
    switch (kind) {
      case WATCH -> watches.incrementAndGet();
      case RECEIVE -> all.begin();
      case OTHER -> {
        all.begin();
        transfers.begin();
      }
    }
    return operation;
  }

  boolean contains(Operation operation) {
    return operations.containsKey(operation.context);
  }

  /** Removes the operation with this context, which has ended; null if there is none. */
  Operation remove(long context) {
    Operation operation = operations.remove(context);
    if (operation != null) {
      switch (operation.kind) {
        case WATCH -> watches.decrementAndGet();
        case OTHER -> transfers.end();
        case RECEIVE -> {}
      }
    }
    return operation;
  }

  /** Called after the future of a removed operation was completed. */
  void completed(Operation operation) {
    if (operation.kind != Operation.Kind.WATCH) {
      all.end();
    }
  }

  /** The number of pending operations except watches. */
  int count() {
    return Math.max(0, operations.size() - watches.get());
  }

  /** The contexts of all; other threads may add and remove some meanwhile. */
  Set<Long> contexts() {
    return operations.keySet();
  }
}
