package dev.weft.futures;

import dev.weft.fabric.Endpoint;
import dev.weft.fabric.info.Threading;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Calls {@code fi_cancel(3)} for operations whose futures were completed by other code: at once, or
 * before the next read in a domain of one thread. A future may time out on any thread, and that
 * thread must not use such a domain.
 */
final class Cancels {
  private final Endpoint endpoint;
  private final PendingOperations pending;
  private final Runnable wakeReader;
  private final boolean atOnce;
  private final ConcurrentLinkedQueue<Operation> requested = new ConcurrentLinkedQueue<>();

  /**
   * Creates one without requests.
   *
   * @param wakeReader ends the wait of the thread that reads
   */
  Cancels(Endpoint endpoint, PendingOperations pending, Runnable wakeReader) {
    this.endpoint = endpoint;
    this.pending = pending;
    this.wakeReader = wakeReader;
    this.atOnce = endpoint.info().domain().threading() != Threading.DOMAIN;
  }

  /** Cancels an operation, if it is pending. Any thread may call it. */
  void request(Operation operation) {
    if (!pending.contains(operation)) {
      return;
    }
    if (atOnce) {
      cancel(operation);
    } else {
      requested.add(operation); // before the wake-up: the reader then looks here
      wakeReader.run();
    }
  }

  /** Carries out the requests. The caller is the only reader. */
  boolean carryOut() {
    boolean any = false;
    for (Operation each = requested.poll(); each != null; each = requested.poll()) {
      any = true;
      if (pending.contains(each)) {
        cancel(each);
      }
    }
    return any;
  }

  private void cancel(Operation operation) {
    try {
      endpoint.cancel(operation.context);
    } catch (IllegalStateException closed) {
      // it ends with its endpoint
    }
  }
}
