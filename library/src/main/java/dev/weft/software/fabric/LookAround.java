package dev.weft.software.fabric;

import dev.weft.wait.WaitCondition;

/**
 * What a thread does before it sleeps. Falling asleep costs more than looking for a moment, where
 * another processor may deliver.
 */
final class LookAround {
  private static final int LOOKS = 200;
  private static final boolean SEVERAL_PROCESSORS = Runtime.getRuntime().availableProcessors() > 1;

  private LookAround() {}

  /**
   * Looks again and again for a short time.
   *
   * @param places how many a look looks at: the more, the fewer looks
   */
  static void until(WaitCondition condition, Progressing where, int places) {
    if (!SEVERAL_PROCESSORS || Thread.currentThread().isVirtual()) {
      return;
    }
    for (int look = 0; look < LOOKS && !condition.holds(); look += Math.max(1, places)) {
      Thread.onSpinWait();
      where.progress();
    }
  }
}
