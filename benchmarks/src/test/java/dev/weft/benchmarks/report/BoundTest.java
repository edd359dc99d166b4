package dev.weft.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BoundTest {

  @Test
  void shouldJudgeAFigureAsItIsPrinted() {
    Bound none = new Bound(false, "<=", 0);
    assertTrue(none.metBy(0, 1));
    assertTrue(none.metBy(0.04, 1));
    assertFalse(none.metBy(0.06, 1));
  }

  @Test
  void shouldJudgeARatioExactly() {
    Bound more = new Bound(true, ">", 1);
    assertTrue(more.metBy(5, 1.001));
    assertFalse(more.metBy(5, 1));
  }

  @Test
  void shouldPrintTheUnitOfAFigureOnly() {
    assertEquals("<= 0 B", new Bound(false, "<=", 0).text("B"));
    assertEquals(">= 1.50", new Bound(true, ">=", 1.5).text("GB/s"));
  }
}
