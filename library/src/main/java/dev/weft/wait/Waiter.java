package dev.weft.wait;

/**
 * One thread's turn in a {@link WaiterQueue}: it waits until it is chosen by one waker, or leaves.
 * The line changes it, and uses it again for another thread's turn.
 */
final class Waiter {
  Readiness condition;
  Thread thread;
  Waiter before;
  Waiter behind;
  volatile boolean chosen;

  /** By the thread whose turn it is. */
  boolean isChosen() {
    return chosen;
  }
}
