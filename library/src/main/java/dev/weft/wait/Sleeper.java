package dev.weft.wait;

/**
 * One thread's turn in a {@link SleeperLine}: it waits until it is chosen by one waker, or leaves.
 * The line changes it, and uses it again for another thread's turn.
 */
final class Sleeper {
  WaitCondition condition;
  Thread thread;
  Sleeper before;
  Sleeper behind;
  volatile boolean chosen;

  /** By the thread whose turn it is. */
  boolean isChosen() {
    return chosen;
  }
}
