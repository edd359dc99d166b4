package dev.weft.cli.perf.traffic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RoundsTest {

  @Test
  void shouldSendExactlyTheTotalInBursts() {
    Rounds rounds = Rounds.exactly(25, 10);
    assertEquals(10, rounds.next());
    assertEquals(10, rounds.next());
    assertEquals(5, rounds.next());
    assertEquals(0, rounds.next());
  }

  @Test
  void shouldGrowShortRounds() {
    Rounds rounds = Rounds.during(Duration.ofMinutes(1));
    long first = rounds.next();
    assertTrue(first > 0 && rounds.next() >= first);
  }

  @Test
  void shouldKeepBurstsAtTheirSize() {
    Rounds rounds = Rounds.bursts(Duration.ofMinutes(1), 7);
    assertEquals(7, rounds.next());
    assertEquals(7, rounds.next());
  }

  @Test
  void shouldEndAfterOneRoundWhenTheTimeIsOver() {
    Rounds rounds = Rounds.during(Duration.ZERO);
    assertTrue(rounds.next() > 0);
    assertEquals(0, rounds.next());
  }
}
