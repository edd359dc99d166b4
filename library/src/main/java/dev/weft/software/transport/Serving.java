package dev.weft.software.transport;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes a doorbell progress: whoever rings serves, and who rings meanwhile only leaves a mark, so
 * that two that ring each other end in a mark and not in a recursion.
 */
final class Serving {
  private static final int IDLE = 0;
  private static final int SERVING = 1;
  private static final int RUNG = 2;

  private final AtomicInteger state = new AtomicInteger();
  private final Runnable service;

  Serving(Runnable service) {
    this.service = service;
  }

  /** True where nobody serves, and the caller is to; else who serves now does so once more. */
  private boolean begin() {
    if (state.compareAndSet(IDLE, SERVING)) {
      return true;
    }
    if (state.getAndSet(RUNG) != IDLE) {
      return false;
    }
    state.set(SERVING);
    return true;
  }

  /** Serves, or has who serves now serve once more. */
  void ring() {
    if (!begin()) {
      return;
    }
    boolean done = false;
    try {
      service.run();
      while (!state.compareAndSet(SERVING, IDLE)) {
        state.set(SERVING);
        service.run();
      }
      done = true;
    } finally {
      if (!done) {
        state.set(IDLE); // whoever rings next serves
      }
    }
  }
}
