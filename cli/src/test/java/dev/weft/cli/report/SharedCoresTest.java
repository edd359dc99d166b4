package dev.weft.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.cli.perf.machine.StepCost;
import org.junit.jupiter.api.Test;

class SharedCoresTest {

  @Test
  void shouldSayHowMuchWorseRowsAre() {
    assertEquals(
        "A step of arithmetic took 0.36 to 0.54 ns: another thread shared a core in some"
            + " rows, which are worse by up to 1.5.",
        SharedCores.describe(0.36, 0.54));
  }

  @Test
  void shouldSayNothingOfSmallDifferences() {
    assertEquals("", SharedCores.describe(0.36, 0.45));
  }

  @Test
  void shouldMeasureATime() {
    double nanos = StepCost.measure(false);
    assertTrue(nanos > 0 && nanos < 1e6, "nanos=" + nanos);
  }
}
