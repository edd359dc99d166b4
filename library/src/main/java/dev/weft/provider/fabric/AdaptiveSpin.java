package dev.weft.provider.fabric;

import dev.weft.wait.Readiness;

/**
 * What a thread does before it sleeps. Falling asleep costs more than looking for a moment, where
 * another processor may deliver; but where nothing ever comes that soon, or whoever delivers waits
 * for this very processor, looking is lost time. So it looks as long as that helps, half as long
 * after each time in vain, and tries again now and then.
 *
 * <p>Threads that share one guess together, without a barrier: a wrong guess only costs time.
 */
final class AdaptiveSpin {
  private static final int MOST_LOOKS = 200;
  private static final int SLEEPS_BETWEEN_TRIES = 64;
  private static final boolean SEVERAL_PROCESSORS = Runtime.getRuntime().availableProcessors() > 1;

  private int looks = MOST_LOOKS;
  private int sleeps;

  /**
   * Looks again and again for a short time.
   *
   * @param places how many a look looks at: the more, the fewer looks
   */
  void until(Readiness condition, Progressing where, int places) {
    if (!SEVERAL_PROCESSORS || Thread.currentThread().isVirtual()) {
      return;
    }
    int limit = limit();
    int look = 0;
    while (look < limit && !condition.holds()) {
      Thread.onSpinWait();
      where.progress();
      look += Math.max(1, places);
    }
    looks = look < limit ? MOST_LOOKS : limit / 2;
  }

  private int limit() {
    boolean tryAgain = looks == 0 && ++sleeps % SLEEPS_BETWEEN_TRIES == 0;
    return tryAgain ? MOST_LOOKS : looks;
  }
}
