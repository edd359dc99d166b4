package dev.weft.wait;

/**
 * One wait of one thread in a {@link WaiterQueue}: until a waker chooses it, or it leaves. Modified
 * by the queue, which reuses it for later waits.
 */
final class Waiter {
  Readiness condition;
  Thread thread;
  Waiter before;
  Waiter behind;
  volatile boolean chosen;

  /** Whether it was chosen. Called by the waiting thread. */
  boolean isChosen() {
    return chosen;
  }
}
