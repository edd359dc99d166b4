package dev.weft.cli.soak.phase;

import dev.weft.fabric.poll.WaitObject;

/** How an idle thread waits. */
public enum IdleWait {
  /** Polls. */
  SPIN(WaitObject.NONE),

  /** {@code fi_cq_sread(3)} that yields. */
  YIELD(WaitObject.YIELD),

  /** {@code fi_cq_sread(3)} that parks. */
  PARK(WaitObject.UNSPEC),

  /** {@code fi_trywait(3)}, then a {@link java.nio.channels.Selector}. */
  CHANNEL(WaitObject.FD),

  /** {@code fi_trywait(3)} under the lock, then the condition. */
  CONDITION(WaitObject.MUTEX_COND),

  /** A {@link dev.weft.fabric.poll.CompletionSelector}. */
  SELECTOR(WaitObject.UNSPEC);

  private final WaitObject waitObject;

  IdleWait(WaitObject waitObject) {
    this.waitObject = waitObject;
  }

  /** The wait object of the queue. */
  WaitObject waitObject() {
    return waitObject;
  }
}
