package dev.weft.provider.fabric.wait;

import dev.weft.wait.Readiness;

/**
 * Adaptive spinning before a thread sleeps. A short spin is cheaper than sleeping if another
 * processor delivers soon. It is wasted if nothing arrives that soon, or if the delivering thread
 * needs this processor. The spin is therefore halved after each failure, and retried from time to
 * time.
 *
 * <p>Threads share one estimate without a barrier: a race affects speed only.
 */
public final class AdaptiveSpin {
  private static final int MAX_LOOKS = 200;
  private static final int SLEEPS_BETWEEN_TRIES = 64;
  private static final boolean SEVERAL_PROCESSORS = Runtime.getRuntime().availableProcessors() > 1;

  private int looks = MAX_LOOKS;
  private int sleeps;

  /**
   * Polls for a short time.
   *
   * @param checks how many members one poll checks: the more, the fewer polls
   */
  public void until(Readiness condition, Progressing where, int checks) {
    if (!SEVERAL_PROCESSORS || Thread.currentThread().isVirtual()) {
      return;
    }
    int limit = limit();
    int look = 0;
    while (look < limit && !condition.holds()) {
      Thread.onSpinWait();
      where.progress();
      look += Math.max(1, checks);
    }
    looks = look < limit ? MAX_LOOKS : limit / 2;
  }

  private int limit() {
    boolean tryAgain = looks == 0 && ++sleeps % SLEEPS_BETWEEN_TRIES == 0;
    return tryAgain ? MAX_LOOKS : looks;
  }
}
