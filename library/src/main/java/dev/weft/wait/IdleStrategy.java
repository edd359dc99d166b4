package dev.weft.wait;

/** What a waiting thread does between two looks. */
public enum IdleStrategy {
  /** Sleeps until woken: needs {@link Notifier#published} after each publication. */
  PARK,

  /** {@code FI_WAIT_YIELD}: looks again and again, offering its processor to others in between. */
  YIELD,

  /** Looks again and again, as fast as it can. */
  SPIN;

  /** Once, between two looks. */
  void pause() {
    if (this == YIELD) {
      Thread.yield();
    } else {
      Thread.onSpinWait();
    }
  }
}
