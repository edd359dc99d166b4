package dev.weft.wait;

/** What a waiting thread does between two checks of its condition. */
public enum IdleStrategy {
  /** Sleeps until woken; requires {@link Notifier#published} after each publication. */
  PARK,

  /** {@code FI_WAIT_YIELD}: checks repeatedly and yields in between. */
  YIELD,

  /** Checks repeatedly, as fast as it can. A virtual thread yields, to free its carrier. */
  SPIN;

  /**
   * Called once between two checks.
   *
   * @param looks failed checks so far
   */
  void pause(int looks) {
    if (this == YIELD || Thread.currentThread().isVirtual()) {
      Backoff.yieldProcessor(looks);
    } else {
      Thread.onSpinWait();
    }
  }
}
