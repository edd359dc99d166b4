package dev.weft.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TargetTest {

  @Test
  void shouldJudgeAFigureAsItIsPrinted() {
    Target none = Target.atMost(0, "B");
    assertTrue(none.metBy(0, 1));
    assertTrue(none.metBy(0.04, 1));
    assertFalse(none.metBy(0.06, 1));
  }

  @Test
  void shouldJudgeARatioExactly() {
    Target more = Target.moreThanPeers("M/s");
    assertTrue(more.metBy(5, 1.001));
    assertFalse(more.metBy(5, 1));
  }

  @Test
  void shouldPrintItsBound() {
    assertEquals("<= 0 B", Target.atMost(0, "B").toString());
    assertEquals(">= 1.50", Target.atLeastTimesThePeers(1.5, "GB/s").toString());
  }
}
