package dev.weft.provider.fabric.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AdaptiveSpinTest {
  private final AdaptiveSpin adaptiveSpin = new AdaptiveSpin();

  @BeforeEach
  void needsSeveralProcessors() {
    assumeTrue(Runtime.getRuntime().availableProcessors() > 1);
  }

  @Test
  void shouldLookLessAfterEachTimeInVain() {
    assertEquals(200, looksUntil(Integer.MAX_VALUE));
    assertEquals(100, looksUntil(Integer.MAX_VALUE));
    assertEquals(50, looksUntil(Integer.MAX_VALUE));
  }

  @Test
  void shouldLookLongAgainOnceItHelped() {
    looksUntil(Integer.MAX_VALUE);
    assertEquals(7, looksUntil(7));
    assertEquals(200, looksUntil(Integer.MAX_VALUE));
  }

  @Test
  void shouldTryAgainNowAndThen() {
    int looks = 0;
    for (int sleep = 0; sleep < 8 + 2 * 64; sleep++) {
      looks += looksUntil(Integer.MAX_VALUE);
    }
    int untilNone = 200 + 100 + 50 + 25 + 12 + 6 + 3 + 1;
    assertEquals(2 * untilNone, looks);
  }

  @Test
  void shouldLookLessOftenAtMorePlaces() {
    int[] looks = {0};
    adaptiveSpin.until(() -> false, () -> looks[0]++, 50);
    assertEquals(4, looks[0]);
  }

  private int looksUntil(int enough) {
    int[] looks = {0};
    adaptiveSpin.until(() -> looks[0] >= enough, () -> looks[0]++, 1);
    return looks[0];
  }
}
