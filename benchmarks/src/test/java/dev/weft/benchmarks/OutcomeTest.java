package dev.weft.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.weft.benchmarks.report.Conditions;
import dev.weft.benchmarks.report.Figure;
import dev.weft.benchmarks.report.Row;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutcomeTest {
  private static final double STEP = 0.4;
  private static final Contender WEFT = Contender.of("weft", "one");
  private static final Contender SLOW = Contender.of("slow", "one");
  private static final Contender FAST = Contender.of("fast", "one");

  @Test
  void shouldMeetATargetOfNothing() {
    assertEquals(true, allocated(0.0012).met());
    assertEquals(false, allocated(16).met());
  }

  @Test
  void shouldCompareWithTheBestPeer() {
    Row times = compared(Target.timesThePeers(1, "ns"), true);
    assertEquals(new Figure("fast", 50, 60.0, STEP), times.peer());
    assertEquals(2, times.ratio());
    assertEquals(false, times.met());
    Row rates = compared(Target.moreThanPeers("M/s"), false);
    assertEquals(new Figure("slow", 200, null, STEP), rates.peer());
    assertEquals(0.5, rates.ratio());
  }

  @Test
  void shouldHaveNoPeerAlone() {
    Row row = allocated(0);
    assertNull(row.peer());
    assertNull(row.ratio());
  }

  private static Row allocated(double bytes) {
    Target none = Target.atMost(0, "B");
    Comparison comparison = new Comparison("allocation", "read", none, false, List.of(WEFT));
    return Outcome.of(
            comparison,
            List.of(
                List.of(new Sample(bytes, new Conditions(0, STEP), new Conditions(0, 2 * STEP)))))
        .row();
  }

  private static Row compared(Target target, boolean twoProcessors) {
    Comparison comparison =
        new Comparison("section", "what", target, twoProcessors, List.of(WEFT, SLOW, FAST));
    List<List<Sample>> samples =
        List.of(List.of(sample(100)), List.of(sample(200)), List.of(sample(50)));
    return Outcome.of(comparison, samples).row();
  }

  private static Sample sample(double figure) {
    Conditions conditions = new Conditions(60, STEP);
    return new Sample(figure, conditions, conditions);
  }
}
