package dev.weft.provider.fabric.endpoint;

import dev.weft.fabric.Errno;
import dev.weft.wire.Link;
import java.util.ArrayDeque;
import java.util.Iterator;

/**
 * {@code FI_FENCE}: operations of an endpoint that wait until all earlier operations to the same
 * peer are complete. While one waits, no other operation to that peer starts (EP-023).
 *
 * <p>Callers hold the machine's lock.
 */
public final class Fences {
  private record Fenced(Link link, DelayedPost operation) {}

  private final ArrayDeque<Fenced> waiting = new ArrayDeque<>();

  /** Whether the operation at the fence is being started. */
  private boolean starting;

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Whether operations to this peer must wait. */
  boolean holds(Link link) {
    return !starting && waiting.stream().anyMatch(one -> one.link.equals(link));
  }

  void add(Link link, DelayedPost operation) {
    waiting.add(new Fenced(link, operation));
  }

  /**
   * Starts the first operation of each peer if all that it waits for is complete.
   *
   * @return false if one of them found no room
   */
  boolean start(EndpointState endpoint) {
    ArrayDeque<Link> blocked = new ArrayDeque<>();
    boolean room = true;
    for (Fenced one : waiting.toArray(Fenced[]::new)) {
      if (!blocked.contains(one.link)) {
        boolean idle = endpoint.machine.isIdle(one.link);
        if (idle && start(one.operation)) {
          waiting.remove(one);
        } else {
          blocked.add(one.link);
          room &= !idle;
        }
      }
    }
    return room;
  }

  private boolean start(DelayedPost operation) {
    starting = true;
    try {
      return operation.start();
    } finally {
      starting = false;
    }
  }

  /** Fails one operation with this context: 0, {@code -EAGAIN}, or 1 if there is none. */
  public int cancel(long context) {
    Iterator<Fenced> all = waiting.iterator();
    while (all.hasNext()) {
      DelayedPost operation = all.next().operation;
      if (operation.hasContext(context)) {
        boolean failed = operation.fail(Errno.ECANCELED);
        if (failed) {
          all.remove();
        }
        return failed ? 0 : -Errno.EAGAIN;
      }
    }
    return 1;
  }
}
