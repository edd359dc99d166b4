package dev.weft.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class TrialTest {
  private static final double NEAR = 60;
  private static final double FAR = 200;
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
  void shouldGiveUpAfterThreeTries() throws Exception {
    Outcome outcome = outcomeAt(NEAR, FAR, NEAR, FAR, NEAR, FAR);
    assertFalse(outcome.even());
    assertEquals(6, runs);
    assertNull(outcome.row().met());
  }

  /** Measures in rounds of one run each, at these distances in turn. */
  private Outcome outcomeAt(Double... bounces) throws Exception {
    Queue<Double> distances = new ArrayDeque<>(List.of(bounces));
    Trial.Meter meter =
        (_, _) -> {
          runs++;
          double bounce = distances.remove();
          return new Sample(100, bounce, bounce);
        };
    return new Trial(meter, 1).of(COMPARISON);
  }
}
