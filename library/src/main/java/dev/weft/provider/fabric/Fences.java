package dev.weft.provider.fabric;

import dev.weft.fabric.Errno;
import dev.weft.wire.Link;
import java.util.ArrayDeque;
import java.util.Iterator;

/**
 * {@code FI_FENCE}: operations of an endpoint that wait until everything before them to the same
 * peer is complete. As long as one waits, nothing else goes to that peer (EP-023).
 *
 * <p>Used inside the endpoint's machine.
 */
final class Fences {
  private record Fenced(Link link, DelayedPost operation) {}

  private final ArrayDeque<Fenced> waiting = new ArrayDeque<>();

  /** Whether the one that starts is the one in front of the fence. */
  private boolean starting;

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Whether something to this peer must wait. */
  boolean holds(Link link) {
    return !starting && waiting.stream().anyMatch(one -> one.link.equals(link));
  }

  void add(Link link, DelayedPost operation) {
    waiting.add(new Fenced(link, operation));
  }

  /** Starts each peer's first one if all that it waits for is complete. */
  void start(EndpointState endpoint) {
    ArrayDeque<Link> blocked = new ArrayDeque<>();
    for (Fenced one : waiting.toArray(Fenced[]::new)) {
      if (!blocked.contains(one.link)) {
        boolean idle = endpoint.machine.isIdle(one.link);
        if (idle && start(one.operation)) {
          waiting.remove(one);
        } else {
          blocked.add(one.link);
        }
      }
    }
  }

  private boolean start(DelayedPost operation) {
    starting = true;
    try {
      return operation.start();
    } finally {
      starting = false;
    }
  }

  /** Fails one with this context: 0, {@code -EAGAIN}, or 1 where there is none. */
  int cancel(long context) {
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
