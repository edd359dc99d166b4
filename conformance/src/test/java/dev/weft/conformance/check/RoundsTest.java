package dev.weft.conformance.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** All rounds take place, or fewer if there is no time. */
class RoundsTest {

  @Test
  void shouldBeginAsManyAsAskedForWhereThereIsTime() {
    Rounds rounds = new Rounds(1_000, Duration.ofHours(1));
    assertEquals(1_000, begun(rounds));
    assertEquals(1_000, rounds.total());
  }

  @Test
  void shouldBeginFewerWhereThereIsNone() {
    Rounds rounds = new Rounds(1_000, Duration.ZERO);
    assertTrue(rounds.next());
    assertFalse(rounds.isOver());
    assertEquals(1_000, rounds.total(), "more may begin");
    assertEquals(200, begun(rounds));
    assertTrue(rounds.isOver());
    assertEquals(200, rounds.total());
  }

  @Test
  void shouldBeginSeveralAtOnce() {
    Rounds rounds = new Rounds(10, Duration.ofHours(1));
    assertEquals(8, rounds.next(8));
    assertEquals(2, rounds.next(8));
    assertEquals(0, rounds.next(8));
    assertEquals(10, rounds.total());
  }

  private static int begun(Rounds rounds) {
    while (rounds.next()) {
      // and another one
    }
    return rounds.begun();
  }
}
