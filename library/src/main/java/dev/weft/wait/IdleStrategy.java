package dev.weft.wait;

/** What a waiting thread does between two checks of its condition. */
public enum IdleStrategy {
  /** Sleeps until woken; requires {@link Notifier#published} after each publication. */
  PARK,

  /** {@code FI_WAIT_YIELD}: checks repeatedly and yields in between. */
  YIELD,

  /** Checks repeatedly, as fast as it can. */
  SPIN;

  /** Called once between two checks. */
  void pause() {
    if (this == YIELD) {
      Thread.yield();
    } else {
      Thread.onSpinWait();
    }
  }
}
