package dev.weft.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.benchmarks.report.Conditions;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class TrialTest {
  private static final double NEAR = 60;
  private static final double FAR = 200;
  private static final double STEP = 0.4;
  private static final Contender WEFT = Contender.of("weft", "half");
  private static final Contender PEER = Contender.of("peer", "half");
  private static final Comparison COMPARISON =
      new Comparison("handover", "half", Target.lessThanPeers("ns"), true, List.of(WEFT, PEER));

  private int runs;

  @Test
  void shouldMeasureEqualDistancesOnce() throws Exception {
    Outcome outcome = outcomeAt(NEAR, NEAR);
    assertTrue(outcome.even());
    assertEquals(2, runs);
  }

  @Test
  void shouldMeasureUnequalDistancesAgain() throws Exception {
    Outcome outcome = outcomeAt(NEAR, FAR, FAR, NEAR);
    assertTrue(outcome.even());
    assertEquals(4, runs);
    assertEquals(1, outcome.runs());
  }

  @Test
  void shouldMeasureSharedProcessorsAgain() throws Exception {
    Conditions alone = new Conditions(NEAR, STEP);
    Conditions shared = new Conditions(NEAR, 1.5 * STEP);
    assertEquals(1, outcomeUnder(alone, shared, shared, alone).runs());
    assertEquals(4, runs);
    assertTrue(outcomeUnder(alone, new Conditions(NEAR, 1.1 * STEP)).even());
  }

  @Test
  void shouldGiveUpAfterThreeTries() throws Exception {
    Outcome outcome = outcomeAt(NEAR, FAR, NEAR, FAR, NEAR, FAR);
    assertFalse(outcome.even());
    assertEquals(6, runs);
    assertNull(outcome.row().met());
  }

  /** Measures in rounds of one run each, at these distances in turn. */
  private Outcome outcomeAt(double... bounces) throws Exception {
    return outcomeUnder(
        Arrays.stream(bounces)
            .mapToObj(bounce -> new Conditions(bounce, STEP))
            .toArray(Conditions[]::new));
  }

  private Outcome outcomeUnder(Conditions... conditions) throws Exception {
    Queue<Conditions> next = new ArrayDeque<>(List.of(conditions));
    Trial.Meter meter =
        (_, _) -> {
          runs++;
          Conditions now = next.remove();
          return new Sample(100, now, now);
        };
    return new Trial(meter, 1).of(COMPARISON);
  }
}
