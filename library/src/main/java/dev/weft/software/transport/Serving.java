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

  /** Serves, or has who serves now serve once more. */
  void ring() {
    if (state.getAndSet(RUNG) != IDLE) {
      return;
    }
    do {
      state.set(SERVING);
      service.run();
    } while (!state.compareAndSet(SERVING, IDLE));
  }
}
