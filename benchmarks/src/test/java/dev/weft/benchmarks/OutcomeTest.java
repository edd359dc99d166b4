package dev.weft.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class OutcomeTest {
  private static final Contender WEFT = Contender.of("weft", "allocation", "read");

  @Test
  void shouldPrintNothingAllocatedAsZeroAndMet() {
    List<String> cells = allocated(0.0012).cells();
    assertEquals("0 B", cells.get(1));
    assertEquals("yes", cells.get(5));
  }

  @Test
  void shouldPrintAnAllocationAsNotMet() {
    List<String> cells = allocated(16).cells();
    assertEquals("16.0 B", cells.get(1));
    assertEquals("NO", cells.get(5));
  }

  private static Outcome allocated(double bytes) {
    Target none = Target.atMost(0, "B");
    Comparison comparison = new Comparison("allocation", "read", none, false, List.of(WEFT));
    return Outcome.of(comparison, List.of(List.of(new Sample(bytes, 0, 0))));
  }
}
